import { english } from "#shared/english.ts";

// Without zod: the editor of requirements checks with these.

export const MAX_DEPTH = 6;
export const MAX_NODES = 64;
export const MAX_LISTED = 100;
export const MAX_DAYS = 10_000;
export const MAX_OPERATIONS = 100;
/** EVE's standings and security statuses reach from -10 to 10. */
export const MAX_STANDING = 10;
export const MAX_GRACE_DAYS = 30;
export const DEFAULT_GRACE_DAYS = 3;

/** A member whose evidence is unknown for longer shows as "not checked since". */
export const UNCHECKED_AFTER_DAYS = 14;

/** More removals than this within an hour are held: the larger of the two for a group, and for all groups together. */
export const HELD_ABOVE_PEOPLE = 5;
export const HELD_ABOVE_SHARE = 0.2;
export const HELD_ABOVE_IN_ALL = 50;

/** Removals that are made now are held if there are more of them, by the limit of the group or by that for all groups. */
export type HeldAbove = { group: number; all: number };

/**
 * `members`: now. `recent` and `recentInAll`: the removals of the last hour, of the group and in all. `waiting`: removals of the group
 * that are held already, because more removals join them.
 */
export function heldAbove({
  members,
  recent,
  recentInAll,
  waiting = 0,
}: {
  members: number;
  recent: number;
  recentInAll: number;
  waiting?: number;
}): HeldAbove {
  const ofGroup = Math.max(HELD_ABOVE_PEOPLE, HELD_ABOVE_SHARE * (members + recent));
  const before = { group: recent + waiting, all: recentInAll + waiting };
  return {
    group: Math.max(0, Math.floor(ofGroup - before.group)),
    all: Math.max(0, HELD_ABOVE_IN_ALL - before.all),
  };
}

/** The limit by which so many removals are held. The server alone says what is above it. */
export function holdOf(removals: number, above: HeldAbove): keyof HeldAbove | null {
  if (removals > above.group) return "group";
  return removals > above.all ? "all" : null;
}

/** What a form says about a value that the schemas refuse. */
export const REFUSALS = {
  days: {
    notWhole: english`Days must be a whole number`,
    tooFew: english`Days must be at least 1`,
    tooMany: english`Days must be at most ${inThousands(MAX_DAYS)}`,
  },
  standing: english`Must be a number from -${MAX_STANDING} to ${MAX_STANDING}`,
  skillPoints: {
    notWhole: english`Skill points must be a whole number`,
    tooFew: english`Skill points must be at least 1`,
  },
  grace: english`Grace days must be a whole number from 0 to ${MAX_GRACE_DAYS}`,
  listed: english`A condition lists at most ${MAX_LISTED}.`,
  size: english`Requirements have at most ${MAX_DEPTH} levels and ${MAX_NODES} conditions and brackets.`,
  noCondition: english`A bracket needs at least one condition.`,
  corporation: english`Choose a corporation.`,
  alliance: english`Choose an alliance.`,
  role: english`Choose a role.`,
  title: english`Choose a title.`,
  group: english`Choose a group.`,
  operations: english`Operations must be a whole number from 1 to ${MAX_OPERATIONS}`,
  server: english`Choose a Discord server.`,
  fact: english`Choose a fact.`,
  factNumber: english`Must be a number`,
  option: english`Choose a value.`,
  skill: english`Add a skill.`,
  listName: english`The list of skills needs a name.`,
} as const;

/** 10,000: without `Intl`, whose first use takes 12 ms, here when an isolate starts (docs/decisions/0103). */
function inThousands(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * Counts the nodes and levels of any JSON value that may be a tree, without recursion: a body nested ten thousand levels
 * deep must be refused before a schema walks it.
 */
export function isWithinLimits(tree: unknown): boolean {
  let level = [tree];
  let nodes = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > MAX_DEPTH || nodes > MAX_NODES) return false;
    level = level.flatMap(childrenOf);
  }
  return true;
}

function childrenOf(node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  const children = "of" in node ? node.of : "meet" in node ? node.meet : [];
  if (Array.isArray(children)) return children;
  // `of` of a standing is a word.
  return typeof children === "object" ? [children] : [];
}
