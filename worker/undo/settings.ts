import type { UndoneSpan } from "#shared/events/details.ts";
import type { OperationField } from "#shared/pilots/undo.ts";
import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { categories, groups } from "#worker/db/schema/groups.ts";
import {
  operationAnswers,
  operationGroups,
  operations,
  operationSeries,
} from "#worker/db/schema/operations.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { settingColumns, withLogged } from "#worker/groups/group/settings.ts";
import type { Settings } from "#worker/groups/group/settings.ts";
import { effectiveOf } from "#worker/access/visibility.ts";
import { forgetWaits, moveReminders } from "#worker/operations/store.ts";
import type { UndoPlan } from "./plan-undo.ts";
import type { PlannedStep } from "./steps.ts";

type Restored = { plan: UndoPlan; steps: readonly PlannedStep[]; undone: UndoneSpan };

/** The statements that restore settings of any groups: one event and one row for each group. */
export function settingStatements(
  context: Context,
  actor: UserActor,
  { plan, steps, undone }: Restored,
): Statement[] {
  const byGroup = Map.groupBy(steps, ({ groupId }) => groupId);
  const list = [...byGroup].flatMap(([id, ofGroup]) => {
    const group = plan.groups.get(id);
    if (group === undefined) return [];
    const next = ofGroup.reduce<Settings>(
      (settings, { change }) =>
        change.kind === "setting"
          ? withLogged({ group: settings, categoryIds: plan.categoryIds }, change.field, change.to)
          : settings,
      group,
    );
    const changes = Object.fromEntries(
      ofGroup.flatMap(({ change }) =>
        change.kind === "setting" ? [[change.field, { from: change.from, to: change.to }]] : [],
      ),
    );
    return [
      {
        id,
        detail: { changes, undone },
        nameFolded: fold(next.name),
        ...settingColumns((key) => asStored(next[key])),
      },
    ];
  });
  const from = sql`json_each(${JSON.stringify(list)}) as one`;
  const isIt = sql`${groups.id} = one.value ->> '$.id'`;
  const next = (field: keyof (typeof list)[number]) => sql`one.value ->> ${`$.${field}`}`;
  const categoryVisibility = orm
    .select({ visibility: categories.visibility })
    .from(categories)
    .where(eq(categories.id, next("categoryId")));
  return [
    recordForEach(
      context,
      {
        kind: "group_updated",
        actor,
        groupId: groups.id,
        detail: sql`json(one.value -> '$.detail')`,
      },
      sql`${from} cross join ${groups}`,
      isIt,
    ),
    orm
      .update(groups)
      .set({
        ...settingColumns(next),
        nameFolded: next("nameFolded"),
        effectiveVisibility: effectiveOf(next("visibility"), categoryVisibility),
        version: sql`${groups.version} + 1`,
      })
      .from(from)
      .where(isIt),
  ];
}

const OPERATION_EVENTS = {
  change: "operation_changed",
  cancel: "operation_cancelled",
  restore: "operation_restored",
} as const;

/** The statements that restore operations: first what they were, then whether they are cancelled, and their series end. */
export function operationStatements(
  context: Context,
  actor: UserActor,
  steps: readonly PlannedStep[],
  undone: UndoneSpan,
): Statement[] {
  return (["change", "cancel", "restore"] as const).flatMap((act) => {
    const list = steps.flatMap(({ change, operation }) => {
      if (change.kind !== "operation" || change.act !== act) return [];
      const { operationId, changes } = change;
      const values = Object.fromEntries(
        changes.map(({ field, to }) => [
          field,
          field === "startsAt" || field === "endsAt" ? Date.parse(to) : to,
        ]),
      );
      const told = Object.fromEntries(changes.map(({ field, from, to }) => [field, { from, to }]));
      const title = changes.find(({ field }) => field === "title")?.to ?? change.title;
      const detail = { operationId, title, ...(act === "change" && { changes: told }), undone };
      return [{ id: operationId, values, detail, endedSeriesId: operation?.endedSeriesId }];
    });
    if (list.length === 0) return [];
    const from = sql`json_each(${JSON.stringify(list)}) as one`;
    const id = sql`one.value ->> '$.id'`;
    const next = (column: SQLiteColumn, field: OperationField) =>
      sql`coalesce(one.value ->> ${`$.values.${field}`}, ${column})`;
    const { kind, title, place, comms, startsAt, endsAt } = operations;
    const isCancelled = act === "cancel";
    const set =
      act === "change"
        ? {
            kind: next(kind, "kind"),
            title: next(title, "title"),
            place: next(place, "place"),
            comms: next(comms, "comms"),
            startsAt: next(startsAt, "startsAt"),
            endsAt: next(endsAt, "endsAt"),
          }
        : {
            cancelledAt: isCancelled ? new Date() : null,
            cancelledBy: isCancelled ? actor.userId : null,
          };
    const isIt = sql`${operations.id} = ${id}`;
    return [
      recordForEach(
        context,
        {
          kind: OPERATION_EVENTS[act],
          actor,
          groupId: operations.groupId,
          detail: sql`json(one.value -> '$.detail')`,
        },
        sql`${from} cross join ${operations}`,
        isIt,
      ),
      orm
        .update(operations)
        .set({ ...set, version: sql`${operations.version} + 1` })
        .from(from)
        .where(isIt),
      ...(act === "change"
        ? [
            orm
              .update(operationGroups)
              .set({ startsAt: next(operationGroups.startsAt, "startsAt") })
              .from(from)
              .where(sql`${operationGroups.operationId} = ${id}`),
            moveReminders(sql`${operationAnswers.operationId} in (select ${id} from ${from})`),
          ]
        : []),
      ...(act === "cancel"
        ? [
            orm
              .update(operationSeries)
              .set({ nextAt: null })
              .where(
                sql`${operationSeries.id} in (select one.value ->> '$.endedSeriesId' from ${from})`,
              ),
          ]
        : []),
      ...(act === "restore"
        ? []
        : [forgetWaits(sql`${operations.id} in (select ${id} from ${from})`)]),
    ];
  });
}

/** The statements that restore the requirements of a group. Triggers evaluate everybody again. */
export function restoreRule(
  context: Context,
  actor: UserActor,
  { groupId, rule }: PlannedStep,
  undone: UndoneSpan,
): Statement[] {
  if (rule === undefined) return [];
  const { from, to } = rule;
  const isOwn = eq(groupRequirements.groupId, groupId);
  const updatedAt = new Date();
  const { statement } = recordEvent(context, {
    kind: "requirements_updated",
    actor,
    groupId,
    detail: { rule, undone },
  });
  if (to === null) return [statement, orm.delete(groupRequirements).where(isOwn)];
  if (from === null) {
    const version = updatedAt.getTime();
    return [
      statement,
      orm.insert(groupRequirements).values({ groupId, ...to, version, updatedAt }),
    ];
  }
  const version = sql`${groupRequirements.version} + 1`;
  return [
    statement,
    orm
      .update(groupRequirements)
      .set({ ...to, version, updatedAt })
      .where(isOwn),
  ];
}

/** As SQLite has it. */
function asStored(value: string | number | boolean | null) {
  return typeof value === "boolean" ? Number(value) : value;
}
