/** A Discord user. Accounts from before 2023 may still have a discriminator other than "0". */
export type DiscordUser = {
  id: string;
  username: string;
  discriminator: string;
  globalName: string | null;
  email: string;
};

export type NewDiscordUser = Partial<Omit<DiscordUser, "id" | "email">>;

/** Discord's ids are larger than a JavaScript number can hold. */
const FIRST_ID = 1_180_000_000_000_000_001n;
let created = 1000n;

export function newDiscordUser(user: NewDiscordUser): DiscordUser {
  created += 1n;
  return buildUser(FIRST_ID + created, user);
}

function buildUser(id: bigint, user: NewDiscordUser): DiscordUser {
  const { username = `person${id % 100_000n}`, discriminator = "0", globalName = null } = user;
  return {
    id: String(id),
    username,
    discriminator,
    globalName,
    email: `${username}@discord.test`,
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
  ].map((user, index) => buildUser(FIRST_ID + BigInt(index), user));
}

/** A user as Discord's API returns it. */
export function displayName({ globalName, username }: DiscordUser): string {
  return globalName ?? username;
}
