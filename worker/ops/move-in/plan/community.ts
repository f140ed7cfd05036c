import { createHash } from "node:crypto";
import type { Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import type { OperationKind } from "#shared/operations/operations.ts";
import { isWithinLimits, MAX_LISTED } from "#shared/requirements/limits.ts";
import type { Enrolment } from "#shared/requirements/rule.ts";
import type { CharacterCondition, Quantifier, Requirement } from "#shared/requirements/tree.ts";
import type { WatchLevel, WatchSubject } from "#shared/watchlist.ts";
import { inChunks } from "#worker/ground/in-chunks.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";

/** The systems that a community can move in from, as the command line names them. */
export const SYSTEMS = {
  "alliance-auth": "Alliance Auth",
  seat: "SeAT",
  neucore: "Neucore",
} as const;
export type System = keyof typeof SYSTEMS;

/** A move from one export. `id` is made from the export, so that an interrupted move continues. */
export type Move = { id: string; system: System; startedAt: Date };

/** As long as the ids of users and groups that Muster makes. */
const ID_LENGTH = 16;

/** The id of the thing with this key: the same in every attempt of the same move. */
export function idOf(
  { id }: Pick<Move, "id">,
  what: "user" | "group" | "category" | "request" | "note" | "watched" | "operation",
  key: string,
): string {
  const hash = createHash("sha256").update(`${id} ${what} ${key}`);
  return hash.digest("base64url").slice(0, ID_LENGTH);
}

/**
 * What an export contains, whichever system wrote it. Users and groups have keys of their own; `place` is where a record
 * stands in the export.
 */
export type MovedCommunity = {
  users: Map<string, MovedUser>;
  characters: MovedCharacter[];
  /** Several of one character: the plan selects one. */
  grants: MovedGrant[];
  groups: Map<string, MovedGroup>;
  members: Link[];
  leaders: Link[];
  requests: MovedRequest[];
  discord: { user: string; discordId: string; username: string; place: string }[];
  watched: MovedWatch[];
  operations: MovedOperation[];
};

export type MovedUser = {
  name: string;
  isActive: boolean;
  mainCharacterId: number | null;
  place: string;
};

export type MovedCharacter = {
  id: number;
  name: string;
  user: string;
  /** Null: unknown. Such a character is not linked, because its owner could not be recognized. */
  ownerHash: string | null;
  place: string;
};

export type MovedGrant = {
  characterId: number;
  /** Null if the system does not say. */
  user: string | null;
  ownerHash: string;
  /** Encrypted. */
  refreshToken: string;
  scopes: readonly string[];
  /** In seconds; compares grants of one character. */
  issuedAt: number;
  place: string;
};

export type MovedGroup = {
  name: string;
  description: string | null;
  visibility: Visibility;
  joinMode: JoinMode;
  rule?: MovedRule | undefined;
  /** The questions that requests answer, in their order. */
  questions?: MovedQuestion[];
  place: string;
};

/** `id` is an id in Muster too. `options` of "text" and "yes_no" are none. */
export type MovedQuestion = {
  id: string;
  kind: "text" | "yes_no" | "choice" | "choices";
  text: string;
  help: string | null;
  options: string[];
  isRequired: boolean;
};

/** Requirements whose tree names groups by `idOf`. */
export type MovedRule = {
  enrolment: Enrolment;
  tree: (idOf: (key: string) => string) => Requirement;
};

/** A user and a group, by their keys. */
export type Link = { group: string; user: string; place: string };

/** A request that waits. */
export type MovedRequest = Link & {
  reason: string | null;
  /** When it was made, if the system says. */
  createdAt?: Date | undefined;
  /** What the user has answered, by the id of the question. */
  answers?: Map<string, string>;
  /** A reviewer has begun with it. */
  inTalks?: boolean;
  /** What reviewers wrote for each other. `user`: the key of the author. */
  notes?: { user: string; text: string; createdAt: Date | undefined; place: string }[];
};

/** What a system notes about a pilot, a corporation or an alliance. */
export type MovedWatch = {
  subject: WatchSubject;
  eveId: number;
  name: string;
  level: WatchLevel;
  /** Lines: the reason, then who added to it. */
  reason: string;
  place: string;
};

/** What a group does or did at a time. `took`: the keys of users who took part, each once. `where`: in the export. */
export type MovedOperation = {
  key: string;
  group: string;
  kind: OperationKind;
  title: string;
  text: string;
  doctrine: string;
  place: string;
  startsAt: Date;
  minutes: number;
  createdBy: string | null;
  took: string[];
  where: string;
};

export function emptyCommunity(): MovedCommunity {
  return {
    users: new Map(),
    characters: [],
    grants: [],
    groups: new Map(),
    members: [],
    leaders: [],
    requests: [],
    discord: [],
    watched: [],
    operations: [],
  };
}

/** Adds a Discord account to what moves. */
export function addDiscord(
  { discord }: MovedCommunity,
  account: MovedCommunity["discord"][number],
  report: Report,
) {
  if (/^\d{15,20}$/.test(account.discordId)) {
    discord.push(account);
    return;
  }
  const { discordId: name, place } = account;
  const reason = "It is no Discord id.";
  report.push({ outcome: "refused", what: "Discord account", name, place, reason });
}

/** The account that a character is linked to. */
export type LinkedAccount = { userId: string; ownerHash: string | null; isConfirmed: boolean };

/** What Muster has before the move, as far as the plan depends on it. */
export type Existing = {
  /** Linked characters by their ids. */
  holders: Map<number, LinkedAccount>;
  /** Folded names of groups, with their ids. */
  groupNames: Map<string, string>;
  /** By Discord id, and by user. */
  discord: Map<string, string>;
  discordOf: Map<string, string>;
  /** Ids of the entries of the watchlist by `watchKey`. */
  watched: Map<string, string>;
};

/** What a plan is made from besides the community. `ownerId`: the account that owns the moved groups. */
export type Given = { existing: Existing; ownerId: string; move: Move };

/** The main, or any character, is in one of these corporations or alliances. Undefined for none, and for more than a rule can list. */
export function corporationRule(
  corporationIds: number[],
  allianceIds: number[],
  which: Quantifier = "main",
): Requirement | undefined {
  const conditions: CharacterCondition[] = [
    ...inChunks([...new Set(corporationIds)], MAX_LISTED).map(
      (part) => ({ type: "corporation", corporationIds: part }) as const,
    ),
    ...inChunks([...new Set(allianceIds)], MAX_LISTED).map(
      (part) => ({ type: "alliance", allianceIds: part }) as const,
    ),
  ];
  const [first] = conditions;
  if (first === undefined) return undefined;
  const meet = conditions.length === 1 ? first : { type: "any" as const, of: conditions };
  const tree: Requirement = { type: "characters", which, meet };
  return isWithinLimits(tree) ? tree : undefined;
}

/** At most so many code points of a text, as Muster counts them. */
export function cut(text: string, max: number): string {
  return Array.from(text).slice(0, max).join("");
}
