import { COUNTED_MS, MAX_PLANNED, OPERATION_DAYS_AHEAD } from "#shared/operations/limits.ts";
import type {
  ChangeOperation,
  OperationPlan,
  OperationScope,
  PlanOperation,
} from "#shared/operations/operations.ts";
import { DAY_MS } from "#shared/time.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { LONGEST_MS } from "./fleet.ts";

const policy: unique symbol = Symbol("operations");

/** A group for which the actor plans; `commanders` is JSON of all who do. */
type Planning = { id: string; name: string; planned: number; commanders: string };

/**
 * What decides who may change an operation that the actor sees. `groups` and `allGroupIds` are JSON: the actor's own, and all. `commander`: as
 * the actor is told of it; null if the commander is only in groups that are hidden from the actor.
 */
type Seen = {
  groupId: string;
  startsAt: Date;
  commanderId: string | null;
  commander: string | null;
  canEdit: number;
  version: number;
  seriesId: string | null;
  groups: string;
  allGroupIds: string;
};

/** What the checks of operations allow. */
export type OnOperations<Act extends string, Of> = Allowed<typeof policy, Act, Of, UserActor>;

/** `groupIds`: for whom it is. `home`: the group that plans it. `added`: those that get one operation more. */
export type OperationsPlan<Input = PlanOperation> = {
  home: string;
  groupIds: string[];
  added: string[];
  input: Input;
};

/** A new operation: of groups for which the actor plans, and which have room. */
export function requirePlan(
  actor: UserActor,
  input: PlanOperation,
  planning: readonly Planning[],
): OnOperations<"plan", OperationsPlan> {
  const groupIds = [...new Set(input.groupIds)];
  const home = requireGroups(groupIds, planning);
  requireTime(input);
  requireCommander(input.commanderId, groupIds, planning);
  requireRoom(groupIds, planning);
  return new Allowed(policy, "plan", { home, groupIds, added: groupIds, input }, actor);
}

/** `kept`: the groups for which the actor does not plan. `scope`: all later ones only of a series. */
export type ChangedOperation<Row> = OperationsPlan<OperationPlan> & {
  operation: Row;
  kept: string[];
  scope: OperationScope;
};

/** A change: groups that the planner does not plan for are kept, and the planner learns of none that others planned it for. So is the commander. */
export function requireOperationChange<Row extends Seen>(
  actor: UserActor,
  operation: Row | undefined,
  { version, scope, ...given }: ChangeOperation,
  planning: readonly Planning[],
): OnOperations<"change", ChangedOperation<Row>> {
  const found = requirePlanner(operation);
  const keptCommander = found.commander === null ? found.commanderId : null;
  const input = { ...given, commanderId: given.commanderId ?? keptCommander };
  if (found.version !== version) throw new ApiError("operation_changed");
  const own: { groupId: string }[] = JSON.parse(found.groups);
  requireGroups(input.groupIds, [...planning, ...own.map(({ groupId }) => ({ id: groupId }))]);
  const present: string[] = JSON.parse(found.allGroupIds);
  const kept = present.filter((groupId) => !planning.some(({ id }) => id === groupId));
  const groupIds = [...new Set([found.groupId, ...input.groupIds, ...kept])];
  if (found.startsAt.getTime() !== Date.parse(input.startsAt)) requireTime(input);
  if (input.commanderId !== found.commanderId) {
    requireCommander(input.commanderId, groupIds, planning);
  }
  const isCounted = found.startsAt.getTime() > Date.now() - COUNTED_MS;
  const added = groupIds.filter(
    (groupId) => !kept.includes(groupId) && (!isCounted || !present.includes(groupId)),
  );
  requireRoom(added, planning);
  return new Allowed(
    policy,
    "change",
    {
      home: found.groupId,
      groupIds,
      kept,
      added,
      input,
      operation: found,
      scope: scopeOf(found, scope),
    },
    actor,
  );
}

const scopeOf = ({ seriesId }: Seen, scope: OperationScope) => (seriesId === null ? "one" : scope);

export function requireCancel<Row extends Seen>(
  actor: UserActor,
  operation: Row | undefined,
  scope: OperationScope,
): OnOperations<"cancel", { operation: Row; scope: OperationScope }> {
  const found = requirePlanner(operation);
  return new Allowed(policy, "cancel", { operation: found, scope: scopeOf(found, scope) }, actor);
}

/** Notes that a loss is paid, or takes that back: who plans for the group, of the losses that the planner sees. */
export function requirePay<Row extends Pick<Seen, "canEdit">, One>(
  actor: UserActor,
  operation: Row | undefined,
  loss: One | undefined,
): OnOperations<"pay", { operation: Row; loss: One }> {
  const found = requirePlanner(operation);
  if (loss === undefined) throw new ApiError("no_such_loss");
  return new Allowed(policy, "pay", { operation: found, loss }, actor);
}

type Run = Seen & {
  canRun: number;
  endsAt: Date;
  cancelledAt: Date | null;
  readingEndedAt: number | null;
  isRead: number;
};

/** Begins an operation: its commander, and who plans it. From an hour before its time, until its reading has ended. */
export function requireBegin<Row extends Run>(
  actor: UserActor,
  operation: Row | undefined,
): OnOperations<"run", { operation: Row }> {
  const found = requireRun(operation);
  const isOver = found.endsAt.getTime() + LONGEST_MS < Date.now();
  if (found.cancelledAt !== null || found.readingEndedAt !== null || isOver) {
    throw new ApiError("operation_reading_over");
  }
  if (found.startsAt.getTime() - LATE_MS > Date.now()) {
    throw new ApiError("operation_reading_early");
  }
  return new Allowed(policy, "run", { operation: found }, actor);
}

export function requireEnd<Row extends Run>(
  actor: UserActor,
  operation: Row | undefined,
): OnOperations<"run", { operation: Row }> {
  return new Allowed(policy, "run", { operation: requireRun(operation) }, actor);
}

/** Says who took part: once the operation has begun, and its fleet is not read any more. */
export function requireTick<Row extends Run>(
  actor: UserActor,
  operation: Row | undefined,
): OnOperations<"run", { operation: Row }> {
  const found = requireRun(operation);
  if (found.cancelledAt !== null) throw new ApiError("operation_reading_over");
  if (found.startsAt.getTime() > Date.now()) throw new ApiError("operation_reading_early");
  if (found.isRead === 1) throw new ApiError("operation_runs");
  return new Allowed(policy, "run", { operation: found }, actor);
}

function requireRun<Row extends Run>(operation: Row | undefined): Row {
  if (operation === undefined) throw new ApiError("no_such_operation");
  if (operation.canRun !== 1) throw new ApiError("operation_commander_only");
  return operation;
}

/** Members see it and may not change it; for all others there is none. */
function requirePlanner<Row extends Pick<Seen, "canEdit">>(operation: Row | undefined): Row {
  if (operation === undefined) throw new ApiError("no_such_operation");
  if (operation.canEdit !== 1) throw new ApiError("operation_planners_only");
  return operation;
}

/** The group that plans it. One answer for groups that do not exist and for those that are managed by others. */
function requireGroups(groupIds: readonly string[], allowed: readonly { id: string }[]): string {
  const [home] = groupIds;
  const isAllowed = (groupId: string) => allowed.some(({ id }) => id === groupId);
  if (home === undefined || !groupIds.every(isAllowed)) {
    throw new ApiError("operation_groups", {}, { field: "groupIds" });
  }
  return home;
}

function requireRoom(groupIds: readonly string[], planning: readonly Planning[]) {
  const full = planning.find(({ id, planned }) => groupIds.includes(id) && planned >= MAX_PLANNED);
  if (full !== undefined) {
    throw new ApiError("operations_full", { name: full.name, count: MAX_PLANNED });
  }
}

/** An hour late is still told: who plans while the fleet forms. */
const LATE_MS = 60 * 60 * 1000;

function requireTime({ startsAt }: OperationPlan) {
  const at = Date.parse(startsAt);
  const now = Date.now();
  if (at < now - LATE_MS || at > now + OPERATION_DAYS_AHEAD * DAY_MS) {
    throw new ApiError("operation_time", { count: OPERATION_DAYS_AHEAD }, { field: "startsAt" });
  }
}

/** One who plans for one of the groups for which the actor plans. */
function requireCommander(
  commanderId: string | null,
  groupIds: readonly string[],
  planning: readonly Planning[],
) {
  if (commanderId === null) return;
  const those = planning.filter(({ id }) => groupIds.includes(id));
  const commanders = those.flatMap(({ commanders: all }): { userId: string }[] => JSON.parse(all));
  if (!commanders.some(({ userId }) => userId === commanderId)) {
    throw new ApiError("operation_commander", {}, { field: "commanderId" });
  }
}
