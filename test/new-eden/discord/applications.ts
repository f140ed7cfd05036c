import { DISCORD_BOT, localVars } from "#test/new-eden/local-vars.ts";

/** An application of Discord's developer portal. A public one redeems codes without its secret. */
export type Application = {
  id: string;
  name: string;
  secret: string;
  isPublic: boolean;
  redirectPath: string;
  /** The token of its bot, whose user id is the application's. */
  botToken: string;
  /** Verifies the signature of interactions. */
  publicKey: string;
  /** Its private half, which only Discord has. */
  privateKey: string;
  /** Where Discord sends interactions and events. */
  interactionsUrl: string | null;
  eventsUrl: string | null;
  /** By the server. */
  commands: Map<string, Command[]>;
  /** The privileged Server Members intent. */
  membersIntent: boolean;
  ownerId: string;
  /** Whether the owner has two-factor authentication. */
  ownerHasTwoFactor: boolean;
};

/** A command as it was registered. */
export type Command = {
  id: string;
  type: number;
  name: string;
  description: string;
  options: { name: string }[];
};

/** Copies, because a world may change them. */
export function seedApplications(ownerId: string): Application[] {
  const portal = () => ({
    membersIntent: true,
    ownerId,
    ownerHasTwoFactor: true,
    interactionsUrl: null,
    eventsUrl: null,
    commands: new Map<string, Command[]>(),
  });
  return [
    {
      id: localVars(0).DISCORD_CLIENT_ID,
      name: "Muster",
      secret: "muster-has-no-use-for-it",
      isPublic: true,
      redirectPath: "/discord/callback",
      botToken: DISCORD_BOT.DISCORD_BOT_TOKEN,
      publicKey: DISCORD_BOT.DISCORD_PUBLIC_KEY,
      privateKey: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      ...portal(),
    },
    {
      id: OTHER_APPLICATION_ID,
      name: "Somebody Else's Bot",
      secret: "a-secret-of-somebody-else",
      isPublic: false,
      redirectPath: "/discord/callback",
      botToken: "the-bot-token-of-somebody-else",
      publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      privateKey: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      ...portal(),
    },
  ];
}

/** Another application, whose tokens are valid too. */
export const OTHER_APPLICATION_ID = "700000000000000002";
