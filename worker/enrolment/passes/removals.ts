import { heldAbove, holdOf } from "#shared/requirements/limits.ts";
import type { HoldLimit } from "#shared/requirements/held.ts";

/** A decision on held removals counts evidence that is at most this old. */
const FRESH_MS = 10 * 60 * 1000;

/** A group with removals that are due, or with an open hold. Instants are milliseconds since 1970. */
export type DueGroup = {
  groupId: string;
  memberCount: number;
  due: number;
  /** How many of the due removals belong to the hold. */
  dueOfHold: number;
  /** When the due removal that was checked longest ago was checked; null without one. */
  checkedAt: number | null;
  hold: {
    id: string;
    state: "held" | "released";
    computedAt: number;
    removalCount: number;
    /** A release goes on then; 0 if it does not wait. */
    continuesAt: number;
  } | null;
  /** Discord servers on which the group gives a role. */
  servers: number;
  /** Members that were removed within the last hour for any reason, but for removals that a person released. */
  recent: number;
};

export type RemovalDecision =
  /** With `heldId`, only the removals of this hold, which a person released. */
  | { kind: "remove"; groupId: string; heldId: string | null }
  | { kind: "hold"; groupId: string; limit: HoldLimit; memberCount: number; due: number }
  /** Nothing is left to wait for. `releasedAfter`: a person released the hold, later than this. */
  | { kind: "close"; groupId: string; heldId: string; releasedAfter: number | null }
  /** Few are left of a hold: they are removed only if they are still due by fresh evidence. */
  | { kind: "recompute"; groupId: string; heldId: string };

/**
 * What happens to the removals that are due. Pure. More than a fifth of a group (and five people), or more than fifty in
 * all, within an hour, wait for a person.
 */
export function decideRemovals(
  groups: readonly DueGroup[],
  recentInAll: number,
  now: number,
): RemovalDecision[] {
  const isHeld = ({ hold }: DueGroup) => hold?.state === "held";
  const sumOf = (some: readonly DueGroup[]) => some.reduce((sum, { due }) => sum + due, 0);
  const dueNow = recentInAll + sumOf(groups.filter(({ hold }) => hold === null));
  const dueWithHeld = dueNow + sumOf(groups.filter(isHeld));
  return groups.flatMap((group): RemovalDecision[] => {
    const { groupId, due, dueOfHold, hold, recent, memberCount } = group;
    if (hold?.state === "released") {
      if (dueOfHold === 0)
        return [{ kind: "close", groupId, heldId: hold.id, releasedAfter: hold.computedAt }];
      return hold.continuesAt > now ? [] : [{ kind: "remove", groupId, heldId: hold.id }];
    }
    if (due === 0) {
      return hold === null
        ? []
        : [{ kind: "close", groupId, heldId: hold.id, releasedAfter: null }];
    }
    const inOthers = (isHeld(group) ? dueWithHeld : dueNow) - due;
    const limit = holdOf(due, heldAbove({ members: memberCount, recent, recentInAll: inOthers }));
    if (limit !== null) return [{ kind: "hold", groupId, limit, memberCount, due }];
    if (hold === null || isFresh(group, hold.computedAt, now)) {
      return [{ kind: "remove", groupId, heldId: null }];
    }
    return [{ kind: "recompute", groupId, heldId: hold.id }];
  });
}

function isFresh({ checkedAt }: DueGroup, computedAt: number, now: number): boolean {
  return checkedAt !== null && checkedAt >= Math.max(computedAt, now - FRESH_MS);
}
