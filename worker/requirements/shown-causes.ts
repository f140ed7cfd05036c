import type { Cause, Reading } from "#shared/requirements/cause.ts";
import { rounded } from "#worker/ground/precision.ts";

/** What a reader may know about the causes of another user. */
type CauseViewer = {
  /** Whether the reader may know whose character it is. Every user may know mains. */
  isCharacterShown: (characterId: number) => boolean;
  isGroupShown: (groupId: string) => boolean;
  /** The causes are about the reader. Others get the hour in which a sheet was read. */
  isOwn?: boolean;
  /** Learns that the watchlist is the cause. Users learn of themselves that a private condition is not met. */
  isKeeper?: boolean;
};

/**
 * The causes for a reader, who need not be the user whom they are about: without the characters that the reader may not know, and
 * without conditions that name a group that the reader may not see, or the watchlist.
 */
export function shownCauses(
  causes: readonly Cause[],
  { isCharacterShown, isGroupShown, isOwn = false, isKeeper = isOwn }: CauseViewer,
): Cause[] {
  return causes
    .filter(
      ({ condition }) =>
        (condition.type !== "member_of" || condition.groupIds.every(isGroupShown)) &&
        (condition.type !== "cleared" || isKeeper),
    )
    .map((cause) => {
      const { character } = cause;
      const isShown = character === null || isCharacterShown(character.characterId);
      const reading = isOwn ? cause.reading : readingForOthers(cause.reading);
      return { ...cause, reading, character: isShown ? character : null };
    });
}

function readingForOthers(reading: Reading): Reading {
  const { asOf } = reading;
  return asOf === null
    ? reading
    : {
        ...reading,
        asOf: new Date(rounded("evidenceRead", "owner", Date.parse(asOf))).toISOString(),
      };
}

/** The groups that causes name. */
export function groupsInCauses(causes: readonly Cause[]): string[] {
  return causes.flatMap(({ condition }) =>
    condition.type === "member_of" ? condition.groupIds : [],
  );
}

/** The problem without causes that name a group, which the reader may not be able to see. The group's page tells more. */
export function withoutGroups<Problem extends { causes: Cause[] }>(problem: Problem): Problem {
  const causes = problem.causes.filter(({ condition }) => condition.type !== "member_of");
  return { ...problem, causes };
}
