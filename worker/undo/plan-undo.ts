import { MAX_UNDO_DAYS, MAX_UNDO_EVENTS, UNDO_WITHIN_DAYS } from "#shared/pilots/undo.ts";
import type { UndoHold, UndoPerson, UndoQuery, UndoRemainder } from "#shared/pilots/undo.ts";
import { holdOf } from "#shared/requirements/limits.ts";
import { DAY_MS } from "#shared/time.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { toActivity } from "#worker/audit/events.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import { heldAboveOf } from "#worker/enrolment/held/asked.ts";
import { selectRecentRemovals } from "#worker/enrolment/passes/removal-store.ts";
import type { Context } from "#worker/env.ts";
import { loggedSettings } from "#worker/groups/group/settings.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { inverseOf, refuseBrokenTransfers } from "./inverse.ts";
import type { PresentState, Wish } from "./inverse.ts";
import { judge } from "./rules.ts";
import type { Circumstances } from "./rules.ts";
import { stepsOf } from "./steps.ts";
import type { PlannedStep } from "./steps.ts";
import * as store from "./store.ts";
import { isByHand } from "./touches.ts";
import type { UndoEventRow, UndoGroupRow, UndoOperationRow, SeatRow } from "./store.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { readEvidence, requiredTree } from "#worker/requirements/gate.ts";
import { requireSound } from "#worker/enrolment/rules/service.ts";
import { requireWayIn } from "#worker/requirements/way-in.ts";

export type UndoPlan = {
  person: UndoPerson;
  isApplication: boolean;
  eventCount: number;
  steps: PlannedStep[];
  stays: UndoRemainder[];
  holds: UndoHold[];
  groups: Map<string, UndoGroupRow>;
  categoryIds: Map<string, string>;
  nameOf: (userId: string) => string | null;
};

/** What undoing the actions of a user in a span would do now. Reads in one round trip, and in a second what requirements ask for. */
export async function planUndo(
  context: Context,
  actor: UserActor,
  query: UndoQuery,
): Promise<UndoPlan> {
  const now = Date.now();
  const { from, to } = requireSpan(query, now);
  const span = { since: eventIdsFrom(from), before: eventIdsFrom(to) };
  const values = { userId: query.userId, ...span };
  const [[person], own, memberships, ends, edits, seats, groupRows, categories, recent, planned] =
    await runBatch(context.db, [
      store.selectPerson({ userId: query.userId }),
      store.selectOwn(values),
      store.selectMemberships(values),
      store.selectEnds(values),
      store.selectEdits(values),
      store.selectSeats(values),
      store.selectGroups(values),
      store.selectCategories(),
      selectRecentRemovals(now),
      store.selectOperations(values),
    ]);
  if (person === undefined) throw new ApiError("no_such_pilot");
  if (own.length > MAX_UNDO_EVENTS)
    throw new ApiError("undo_too_large", { count: MAX_UNDO_EVENTS });
  const groups = new Map(groupRows.map((group) => [group.id, group]));
  const seatAt = new Map(seats.map((seat) => [keyOf(seat.groupId, seat.userId), seat]));
  const rows = new Map([...own, ...memberships, ...ends, ...edits].map((row) => [row.id, row]));
  const events = [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const names = new Map(seats.map(({ userId, name }) => [userId, name]));
  const present = { ...presentOf(groups, seatAt, names), operationOf: operationsOf(planned, now) };
  const wishes = inverseOf(events, { actorId: query.userId, ...span }, present);
  const unsound = await findUnsound(context, actor, wishes);
  const isSound = (groupId: string) => !unsound.has(groupId);
  // Requirements that are restored decide on the members who are added again.
  const restored = withRules(groups, wishes, isSound);
  const circumstances: Circumstances = {
    groups: restored,
    isSound,
    users: new Map(
      seats
        .filter(({ name }) => name !== null)
        .map((seat) => [seat.userId, { isSuspended: markOf(seat, now) !== null }]),
    ),
    isBlocked: (...ids) => seatAt.get(keyOf(...ids))?.isBlocked === 1,
    isHeld: (...ids) => seatAt.get(keyOf(...ids))?.isHeld === 1,
    categoriesNamed: (name) => categories.filter((category) => category.name === name).length,
    now,
    ...(await readNeeds(context, wishes, restored)),
  };
  const judged = refuseBrokenTransfers(
    wishes.map((wish) => judge(wish, circumstances)),
    own,
  );
  const steps = stepsOf(judged.filter(({ refusal }) => refusal === null));
  const { isApplication, ...named } = person;
  return {
    person: named,
    isApplication: isApplication === 1,
    eventCount: own.length,
    steps,
    stays: remaindersOf(judged, own, rows),
    holds: holdsOf(steps, groups, recent),
    groups,
    categoryIds: new Map(categories.map(({ id, name }) => [name, id])),
    nameOf: (userId) => names.get(userId) ?? null,
  };
}

const keyOf = (groupId: string, userId: string) => `${groupId} ${userId}`;

function presentOf(
  groups: ReadonlyMap<string, UndoGroupRow>,
  seatAt: ReadonlyMap<string, SeatRow>,
  names: ReadonlyMap<string, string | null>,
): Omit<PresentState, "operationOf"> {
  return {
    seatOf: (...ids) => {
      const seat = seatAt.get(keyOf(...ids));
      if (seat?.role == null) return null;
      const { role, endsAt, emergencyId } = seat;
      return { role, endsAt: endsAt?.toISOString() ?? null, isEmergency: emergencyId !== null };
    },
    settingsOf: (groupId) => {
      const group = groups.get(groupId);
      return group && loggedSettings(group);
    },
    ruleOf: (groupId) => {
      const { tree, enrolment, listing, graceDays } = groups.get(groupId) ?? {};
      if (!tree || !enrolment || !listing || graceDays == null) return null;
      return { tree, enrolment, listing, graceDays };
    },
    hasUser: (userId) => names.has(userId),
  };
}

function operationsOf(
  planned: readonly UndoOperationRow[],
  now: number,
): PresentState["operationOf"] {
  const found = new Map(planned.map((row) => [row.id, row]));
  return (operationId) => {
    const row = found.get(operationId);
    if (row === undefined) return undefined;
    const { version, seriesId, cancelledAt, startsAt, endsAt, kind, title, place, comms } = row;
    const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    return {
      version,
      seriesId,
      isCancelled: cancelledAt !== null,
      isOver: endsAt.getTime() <= now,
      fields: { kind, title, place, comms, ...times },
    };
  };
}

/** What stays, the latest action first. */
function remaindersOf(
  wishes: readonly Wish[],
  own: readonly UndoEventRow[],
  rows: ReadonlyMap<string, UndoEventRow>,
): UndoRemainder[] {
  const refused = wishes.flatMap(({ refusal, last }): UndoRemainder[] => {
    const event = rows.get(last.id);
    if (refusal === null || event === undefined) return [];
    const { because } = refusal;
    const by = refusal.by && rows.get(refusal.by.id);
    const changed =
      because === "changed"
        ? { name: by?.actorName ?? null, at: by?.createdAt.toISOString() ?? null }
        : null;
    return [{ event: toActivity(event), count: 1, because, changed }];
  });
  const byHand = Map.groupBy(
    own.filter(isByHand),
    ({ kind, groupId, subjectId, log }) => `${kind} ${log === "groups" ? groupId : subjectId}`,
  );
  const left = [...byHand.values()].flatMap((events): UndoRemainder[] => {
    const [latest] = events;
    if (latest === undefined) return [];
    const event = toActivity(latest);
    return [{ event, count: events.length, because: "by_hand", changed: null }];
  });
  return [...refused, ...left].toSorted((a, b) => (a.event.id < b.event.id ? 1 : -1));
}

/** The removals that wait for a decision, by the same limits as others. */
function holdsOf(
  steps: readonly PlannedStep[],
  groups: ReadonlyMap<string, UndoGroupRow>,
  recent: readonly { groupId: string | null; count: number }[],
): UndoHold[] {
  const removals = steps.filter(({ change }) => change.kind === "remove");
  const byGroup = Map.groupBy(removals, ({ groupId }) => groupId);
  return [...byGroup].flatMap(([groupId, { length: count }]): UndoHold[] => {
    const group = groups.get(groupId);
    const inOthers = { groupId: null, count: removals.length - count };
    const limit = group ? holdOf(count, heldAboveOf(group, [...recent, inOthers])) : null;
    return limit === null ? [] : [{ groupId, count, limit }];
  });
}

/** The span in milliseconds, if it may be undone. */
function requireSpan(query: UndoQuery, now: number): { from: number; to: number } {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (to <= from) throw new ApiError("undo_end_first", {}, { field: "to" });
  if (to - from > MAX_UNDO_DAYS * DAY_MS) {
    throw new ApiError("undo_too_long", { days: MAX_UNDO_DAYS }, { field: "to" });
  }
  if (from < now - UNDO_WITHIN_DAYS * DAY_MS) {
    throw new ApiError("undo_too_early", { days: UNDO_WITHIN_DAYS }, { field: "from" });
  }
  return { from, to };
}

/** The groups whose former requirements cannot be saved now: what they name is gone, or guests could not join. */
async function findUnsound(
  context: Context,
  actor: UserActor,
  wishes: readonly Wish[],
): Promise<Set<string>> {
  const unsound = new Set<string>();
  for (const { fact, groupId, to, refusal } of wishes) {
    if (fact !== "rule" || to === null || refusal !== null) continue;
    if (await isRefused(() => requireSound(context, actor, groupId, to.tree))) unsound.add(groupId);
  }
  return unsound;
}

/** The groups with the requirements that are restored. */
function withRules(
  groups: ReadonlyMap<string, UndoGroupRow>,
  wishes: readonly Wish[],
  isSound: (groupId: string) => boolean,
): ReadonlyMap<string, UndoGroupRow> {
  const restored = new Map(groups);
  for (const { fact, groupId, to, refusal } of wishes) {
    const group = groups.get(groupId);
    if (fact !== "rule" || refusal !== null || group === undefined || !isSound(groupId)) continue;
    restored.set(groupId, { ...group, tree: to?.tree ?? null, enrolment: to?.enrolment ?? null });
  }
  return restored;
}

async function isRefused(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

type Needs = Pick<Circumstances, "outcomeOf" | "mustStayOpen">;

/** What only some wishes need: whether users meet the requirements, and whether guests need a group. */
async function readNeeds(
  context: Context,
  wishes: readonly Wish[],
  groups: ReadonlyMap<string, UndoGroupRow>,
): Promise<Needs> {
  const open = wishes.filter(({ refusal }) => refusal === null);
  const [outcomes, needed] = await Promise.all([
    readOutcomes(context, open, groups),
    findNeeded(context, open, groups),
  ]);
  return {
    outcomeOf: (groupId, userId) =>
      outcomes.has(groupId) ? (outcomes.get(groupId)?.get(userId) ?? "unknown") : "met",
    mustStayOpen: (groupId) => needed.has(groupId),
  };
}

/** By group and user, of the groups that have requirements for the users who are added. */
async function readOutcomes(
  context: Context,
  wishes: readonly Wish[],
  groups: ReadonlyMap<string, UndoGroupRow>,
): Promise<Map<string, Map<string, Outcome>>> {
  const added = wishes.flatMap((wish) => {
    if (wish.fact !== "seat" || wish.now !== null || wish.to === null) return [];
    const group = groups.get(wish.groupId);
    const tree = group && requiredTree(group);
    return tree === undefined ? [] : [{ ...wish, tree }];
  });
  if (added.length === 0) return new Map();
  const trees = new Map(added.map(({ groupId, tree }) => [groupId, tree]));
  const userIds = [...new Set(added.map(({ userId }) => userId))];
  const evidence = await readEvidence(context, userIds, [...trees.values()]);
  const now = Date.now();
  return new Map(
    [...trees].map(([groupId, tree]) => [
      groupId,
      new Map(evidence.map((user) => [user.userId, evaluate(tree, user, now).outcome])),
    ]),
  );
}

async function findNeeded(
  context: Context,
  wishes: readonly Wish[],
  groups: ReadonlyMap<string, UndoGroupRow>,
): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const wish of wishes) {
    if (wish.fact !== "setting" || wish.field !== "guests" || wish.to !== "closed") continue;
    const { memberGroupId = null } = groups.get(wish.groupId) ?? {};
    if (memberGroupId === null) continue;
    const check = () => requireWayIn(context, memberGroupId, { closedId: wish.groupId });
    if (await isRefused(check)) needed.add(wish.groupId);
  }
  return needed;
}
