import * as z from "zod/mini";
import { fold } from "#shared/fold.ts";
import { OPERATIONS_LISTED_DAYS } from "#shared/operations/limits.ts";
import type {
  AnswerOperation,
  CancelOperation,
  ChangeOperation,
  Operation,
  OperationEntry,
  OperationPlan,
  Operations,
  OperationsQuery,
  Planning,
  PlanOperation,
} from "#shared/operations/operations.ts";
import type {
  FleetState,
  ParticipantEntry,
  Participation,
  ParticipationOf,
  ParticipationQuery,
  TickOperation,
} from "#shared/operations/participation.ts";
import { DAY_MS, isoOrNull } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { participantsOf } from "./fleet.ts";
import { selectOpenReading } from "./participation-store.ts";
import {
  requireBegin,
  requireCancel,
  requireOperationChange,
  requireEnd,
  requirePlan,
  requireTick,
} from "./policy.ts";
import { end, fleetReadings } from "./readings.ts";
import * as store from "./store.ts";
import type { EntryRow, OperationRow, ParticipationRow } from "./store.ts";

const key = z.tuple([z.number(), z.string()]);
/** The days of participation that are looked at. */
const LISTED_DAYS = 90;
/** After every id. */
const LAST_ID = "~";

/** A page of the actor's operations, in one round trip. */
export async function listOperations(
  { db }: Context,
  { userId }: UserActor,
  { past, week, cursor }: OperationsQuery,
): Promise<Operations> {
  const now = Date.now();
  const isPast = past !== undefined;
  const [at, atId] = readCursor(cursor, key) ?? (isPast ? [now, LAST_ID] : [0, ""]);
  const viewer = { userId, now };
  const from = week === undefined ? undefined : Date.parse(week);
  const [found, planning] = await runBatch(db, [
    from !== undefined
      ? store.selectSpan({ ...viewer, from, until: from + 7 * DAY_MS })
      : isPast
        ? store.selectPast({ ...viewer, at, atId })
        : store.selectComing({ ...viewer, at, atId, until: now + OPERATIONS_LISTED_DAYS * DAY_MS }),
    store.selectPlannable(viewer),
  ]);
  const { rows, nextCursor } =
    from === undefined
      ? toPage(found, ({ startsAt, id }) => [startsAt.getTime(), id])
      : { rows: found, nextCursor: null };
  return {
    items: rows.map(presentEntry),
    nextCursor,
    planning: planning.map(({ id, name }) => ({ groupId: id, name })),
  };
}

/** The next two, for the dashboard, which reads them along with the characters. */
export const nextOperations = {
  select: ({ userId }: UserActor, now: number) =>
    store.selectNext({
      userId,
      now,
      at: 0,
      atId: "",
      until: now + OPERATIONS_LISTED_DAYS * DAY_MS,
    }),
  present: (rows: EntryRow[]) => rows.map(presentEntry),
};

export async function getOperation({ db }: Context, actor: UserActor, id: string) {
  const [[row], [read]] = await runBatch(db, [
    selectFor(actor, id),
    store.selectParticipation({ userId: actor.userId, id }),
  ]);
  return present(actor, row, read);
}

function selectFor({ userId }: UserActor, id: string) {
  return store.selectOne({ userId, id, now: Date.now() });
}

export async function readPlanning({ db }: Context, { userId }: UserActor): Promise<Planning> {
  const rows = await run(db, store.selectPlanning({ userId, now: Date.now() }));
  return {
    groups: rows.map(({ id, name, memberCount, commanders }) => ({
      groupId: id,
      name,
      memberCount,
      commanders: parseJsonText(commanders),
    })),
  };
}

export async function planOperation(
  context: Context,
  actor: UserActor,
  input: PlanOperation,
): Promise<Operation> {
  const { userId } = actor;
  const id = randomToken(12);
  const seriesId = input.isWeekly ? randomToken(12) : null;
  const read = async () => {
    const planning = await run(context.db, store.selectPlanning({ userId, now: Date.now() }));
    const wanted = planning.filter(({ id: groupId }) => input.groupIds.includes(groupId));
    return requirePlan(actor, input, wanted);
  };
  await withOptimisticLock(read, (allowed) =>
    store.insertOperation(context, allowed, { id, seriesId }),
  );
  return getOperation(context, actor, id);
}

/** As `planOperation`, for an application in the groups where it may write. `besides`: what is written with the operation of this id. */
export async function planForApplication(
  context: Context,
  actor: UserActor,
  input: OperationPlan,
  besides: (id: string) => readonly Statement[],
): Promise<string> {
  const id = randomToken(12);
  const read = async () => {
    const planning = await run(
      context.db,
      store.selectPlanningOfApplication({ applicationId: actor.userId, now: Date.now() }),
    );
    return requirePlan(actor, { ...input, isWeekly: false }, planning);
  };
  await withOptimisticLock(read, (allowed) =>
    store.insertOperation(context, allowed, { id, seriesId: null, besides: besides(id) }),
  );
  return id;
}

export async function changeOperation(
  context: Context,
  actor: UserActor,
  id: string,
  input: ChangeOperation,
): Promise<Operation> {
  const read = async () => {
    const [[row], planning] = await runBatch(context.db, [
      selectFor(actor, id),
      store.selectPlanning({ userId: actor.userId, now: Date.now() }),
    ]);
    return requireOperationChange(actor, row, input, planning);
  };
  await withOptimisticLock(read, (allowed) => store.updateOperation(context, allowed));
  return getOperation(context, actor, id);
}

/** Cancels it, or takes that back. Repeated, it changes nothing. */
export async function cancelOperation(
  context: Context,
  actor: UserActor,
  id: string,
  { isCancelled, scope }: CancelOperation,
): Promise<Operation> {
  const read = async () => {
    const [row] = await run(context.db, selectFor(actor, id));
    return requireCancel(actor, row, scope);
  };
  await withOptimisticLock(read, async (allowed) => {
    const { of: scoped } = allowed;
    if (scoped.scope === "one" && (scoped.operation.cancelledAt !== null) === isCancelled)
      return true;
    if (await store.updateCancelled(context, allowed, isCancelled)) return true;
    const [other] = await run(context.db, store.selectHasOther(scoped, isCancelled));
    return other?.is === 0;
  });
  return getOperation(context, actor, id);
}

export async function answerOperation(
  { db }: Context,
  actor: UserActor,
  id: string,
  { answer, brings }: AnswerOperation,
): Promise<Operation> {
  const viewer = { userId: actor.userId, id, now: Date.now() };
  const [, [row], [read]] = await runBatch(db, [
    answer === null
      ? store.deleteAnswer(viewer)
      : store.upsertAnswer({ ...viewer, answer, brings }),
    store.selectOne(viewer),
    store.selectParticipation({ userId: actor.userId, id }),
  ]);
  const operation = present(actor, row, read);
  const isSaved =
    answer === null
      ? operation.own === null
      : operation.own?.answer === answer && operation.own.brings === brings;
  if (!isSaved) throw new ApiError("operation_over");
  return operation;
}

const parsed = <Value>(text: JsonText<Value> | null) =>
  text === null ? null : parseJsonText(text);

function presentEntry(row: EntryRow): OperationEntry {
  const { id, kind, title, place, comms } = row;
  return {
    id,
    kind,
    title,
    place,
    comms,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    isWeekly: row.isWeekly === 1,
    commander: parsed(row.commander),
    groups: parseJsonText(row.groups),
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    cancelledBy: parsed(row.canceller),
    counts: parseJsonText(row.counts),
    own: parsed(row.own),
    took: parsed(row.took),
  };
}

function present(
  actor: UserActor,
  row: OperationRow | undefined,
  read: ParticipationRow | undefined,
): Operation {
  if (row === undefined) throw new ApiError("no_such_operation");
  return {
    ...presentEntry(row),
    text: row.text,
    doctrine: row.doctrine,
    createdBy: parsed(row.creator),
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    canEdit: row.canEdit === 1,
    canRun: row.canRun === 1,
    refusedBy: row.canEdit === 1 ? parseJsonText(row.refusedBy) : [],
    participation: read === undefined ? null : presentRead(read, actor, row.canRun === 1),
    answers: parseJsonText(row.answers),
  };
}

/** Begins an operation: from now on its fleet is read. Repeated, it looks for the fleet again. */
export async function runOperation(
  context: Context,
  actor: UserActor,
  id: string,
  isRunning: boolean,
): Promise<Operation> {
  if (isRunning) {
    const [row] = await run(context.db, selectFor(actor, id));
    const changed = await run(context.db, store.beginReading(requireBegin(actor, row)));
    if (changed > 0) await enqueue(context, [fleetReadings.message({})]);
    return getOperation(context, actor, id);
  }
  // A reading that is saved meanwhile is counted too.
  await withOptimisticLock(
    () => runBatch(context.db, [selectFor(actor, id), selectOpenReading({ id, now: Date.now() })]),
    async ([[row], [reading]]) => {
      requireEnd(actor, row);
      return reading === undefined || end(context, reading, { at: Date.now(), isByHand: true });
    },
  );
  return getOperation(context, actor, id);
}

/** Says who took part beside those who were seen in a fleet: members by their ids, and by the names of their mains. */
export async function tickOperation(
  context: Context,
  actor: UserActor,
  id: string,
  { userIds, names }: TickOperation,
): Promise<Operation> {
  const read = async () => {
    const [[row], mates] = await runBatch(context.db, [
      selectFor(actor, id),
      store.selectMates({ userId: actor.userId, id }),
    ]);
    const allowed = requireTick(actor, row);
    const byName = new Map(mates.map((mate) => [fold(mate.name ?? ""), mate.id]));
    const typed = names.map((name) => name.trim()).filter((name) => name !== "");
    const unknown = typed.filter((name) => !byName.has(fold(name)));
    if (unknown.length > 0) {
      throw new ApiError("operation_names", { names: unknown.join(", ") }, { field: "names" });
    }
    const known = new Set(mates.map((mate) => mate.id));
    const named = typed.flatMap((name) => byName.get(fold(name)) ?? []);
    return {
      allowed,
      ticked: [...new Set([...userIds.filter((userId) => known.has(userId)), ...named])],
    };
  };
  await withOptimisticLock(read, ({ allowed, ticked }) =>
    store.tickParticipants(context, allowed, ticked),
  );
  return getOperation(context, actor, id);
}

/** Guests are told of themselves alone. Times are for the reader's own participation, and for who commands or plans. */
function presentRead(
  row: ParticipationRow,
  { userId: readerId, isGuest }: UserActor,
  canRun: boolean,
): Participation {
  const { state, spans, begunAt, endedAt } = row;
  const shipNames = parseJsonText(row.ships);
  const boss = parsed(row.boss);
  const seen = parseJsonText(row.seen);
  const last = spans.read.at(-1)?.[1];
  const there = seen.filter(({ id }) => state?.pilots[id]?.seen.at(-1)?.[1] === last);
  const present = ({ userId, ships, firstAt, lastAt, ...took }: store.Took): ParticipantEntry => {
    const isTold = canRun || userId === readerId;
    return {
      userId,
      characterId: took.characterId,
      name: took.name,
      minutes: took.minutes,
      firstAt: isTold ? isoOrNull(firstAt) : null,
      lastAt: isTold ? isoOrNull(lastAt) : null,
      ships: ships.flatMap((id) => shipNames[id] ?? []),
    };
  };
  const people =
    endedAt === null && state !== null ? seenNow(state, seen, begunAt) : parseJsonText(row.took);
  return {
    state: endedAt !== null ? "ended" : begunAt === null ? "waiting" : "running",
    begunAt: begunAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    readAt: isoOrNull(state?.readAt),
    present: state?.present ?? spans.presentMost,
    // The characters of others are one each: more would tell of their alts.
    known: new Set(there.map(({ id, userId }) => (userId === readerId ? id : userId))).size,
    problem:
      state?.problem == null
        ? null
        : {
            reason: state.problem.reason,
            since: new Date(state.problem.since).toISOString(),
            boss: boss?.name ?? null,
            ownBossId: boss?.userId === readerId ? boss.id : null,
          },
    read: spans.read,
    isComplete: row.isComplete,
    people: people
      .filter(({ userId }) => !isGuest || userId === readerId)
      .map(present)
      .toSorted(longestFirst),
  };
}

function longestFirst(left: ParticipantEntry, right: ParticipantEntry): number {
  const difference = (right.minutes ?? 0) - (left.minutes ?? 0);
  if (difference !== 0) return difference;
  return (left.name ?? "") < (right.name ?? "") ? -1 : 1;
}

/** The accounts of the characters that were seen so far. */
function seenNow(
  state: FleetState,
  seen: readonly store.SeenCharacter[],
  begunAt: Date | null,
): store.Took[] {
  const people = new Map(seen.map((character) => [character.userId, character]));
  const ownerOf = new Map(seen.map(({ id, userId }) => [id, userId]));
  return participantsOf(begunAt?.getTime() ?? 0, state, ownerOf).flatMap((participant) => {
    const person = people.get(participant.userId);
    return person === undefined
      ? []
      : [{ ...participant, characterId: person.characterId, name: person.name }];
  });
}

/** Who comes to the operations of the groups for which the actor plans. */
export async function readWhoComes(
  { db }: Context,
  { userId, isGuest }: UserActor,
  { days, groupId, kind }: ParticipationQuery,
): Promise<ParticipationOf> {
  // A guest may own a group, and learns nothing of what its members do.
  if (isGuest) return { groups: [], operations: 0, unread: 0, people: [] };
  const now = Date.now();
  const only = { groupId: groupId ?? null, kind: kind ?? null };
  const asked = { userId, ...only, now, since: now - Number(days) * DAY_MS };
  const [planning, people, [ended]] = await runBatch(db, [
    store.selectPlanning({ userId, now }),
    store.selectWhoComes({ ...asked, since90: now - LISTED_DAYS * DAY_MS }),
    store.selectEnded(asked),
  ]);
  return {
    groups: planning.map(({ id, name }) => ({ groupId: id, name })),
    operations: ended?.operations ?? 0,
    unread: ended?.unread ?? 0,
    people: people
      .map(({ took, joinedAt, ...person }) => {
        const [count, minutes, lastAt] = parseJsonText(took);
        return {
          ...person,
          joinedAt: new Date(joinedAt).toISOString(),
          count,
          minutes,
          lastAt: isoOrNull(lastAt),
        };
      })
      .toSorted((left, right) => right.count - left.count || right.minutes - left.minutes),
  };
}
