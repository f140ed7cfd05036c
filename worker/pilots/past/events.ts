import type { AffiliationChange } from "#shared/events/details.ts";
import { definitionOf } from "#shared/events/kinds.ts";
import type { Affiliation } from "#shared/session.ts";

/** An event of an account. `at` in milliseconds; `id` orders events. */
export type PilotEvent = {
  id: string;
  kind: string;
  at: number;
  characterId: number | null;
  affiliation?: AffiliationChange | undefined;
  /** The main after the event, if it says so. Null: none is left. */
  mainCharacterId?: number | null | undefined;
  /** When a suspension ends; null for a permanent one. */
  until?: string | null | undefined;
  discordName?: string | undefined;
};

/** A character that the account has now. */
export type PresentCharacter = {
  characterId: number;
  linkedAt: number | null;
  affiliation: Affiliation | null;
  hasToken: boolean;
  /** Since when the token is what it is. */
  tokenSince: number | null;
};

export type Present = {
  mainCharacterId: number | null;
  characters: readonly PresentCharacter[];
  discord: { name: string; linkedAt: number } | null;
};

/** The first events of the whole log that tell of these; before them, changes were not recorded. Null: none were so far. */
export type Beginnings = {
  affiliations: string | null;
  tokens: string | null;
  administrators: string | null;
};

/** The moment that is asked for: right before the event id `before`. */
export type Moment = { before: string; instant: number };

/** What the log knows, or that it does not. */
export type Recorded<Value> = { value: Value } | null;

export const isLink = ({ kind }: PilotEvent) => definitionOf(kind).character === "linked";
export const isUnlink = ({ kind }: PilotEvent) => definitionOf(kind).character === "unlinked";
