import { ph, plural, t } from "#web/language/macros.ts";
import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { ExplainedCharacter } from "#shared/requirements/rule.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { causeText } from "./cause-text.ts";
import { causesOfLeaf } from "./explained-causes.ts";
import type { CharactersPart, ExplainedLeaf } from "./explained-causes.ts";
import { ageText, characterFact, userFact, withStop } from "./fact-text.ts";

/** How many facts of unmet conditions are told. */
const MOST_FACTS = 3;

/** What was found for the reader, in sentences: "Rook Ansgar lost its authorization 2 days ago. Your 2 other characters are fine." */
export function leafText(leaf: ExplainedLeaf, names: RuleNames, now: number): Piece[] {
  const { part, isNegated, outcome } = leaf;
  if (part.type === "private") {
    return [
      outcome === "met"
        ? t`This part is private.`
        : t`This part is private. It is not met, or not known.`,
    ];
  }
  if (part.type === "condition") {
    const isMet = part.outcome === "met";
    return withStop(userFact(part.condition, part.reading, isMet, names, "own", now));
  }
  if (part.characters.length === 0) {
    return [part.which === "main" ? t`You have no main character.` : t`You have no characters.`];
  }
  if (outcome === "met") return metText(part, isNegated, names, now);
  const causes = causesOfLeaf(leaf, names);
  const rest = causes.length - MOST_FACTS;
  return inTurn([
    introduction(leaf, part),
    ...causes.slice(0, MOST_FACTS).map((cause) => causeText(cause, "own", now)),
    rest > 0 ? [t`And ${rest} more.`] : [],
    others(leaf, part),
  ]);
}

/** Sentences one after the other. */
function inTurn(sentences: readonly Piece[][]): Piece[] {
  return sentences
    .filter((pieces) => pieces.length > 0)
    .flatMap((pieces, index): Piece[] => [...(index > 0 ? [" "] : []), ...pieces]);
}

/** The oldest fact that counts: "Read 3 hours ago". */
export function leafAge({ part }: ExplainedLeaf, now: number): string | null {
  const readings =
    part.type === "condition"
      ? [part.reading]
      : part.type === "characters"
        ? part.characters.flatMap(({ meet }) => readingsOf(meet))
        : [];
  const [oldest] = readings
    .filter((reading) => ageText(reading, now) !== null)
    .toSorted((a, b) => Date.parse(a.asOf ?? "") - Date.parse(b.asOf ?? ""));
  return oldest === undefined ? null : ageText(oldest, now);
}

function readingsOf(meet: ExplainedCharacter): Reading[] {
  switch (meet.type) {
    case "all":
    case "any":
      return meet.of.flatMap(readingsOf);
    case "not":
      return readingsOf(meet.of);
    case "condition":
      return [meet.reading];
  }
}

function metText(
  { which, characters }: CharactersPart,
  isNegated: boolean,
  names: RuleNames,
  now: number,
): Piece[] {
  const count = characters.length;
  const isOfAll = (which === "every") !== isNegated && which !== "main";
  if (isOfAll && count > 1) {
    return [isNegated ? t`None of your ${count} characters.` : t`All of your ${count} characters.`];
  }
  const decisive = characters.find((one) => one.outcome === (isNegated ? "unmet" : "met"));
  if (decisive === undefined) return [];
  const name = { name: decisive.characterName };
  const { meet } = decisive;
  if (meet.type !== "condition") return [name, "."];
  const { condition, reading, outcome } = meet;
  return withStop(characterFact(name, condition, reading, outcome === "met", names, now));
}

/** Before the facts of the closest character. */
function introduction(
  { isNegated, outcome }: ExplainedLeaf,
  { which, characters }: CharactersPart,
): Piece[] {
  const isOneEnough = which === "any" && !isNegated && outcome === "unmet";
  if (!isOneEnough || characters.length === 1) return [];
  return [t`None of your ${ph({ count: characters.length })} characters. Closest:`];
}

/** After the facts of those that have to change. */
function others(
  { isNegated }: ExplainedLeaf,
  { which, characters, outcome }: CharactersPart,
): Piece[] {
  const isOfAll = (which === "every") !== isNegated && which !== "main";
  const fine = characters.filter((one) => one.outcome === (isNegated ? "unmet" : "met")).length;
  if (!isOfAll || fine === 0 || outcome === "unknown") return [];
  return [
    plural(fine, {
      one: "Your other character is fine.",
      other: "Your # other characters are fine.",
    }),
  ];
}
