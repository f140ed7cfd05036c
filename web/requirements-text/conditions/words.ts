import type { Message, Name } from "#shared/language/messages.ts";
import type { StepUpScope } from "#shared/account/step-up-scopes.ts";
import type { Cause, FactValue, Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { Condition, SkillLevel } from "#shared/requirements/tree.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { DAY_MS } from "#shared/time.ts";
import { listed } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { eveDay } from "#web/lib/time.ts";

// Each sentence is written as it stands within another one, with a small letter. `capitalized` begins one of its own.

export type ConditionOf<Type extends Condition["type"]> = Extract<Condition, { type: Type }>;

/** Whether the reader is the user whom a text is about. */
export type Viewpoint = "own" | "other";

/** About whom a sentence says something, and whether it says it or its opposite. `is`: what follows "one character" or "a character". */
export type SentenceForm =
  | "any"
  | "anyNot"
  | "none"
  | "notEvery"
  | "every"
  | "main"
  | "mainNot"
  | "is"
  | "isNot";

/** The sentences of a condition on characters. */
export type Sentences = Record<SentenceForm, Message>;

/** Why what a condition compares is not known, where the sentence names it. */
type NamedReason =
  | Exclude<
      UnknownReason,
      | "authorization_unknown"
      | "suspended"
      | "unconfirmed"
      | "source_off"
      | "contradictory"
      | "value_ended"
      | "fleet_unread"
    >
  | "too_old_undated";

/** What the user can do about a cause. */
export type Repair =
  | { kind: "authorize"; character: CharacterSummary; isLost: boolean; scopes: StepUpScope[] }
  | { kind: "check"; character: CharacterSummary }
  /** On the dashboard. */
  | { kind: "confirm"; character: CharacterSummary }
  | { kind: "skills"; skills: SkillLevel[]; missing: (SkillLevel & { trained: number })[] }
  | { kind: "discord" }
  | { kind: "server"; serverId: string; serverName: string | undefined }
  | { kind: "group"; groupId: string; groupName: string };

/** A repair, a sentence why there is none, or null where the fact says enough. */
export type RepairOrReason = Repair | string | null;

type Found = {
  isMet: boolean;
  names: RuleNames;
  now: number;
};

/** `whose`: "of Rook Ansgar", "of one of their characters". */
type FoundOfCharacter = Found & {
  character: readonly Piece[];
  whose: readonly Piece[];
  fact: FactValue;
  asOf: string | null;
};

type Words = {
  /** What the condition is about, in a word or a name: "Alliance", "Capital pilots", "Home Defence". */
  label: (names: RuleNames) => Piece[];
  /** Where the fact is known. */
  repair: (cause: Cause) => RepairOrReason;
};

/** All that is said of a condition on characters. */
export type CharacterWords = Words & {
  sentences: (names: RuleNames) => Sentences;
  /** What was found; null for a fact that tells nothing of the condition. */
  found: (found: FoundOfCharacter) => Message | null;
  /** Why it is not known. */
  unknown: (values: {
    whose: readonly Piece[];
    day: string;
    owner: Name;
  }) => Record<NamedReason, Message>;
  /** Whose directors read it; null if none do. */
  ownerId: number | null;
  /** Why the user can only wait for a fact that was not read; null: the user can check the character again. */
  whenUnread: (() => string) | null;
  /** What the condition needs and no normal sign-in requests. */
  scopes: StepUpScope[];
};

/** Muster reads the fact for each character, with what a normal sign-in requests. */
export const READ_WITH_SIGN_IN = { ownerId: null, whenUnread: null, scopes: [] } satisfies Pick<
  CharacterWords,
  "ownerId" | "whenUnread" | "scopes"
>;

export type UserSentences = Record<Viewpoint, readonly [is: Message, isNot: Message]>;

/** All that is said of a condition on the user. */
export type UserWords = Words & {
  sentences: (names: RuleNames) => UserSentences;
  /** What was found; null where the sentence of the condition says it. */
  found: (found: Found & { reading: Reading; viewpoint: Viewpoint }) => Piece[] | null;
  /** Why the user can only wait for a fact that is not known; null if there is nothing to say. */
  whenUnread: (() => string) | null;
};

/** A name alone, or a list of several. */
export function oneOf(known: readonly string[]): { one?: Name; several: Piece[] } {
  const [first = ""] = known;
  return known.length === 1
    ? { one: { name: first }, several: [] }
    : { several: listed(known, "or") };
}

export function reachedOn(at: string, days: number, now: number): string {
  return eveDay(Date.parse(at) + days * DAY_MS, now);
}
