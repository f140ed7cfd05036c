import { msg, plural, t, ph } from "#web/language/macros.ts";
import type { Cause, Reading, RuleNames } from "#shared/requirements/cause.ts";
import { sentence, capitalized } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { isOnCharacter, characterWords, userClause, userWords } from "./condition-text.ts";
import type { Viewpoint } from "#web/requirements-text/conditions/words.ts";
import type { Message } from "#shared/language/messages.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { CharacterCondition, UserCondition } from "#shared/requirements/tree.ts";
import { eveDay, relativeTime } from "#web/lib/time.ts";
import { eveName } from "./names.ts";

/** A character by name, or "one of your characters"; and the same after what it has: "of one of your characters". */
type Subject = { who: Piece[]; whose: Piece[] };

export function named(characterName: string): Subject {
  const name = { name: characterName };
  return { who: [name], whose: sentence(msg`of ${ph({ characterName: name })}`) };
}

/**
 * What was found of a character, as a sentence without a full stop: "Rook Ansgar lost its authorization 2 days ago".
 * `isMet`: the fact meets the condition itself, whatever stands before it.
 */
export function characterFact(
  subject: Subject,
  condition: CharacterCondition,
  { fact, unknown, asOf }: Reading,
  isMet: boolean,
  names: RuleNames,
  now: number,
): Piece[] {
  const { who: character, whose } = subject;
  const found =
    unknown === null && fact !== null
      ? characterWords(condition).found({ character, whose, fact, asOf, isMet, names, now })
      : null;
  return sentence(
    found ?? unknownFact(subject, condition, unknown ?? "never_read", asOf, names, now),
  );
}

/** What was found of the user, as a sentence without a full stop: "Discord is not linked". */
export function userFact(
  condition: UserCondition,
  reading: Reading,
  isMet: boolean,
  names: RuleNames,
  viewpoint: Viewpoint,
  now: number,
): Piece[] {
  if (reading.unknown === "suspended") {
    return [
      viewpoint === "own"
        ? t`your account is suspended: your memberships have no effect until that ends`
        : t`the account is suspended: its memberships have no effect until that ends`,
    ];
  }
  return (
    userWords(condition).found({ reading, isMet, names, viewpoint, now }) ??
    userClause(condition, names, viewpoint, !isMet)
  );
}

/** "Read 3 hours ago"; null where the fact is always up to date, or has its own date. */
export function ageText({ fact, asOf }: Reading, now: number): string | null {
  if (asOf === null || fact === null) return null;
  if (fact.type === "authorization" || fact.type === "fact") return null;
  return t`Read ${ph({ timeAgo: relativeTime(asOf, now) })}`;
}

/** Why a fact of a character is not known. The reasons of facts that applications send do not occur for characters. */
function unknownFact(
  subject: Subject,
  condition: CharacterCondition,
  reason: UnknownReason,
  asOf: string | null,
  names: RuleNames,
  now: number,
): Message {
  const { who: character, whose } = subject;
  switch (reason) {
    case "authorization_unknown":
      return msg`EVE did not say whether the authorization ${whose} is valid`;
    case "suspended":
      return msg`the account ${whose} is suspended`;
    case "unconfirmed":
      return msg`${character} is not confirmed as a character of this account`;
    case "source_off":
    case "contradictory":
    case "value_ended":
    case "fleet_unread":
      return unknownFact(subject, condition, "eve_failed", asOf, names, now);
    case "never_read":
    case "too_old":
    case "missing_scope":
    case "no_authorization":
    case "no_director":
    case "eve_failed": {
      const words = characterWords(condition);
      const day = asOf === null ? "" : eveDay(asOf, now);
      const owner = { name: eveName(names, words.ownerId ?? 0) };
      const sentences = words.unknown({ whose, day, owner });
      return sentences[reason === "too_old" && asOf === null ? "too_old_undated" : reason];
    }
  }
}

/** A sentence of its own. */
export function withStop(pieces: readonly Piece[]): Piece[] {
  return sentence(msg`${ph({ sentence: capitalized(pieces) })}.`);
}

/**
 * Why a user does not meet the requirements, or why this is not known: "Rook Ansgar lost its authorization 2 days ago." A
 * character that is null is not named: "One of their characters…".
 */
export function causeText(cause: Cause, viewpoint: Viewpoint, now: number): Piece[] {
  const { condition, reading, isNegated, names } = cause;
  if (!isOnCharacter(condition)) {
    return withStop(userFact(condition, reading, isNegated, names, viewpoint, now));
  }
  const subject = subjectOf(cause, viewpoint);
  return withStop(characterFact(subject, condition, reading, isNegated, names, now));
}

/** The first cause, and how many more there are. Without a cause, there was no character to look at. */
export function causesText(causes: readonly Cause[], viewpoint: Viewpoint, now: number): Piece[] {
  const [first, ...others] = causes;
  if (first === undefined) return [t`There is no character that could meet the requirements.`];
  const cause = causeText(first, viewpoint, now);
  return others.length === 0 ? cause : andMore(cause, others.length);
}

/** "Discord is not linked. And 2 more." */
export function andMore(facts: readonly Piece[], count: number): Piece[] {
  return sentence(msg`${facts} ${plural(count, { one: "And # more.", other: "And # more." })}`);
}

/** With `any`, the cause is about the character that lacks least. */
function subjectOf({ which, character, outcome, isNegated }: Cause, viewpoint: Viewpoint): Subject {
  if (character) return named(character.characterName);
  const isOwn = viewpoint === "own";
  if (which === "main") {
    return isOwn
      ? { who: [t`your main character`], whose: [t`of your main character`] }
      : { who: [t`their main character`], whose: [t`of their main character`] };
  }
  if (which === "any" && outcome === "unmet" && !isNegated) {
    return isOwn
      ? {
          who: [t`the closest of your characters`],
          whose: [t`of the closest of your characters`],
        }
      : {
          who: [t`the closest of their characters`],
          whose: [t`of the closest of their characters`],
        };
  }
  return isOwn
    ? { who: [t`one of your characters`], whose: [t`of one of your characters`] }
    : { who: [t`one of their characters`], whose: [t`of one of their characters`] };
}
