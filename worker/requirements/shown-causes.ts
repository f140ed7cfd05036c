import type { Cause, Reading } from "#shared/requirements/cause.ts";
import { groupsNamedBy } from "#shared/requirements/conditions.ts";
import type { Condition } from "#shared/requirements/tree.ts";
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
 * Who may know that a condition is a cause: every reader, a reader who sees its groups, or a keeper of the watchlist. A new
 * condition does not compile without.
 */
const READERS: Record<Condition["type"], "all" | "of-groups" | "keepers"> = {
  corporation: "all",
  alliance: "all",
  time_in_corporation: "all",
  roles: "all",
  titles: "all",
  authorization: "all",
  skills: "all",
  total_sp: "all",
  character_age: "all",
  security_status: "all",
  standing: "all",
  member_of: "of-groups",
  discord_linked: "all",
  on_discord_server: "all",
  account_age: "all",
  fact: "all",
  took_part: "of-groups",
  cleared: "keepers",
};

/** The types of the conditions that name a group. */
export const TYPES_OF_GROUPS = Object.entries(READERS).flatMap(([type, readers]) =>
  readers === "of-groups" ? [type] : [],
);

/**
 * The causes for a reader, who need not be the user whom they are about: without the characters that the reader may not know, and
 * without conditions that name a group that the reader may not see, or the watchlist.
 */
export function shownCauses(
  causes: readonly Cause[],
  { isCharacterShown, isGroupShown, isOwn = false, isKeeper = isOwn }: CauseViewer,
): Cause[] {
  return causes
    .filter((cause) => {
      switch (READERS[cause.condition.type]) {
        case "all":
          return true;
        case "of-groups":
          return groupsInCauses([cause]).every(isGroupShown);
        case "keepers":
          return isKeeper;
      }
    })
    .map((cause) => {
      const { character } = cause;
      const isShown = character === null || isCharacterShown(character.characterId);
      const reading = isOwn ? cause.reading : readingForOthers(cause.reading);
      return { ...cause, reading, character: isShown ? character : null };
    });
}

function readingForOthers(reading: Reading): Reading {
  const { asOf, fact } = reading;
  // The next operation may be one that the reader does not see.
  if (fact?.type === "operations") return { ...reading, fact: { ...fact, next: null } };
  return asOf === null
    ? reading
    : {
        ...reading,
        asOf: new Date(rounded("evidenceRead", "owner", Date.parse(asOf))).toISOString(),
      };
}

/** The groups that causes name. */
export function groupsInCauses(causes: readonly Cause[]): string[] {
  return causes.flatMap(({ condition }) => groupsNamedBy(condition));
}

/** The problem without causes that name a group, which the reader may not be able to see. The group's page tells more. */
export function withoutGroups<Problem extends { causes: Cause[] }>(problem: Problem): Problem {
  const causes = problem.causes.filter(({ condition }) => READERS[condition.type] !== "of-groups");
  return { ...problem, causes };
}
