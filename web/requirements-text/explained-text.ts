import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { ExplainedCharacter } from "#shared/requirements/rule.ts";
import { formatCount } from "#web/lib/format.ts";
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
        ? "This part is private."
        : "This part is private. It is not met, or not known.",
    ];
  }
  if (part.type === "condition") {
    const isMet = part.outcome === "met";
    return withStop(userFact(part.condition, part.reading, isMet, names, "own", now));
  }
  if (part.characters.length === 0) {
    return [part.which === "main" ? "You have no main character." : "You have no characters."];
  }
  if (outcome === "met") return metText(part, isNegated, names, now);
  const causes = causesOfLeaf(leaf, names);
  const facts = causes
    .slice(0, MOST_FACTS)
    .flatMap((cause, index): Piece[] => [
      ...(index > 0 ? [" "] : []),
      ...causeText(cause, "own", now),
    ]);
  const rest = causes.length - MOST_FACTS;
  return [
    ...introduction(leaf, part),
    ...facts,
    ...(rest > 0 ? [` And ${rest} more.`] : []),
    ...others(leaf, part),
  ];
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
  if (isOfAll && count > 1) return [isNegated ? "None" : "All", ` of your ${count} characters.`];
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
  return [`None of your ${characters.length} characters. Closest: `];
}

/** After the facts of those that have to change. */
function others(
  { isNegated }: ExplainedLeaf,
  { which, characters, outcome }: CharactersPart,
): Piece[] {
  const isOfAll = (which === "every") !== isNegated && which !== "main";
  const fine = characters.filter((one) => one.outcome === (isNegated ? "unmet" : "met")).length;
  if (!isOfAll || fine === 0 || outcome === "unknown") return [];
  const count = formatCount(fine, "other character");
  return [fine === 1 ? " Your other character is fine." : ` Your ${count} are fine.`];
}
