import { ph, t } from "#web/language/macros.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { isOnCharacter } from "./condition-text.ts";
import type { Viewpoint } from "./condition-text.ts";
import { characterFact, userFact, withStop } from "./fact-text.ts";

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
  const text = causeText(first, viewpoint, now);
  return others.length === 0 ? text : [...text, " ", t`And ${ph({ count: others.length })} more.`];
}

/** With `any`, the cause is about the character that lacks least. */
function subjectOf({ which, character, outcome, isNegated }: Cause, viewpoint: Viewpoint): Piece {
  if (character) return { name: character.characterName };
  const isOwn = viewpoint === "own";
  if (which === "main") return isOwn ? t`your main character` : t`their main character`;
  const isClosest = which === "any" && outcome === "unmet" && !isNegated;
  if (isClosest)
    return isOwn ? t`the closest of your characters` : t`the closest of their characters`;
  return isOwn ? t`one of your characters` : t`one of their characters`;
}
