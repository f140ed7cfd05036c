import { DAY_MS } from "#shared/time.ts";
import type { CharacterCondition, Condition, UserCondition } from "./tree.ts";

// Without zod: pages that only show requirements need this.

/** Where Muster learns what a condition compares. */
export type Source =
  | "affiliation"
  /** Whether the character was deleted. */
  | "death"
  | "corporationHistory"
  | "roles"
  | "titles"
  | "authorization"
  | "skillLevels"
  | "skillPoints"
  | "skillQueue"
  /** Birthday and security status. */
  | "info"
  | "contacts"
  | "membership"
  | "discordLink"
  | "discordServer"
  | "account"
  /** What applications tell about pilots. */
  | "fact"
  /** Who took part in operations. */
  | "participation"
  /** What triggers have found for entries that refuse. */
  | "watchlist";

/** "every" stands for a rule that asks something of every character of a user. */
export type AskedCondition = Condition["type"] | "every";

type Dependencies<About> = {
  about: About;
  /** A change of one of these evaluates the users concerned again. */
  on: readonly Source[];
  /** The fields that say which one a condition is about, if only changes there concern it. */
  subject?: readonly string[];
};

type Table = Record<CharacterCondition["type"] | "every", Dependencies<"character">> &
  Record<UserCondition["type"], Dependencies<"user">>;

/** What each condition depends on: for triggers, the evaluation, the refresh of evidence, and sentences. */
export const DEPENDENCIES: Table = {
  corporation: { about: "character", on: ["affiliation"] },
  alliance: { about: "character", on: ["affiliation"] },
  time_in_corporation: { about: "character", on: ["affiliation", "corporationHistory"] },
  roles: { about: "character", on: ["affiliation", "roles"] },
  titles: { about: "character", on: ["affiliation", "titles"], subject: ["corporationId"] },
  authorization: { about: "character", on: ["authorization"] },
  skills: { about: "character", on: ["skillLevels", "skillQueue"] },
  total_sp: { about: "character", on: ["skillPoints", "skillQueue"] },
  character_age: { about: "character", on: ["info"] },
  security_status: { about: "character", on: ["info"] },
  standing: { about: "character", on: ["affiliation", "contacts"], subject: ["of", "ownerId"] },
  member_of: { about: "user", on: ["membership"], subject: ["groupIds"] },
  discord_linked: { about: "user", on: ["discordLink"] },
  on_discord_server: {
    about: "user",
    on: ["discordLink", "discordServer"],
    subject: ["serverId"],
  },
  account_age: { about: "user", on: ["account"] },
  fact: { about: "user", on: ["fact"], subject: ["factId"] },
  took_part: { about: "user", on: ["participation"], subject: ["groupIds"] },
  cleared: { about: "user", on: ["watchlist"] },
  every: { about: "character", on: ["death"] },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
export const ASKED_CONDITIONS = Object.keys(DEPENDENCIES) as AskedCondition[];

/** The conditions that depend on one of the sources. */
export function conditionsOn(...sources: Source[]): AskedCondition[] {
  return ASKED_CONDITIONS.filter((type) =>
    sources.some((source) => DEPENDENCIES[type].on.includes(source)),
  );
}

/** A fact that was confirmed longer ago is not known. */
export const MAX_AGE_MS = {
  affiliation: DAY_MS,
  corporationHistory: 7 * DAY_MS,
  roles: 2 * DAY_MS,
  titles: 2 * DAY_MS,
  skills: 7 * DAY_MS,
  info: 7 * DAY_MS,
  contacts: DAY_MS,
  /** The members of a Discord server are checked every day. */
  servers: 2 * DAY_MS,
};
