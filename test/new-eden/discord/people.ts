import type { World } from "#test/new-eden/world.ts";

/** A Discord user. Accounts from before 2023 may still have a discriminator other than "0". */
export type DiscordUser = {
  id: string;
  username: string;
  discriminator: string;
  globalName: string | null;
  email: string;
  isBot: boolean;
  /** The servers of the user that are not in this world. */
  otherServers: number;
};

export type NewDiscordUser = Partial<
  Pick<DiscordUser, "username" | "discriminator" | "globalName" | "otherServers">
>;

/** Discord's ids are larger than a JavaScript number can hold. */
const FIRST_ID = 1_180_000_000_000_000_001n;
let created = 1000n;

export function newDiscordUser(user: NewDiscordUser): DiscordUser {
  created += 1n;
  return buildUser(FIRST_ID + created, user);
}

function buildUser(id: bigint, user: NewDiscordUser): DiscordUser {
  const {
    username = `person${id % 100_000n}`,
    discriminator = "0",
    globalName = null,
    otherServers = 0,
  } = user;
  return {
    id: String(id),
    username,
    discriminator,
    globalName,
    email: `${username}@discord.test`,
    isBot: false,
    otherServers,
  };
}

export function seedDiscordUsers(): DiscordUser[] {
  return [
    { username: "voss", globalName: "Aurelia" },
    { username: "miratal", globalName: "Mira" },
    { username: "kestrel.ansgar" },
    { username: "Oskar", discriminator: "4821" },
    { username: "yaroslava", globalName: "Ярослава" },
    {
      username: "a_name_of_thirty_two_characters_",
      globalName: "Commander of the Ninth Long Watch",
    },
    { username: "halvard.lys" },
    { username: "quietengine", globalName: "Edda" },
  ].map((user, index) => buildUser(FIRST_ID + BigInt(index), user));
}

/** A user or the bot of an application; the id of a bot is that of its application. */
export function findUser(world: World, id: string): DiscordUser | undefined {
  const application = world.discord.applications.get(id);
  if (application === undefined) return world.discord.users.get(id);
  return {
    ...buildUser(BigInt(id), { username: application.name, discriminator: "0001" }),
    isBot: true,
  };
}

export function displayName({ globalName, username }: DiscordUser): string {
  return globalName ?? username;
}

/** A user as Discord's API returns it. */
export function describeUser({ id, username, discriminator, globalName, isBot }: DiscordUser) {
  return {
    id,
    username,
    avatar: null,
    discriminator,
    public_flags: 0,
    flags: 0,
    ...(isBot && { bot: true }),
    banner: null,
    accent_color: null,
    global_name: globalName,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  };
}
