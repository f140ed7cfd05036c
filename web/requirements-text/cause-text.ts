import { msg, plural, t } from "#web/language/macros.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { isOnCharacter } from "./condition-text.ts";
import type { Viewpoint } from "./condition-text.ts";
import { characterFact, named, userFact, withStop } from "./fact-text.ts";
import type { Subject } from "./fact-text.ts";

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
