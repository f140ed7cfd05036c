import type { Cause } from "#shared/requirements/cause.ts";
import type { Quantifier } from "#shared/requirements/tree.ts";
import type { CharacterPart, CharacterTrace, Trace } from "./evaluate.ts";
import type { CharacterEvidence } from "./user-evidence.ts";

/** `withNames` adds the names. */
export type FoundCause = Omit<Cause, "names">;

/** What the causes explain: why the trace is not met, or, below a `not`, why it is. */
type Wanted = "met" | "unmet";

/**
 * Why a user does not meet a requirement, or why this is not known: the conditions that would have to change. Where several
 * characters could meet a condition, only the one that lacks least is named. Empty if the requirement is met.
 */
export function causesOf(trace: Trace): FoundCause[] {
  return causes(trace, "met");
}

function causes(trace: Trace, wanted: Wanted): FoundCause[] {
  const { outcome } = trace;
  if (outcome === wanted) return [];
  switch (trace.type) {
    case "all":
    case "any":
      return blamed(trace.of, outcome).flatMap((part) => causes(part, wanted));
    case "not":
      return causes(trace.of, opposite(wanted));
    case "characters":
      return charactersBlamed(trace, wanted).flatMap(({ character, trace: part }) =>
        characterCauses(part, wanted, character, trace.which),
      );
    case "condition":
      return [causeOf(trace, wanted, null, null)];
  }
}

/** The same for one character, which has the outcome to explain. */
function characterCauses(
  part: CharacterPart,
  wanted: Wanted,
  character: CharacterEvidence,
  which: Quantifier,
): FoundCause[] {
  switch (part.type) {
    case "all":
    case "any":
      return blamed(part.of, part.outcome).flatMap((one) =>
        characterCauses(one, wanted, character, which),
      );
    case "not":
      return characterCauses(part.of, opposite(wanted), character, which);
    case "condition":
      return [causeOf(part, wanted, character, which)];
  }
}

/** The parts whose outcome is the one to explain. */
function blamed<Part extends { outcome: string }>(parts: Part[], outcome: string): Part[] {
  return parts.filter((part) => part.outcome === outcome);
}

function charactersBlamed(
  { which, outcome, characters }: Extract<Trace, { type: "characters" }>,
  wanted: Wanted,
): CharacterTrace[] {
  const found = blamed(characters, outcome);
  // One character is enough, so the others need not change.
  const isOneEnough = which !== "every" && wanted === "met";
  if (!isOneEnough) return found;
  const [closest] = found.toSorted((a, b) => lack(a.trace, wanted) - lack(b.trace, wanted));
  return closest === undefined ? [] : [closest];
}

/** How much a character lacks: conditions, and within them, the missing share of the skills. */
function lack(part: CharacterPart, wanted: Wanted): number {
  if (part.outcome === wanted) return 0;
  switch (part.type) {
    case "all":
      return part.of.reduce((sum, inner) => sum + lack(inner, wanted), 0);
    case "any":
      return Math.min(...part.of.map((inner) => lack(inner, wanted)));
    case "not":
      return lack(part.of, opposite(wanted));
    case "condition": {
      const { fact } = part.reading;
      return fact?.type === "skills" ? fact.missing.length / fact.required : 1;
    }
  }
}

function causeOf(
  {
    condition,
    outcome,
    reading,
  }: Pick<Extract<Trace, { type: "condition" }>, "outcome" | "reading"> & {
    condition: Cause["condition"];
  },
  wanted: Wanted,
  character: CharacterEvidence | null,
  which: Quantifier | null,
): FoundCause {
  return {
    outcome: outcome === "unknown" ? "unknown" : "unmet",
    isNegated: wanted === "unmet",
    condition,
    which,
    character: character && {
      characterId: character.characterId,
      characterName: character.name,
    },
    reading,
  };
}

function opposite(wanted: Wanted): Wanted {
  return wanted === "met" ? "unmet" : "met";
}
