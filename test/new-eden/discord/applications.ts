import { localVars } from "#test/new-eden/local-vars.ts";

/** An application of Discord's developer portal. A public one redeems codes without its secret. */
export type Application = {
  id: string;
  name: string;
  secret: string;
  isPublic: boolean;
  redirectPath: string;
};

/** Copies, because a world may change them. */
export function seedApplications(): Application[] {
  return [
    {
      id: localVars(0).DISCORD_CLIENT_ID,
      name: "Muster",
      secret: "muster-has-no-use-for-it",
      isPublic: true,
      redirectPath: "/discord/callback",
    },
    {
      id: OTHER_APPLICATION_ID,
      name: "Somebody Else's Bot",
      secret: "a-secret-of-somebody-else",
      isPublic: false,
      redirectPath: "/discord/callback",
    },
  ];
}

/** Another application, whose tokens are valid too. */
export const OTHER_APPLICATION_ID = "700000000000000002";
