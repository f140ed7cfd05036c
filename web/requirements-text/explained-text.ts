import { msg, plural, t } from "#web/language/macros.ts";
import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { ExplainedCharacter } from "#shared/requirements/rule.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import {
  andMore,
  causeText,
  ageText,
  characterFact,
  named,
  userFact,
  withStop,
} from "./cause-text.ts";
import { causesOfLeaf } from "./explained-causes.ts";
import type { CharactersPart, ExplainedLeaf } from "./explained-causes.ts";

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
  const facts = causes
    .slice(0, MOST_FACTS)
    .flatMap((cause, index): Piece[] => [
      ...(index > 0 ? [" "] : []),
      ...causeText(cause, "own", now),
    ]);
  const rest = causes.length - MOST_FACTS;
  const told = rest > 0 ? andMore(facts, rest) : facts;
  return withOthers(introduced(told, leaf, part), leaf, part);
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
    return [
      isNegated
        ? plural(count, { one: "None of your # characters.", other: "None of your # characters." })
        : plural(count, { one: "All of your # characters.", other: "All of your # characters." }),
    ];
  }
  const decisive = characters.find(
    (character) => character.outcome === (isNegated ? "unmet" : "met"),
  );
  if (decisive === undefined) return [];
  const subject = named(decisive.characterName);
  const { meet } = decisive;
  if (meet.type !== "condition") return withStop(subject.who);
  const { condition, reading, outcome } = meet;
  return withStop(characterFact(subject, condition, reading, outcome === "met", names, now));
}

/** Facts about the closest character begin with "Closest". */
function introduced(
  facts: Piece[],
  { isNegated, outcome }: ExplainedLeaf,
  { which, characters }: CharactersPart,
): Piece[] {
  const isOneEnough = which === "any" && !isNegated && outcome === "unmet";
  const { length: count } = characters;
  if (!isOneEnough || count === 1) return facts;
  return sentence(
    msg`${plural(count, { one: "None of your # characters.", other: "None of your # characters." })} Closest: ${facts}`,
  );
}

/** After the facts of the characters that have to change come the other characters. */
function withOthers(
  facts: Piece[],
  { isNegated }: ExplainedLeaf,
  { which, characters, outcome }: CharactersPart,
): Piece[] {
  const isOfAll = (which === "every") !== isNegated && which !== "main";
  const fine = characters.filter(
    (character) => character.outcome === (isNegated ? "unmet" : "met"),
  ).length;
  if (!isOfAll || fine === 0 || outcome === "unknown") return facts;
  return sentence(
    msg`${facts} ${plural(fine, { one: "Your other character is fine.", other: "Your # other characters are fine." })}`,
  );
}
