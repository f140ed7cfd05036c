import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { TookPart } from "./dependencies.ts";
import type { TokenState } from "#shared/account/character.ts";

/** Instants are milliseconds since 1970. */
export type Instant = number;

/** A fact that Muster has read, and when EVE last confirmed it; or why there is none. */
export type EvidenceFact<Value> =
  | { isKnown: true; value: Value; asOf: Instant }
  | { isKnown: false; reason: UnknownReason; asOf: Instant | null };

/** The fact for what was never read, or was not selected because no rule needs it. */
export const NOT_READ: EvidenceFact<never> = { isKnown: false, reason: "never_read", asOf: null };

export type ToldValue = boolean | number | string | null;

export type AffiliationIds = { corporationId: number; allianceId: number | null };

export type CharacterEvidence = {
  characterId: number;
  name: string;
  /** Biomassed, or known to be in the corporation of the dead (Doomheim). Does not count in `every`. */
  isGone: boolean;
  /** Linked without a fresh proof of the main: nothing about it is known to be the user's. */
  isUnconfirmed: boolean;
  affiliation: EvidenceFact<AffiliationIds>;
  /** When the character joined its present corporation. */
  inCorporationSince: EvidenceFact<Instant>;
  /** The roles that apply everywhere, as ESI names them. */
  roles: EvidenceFact<string[]>;
  /** The titles in the present corporation. */
  titles: EvidenceFact<{ corporationId: number; titleIds: number[] }>;
  /** When Muster learned the state. */
  token: { state: TokenState; scopes: string[]; since: Instant };
  /** The level of a skill that a rule asks for, with queue entries that have finished; 0 if it is not trained. */
  skills: EvidenceFact<(skillId: number) => number>;
  totalSp: EvidenceFact<number>;
  birthday: EvidenceFact<Instant>;
  securityStatus: EvidenceFact<number>;
  /** By `standingKey`: as the contacts of a corporation or alliance say for the character, its corporation or alliance. */
  standings: Map<string, EvidenceFact<number>>;
};

export type UserEvidence = {
  userId: string;
  createdAt: Instant;
  /** A suspended user's memberships have no effect. */
  isSuspended: boolean;
  mainCharacterId: number | null;
  characters: CharacterEvidence[];
  hasDiscord: boolean;
  /** The reader of a preview may not know whether Discord is linked. */
  isDiscordHidden?: boolean;
  /** By id: whether the linked account is on a Discord server that a rule names. Without a link it is empty. */
  servers: ReadonlyMap<string, EvidenceFact<boolean>>;
  /** By id: what applications tell. Null: no value, and that means no. */
  facts: ReadonlyMap<string, EvidenceFact<ToldValue>>;
  /** By `participationKey`: in how many operations the user took part, and how many more could have been. */
  participation: ReadonlyMap<string, Participation>;
  /** Whether an entry of the watchlist that refuses hits one of the characters now; `unconfirmed`: only ones that are not confirmed. */
  refused: "no" | "yes" | "unconfirmed";
  groupIds: ReadonlySet<string>;
};

export function standingKey(of: "corporation" | "alliance", ownerId: number): string {
  return `${of}:${ownerId}`;
}

/** `next`: when the next operation of the user's own groups begins. `isThere`: one of the groups still exists. */
type Participation = {
  count: number;
  unread: number;
  next: Instant | null;
  isThere: boolean;
};

export function participationKey({ count, groupIds, kinds, days }: TookPart): string {
  return JSON.stringify([count, days, groupIds, kinds]);
}
