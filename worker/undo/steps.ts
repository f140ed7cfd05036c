import { operationFieldSchema } from "#shared/pilots/undo.ts";
import type { UndoChange } from "#shared/pilots/undo.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import type { Seat, Wish } from "./inverse.ts";

/** What is done to a member, a setting, an operation or the requirements. `now`: the membership that the step relies on. */
export type PlannedStep = {
  groupId: string;
  userId: string | null;
  change: UndoChange;
  now: Seat | null;
  /** The requirements before and after, if the step changes them. */
  rule?: { from: Rule | null; to: Rule | null };
  /** The operation in the version that was planned with, and the series that ends if it is cancelled. */
  operation?: { id: string; version: number; endedSeriesId: string | null };
};

/** The steps that grant these wishes, none of which is refused. Pure. */
export function stepsOf(wishes: readonly Wish[]): PlannedStep[] {
  const ofGroups = wishes.flatMap((wish): PlannedStep[] => {
    if (wish.fact === "seat") return [];
    if (wish.fact === "rule") {
      const { groupId, now: from, to } = wish;
      const change = { kind: "rule" as const, isRemoved: to === null };
      return [{ groupId, userId: null, change, now: null, rule: { from, to } }];
    }
    if (wish.fact === "operation") return ofOperation(wish);
    const { groupId, field, now: from, to } = wish;
    return [{ groupId, userId: null, change: { kind: "setting", field, from, to }, now: null }];
  });
  const seats = wishes.filter((wish) => wish.fact === "seat");
  const bySeat = Map.groupBy(seats, ({ groupId, userId }) => `${groupId} ${userId}`);
  return [...[...bySeat.values()].flatMap(ofSeat), ...ofGroups];
}

/** A change, and a cancellation or its end, are two. */
function ofOperation(wish: Extract<Wish, { fact: "operation" }>): PlannedStep[] {
  const { groupId, operationId, title, version, endedSeriesId, now, to } = wish;
  const stepOf = (
    change: Pick<Extract<UndoChange, { kind: "operation" }>, "act" | "changes">,
  ): PlannedStep => ({
    groupId,
    userId: null,
    now: null,
    change: { kind: "operation", operationId, title, ...change },
    operation: { id: operationId, version, endedSeriesId },
  });
  const changes = operationFieldSchema.options.flatMap((field) => {
    const [before, after] = [now.fields[field], to.fields[field]];
    return before === undefined || after === undefined ? [] : [{ field, from: before, to: after }];
  });
  return [
    ...(changes.length === 0 ? [] : [stepOf({ act: "change", changes })]),
    ...(to.isCancelled === now.isCancelled
      ? []
      : [stepOf({ act: to.isCancelled ? "cancel" : "restore", changes: [] })]),
  ];
}

/** A role and an end of the same membership are two wishes. */
function ofSeat(wishes: readonly Extract<Wish, { fact: "seat" }>[]): PlannedStep[] {
  const [first] = wishes;
  if (first === undefined) return [];
  const { groupId, userId, now } = first;
  const role = wishes.find(({ to }) => to?.role !== now?.role)?.to?.role ?? now?.role;
  const end = wishes.find(({ to }) => to?.endsAt !== now?.endsAt) ?? first;
  const to = first.to && role ? { ...first.to, role, endsAt: end.to?.endsAt ?? null } : null;
  return changesBetween(now, to).map((change) => ({ groupId, userId, change, now }));
}

function changesBetween(now: Seat | null, to: Seat | null): UndoChange[] {
  if (to === null) return [{ kind: "remove" }];
  if (now === null) {
    return to.role === "owner"
      ? [{ kind: "add", role: "admin", endsAt: null }, { kind: "owner" }]
      : [{ kind: "add", role: to.role, endsAt: to.endsAt }];
  }
  if (to.role === "owner") return now.role === "owner" ? [] : [{ kind: "owner" }];
  // The transfer itself makes an owner an admin.
  const role = now.role === "owner" ? "admin" : now.role;
  return [
    ...(to.role === role ? [] : [{ kind: "role" as const, role: to.role }]),
    ...(to.endsAt === now.endsAt ? [] : [{ kind: "end" as const, endsAt: to.endsAt }]),
  ];
}
