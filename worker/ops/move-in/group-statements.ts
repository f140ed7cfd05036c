import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { EventDetail } from "#shared/events/details.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { fold } from "#shared/fold.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { categories, groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import {
  groupForms,
  groupVetting,
  requestAnswers,
  requestNotes,
} from "#worker/db/schema/group-forms.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import type { Move } from "#worker/ops/move-in/plan/community.ts";
import type { PlannedGroup } from "#worker/ops/move-in/plan/groups.ts";
import type { MovePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import { elementOf, insertRows, isUnrecorded, recorded } from "./insert-rows.ts";

/** Statements that create the category of all moved groups. */
export function categoryStatements({ move, category }: MovePlan): Statement[] {
  const { id, name } = category;
  return [
    ...insertRows(categories, [
      {
        id,
        name,
        nameFolded: fold(name),
        description: `Groups that moved in from ${name}.`,
        visibility: "public",
        allowGroupCreation: "admin_only",
        createdAt: move.startedAt,
      },
    ]),
    recordEvent(
      { requestId: move.id },
      { kind: "category_created", actor: "deployer", categoryId: id },
      isUnrecorded(move, "category_created", eq(recorded.categoryId, id)),
    ).statement,
  ];
}

/** Statements that create a group with its members and requests. */
export function groupStatements({ move, category }: MovePlan, group: PlannedGroup): Statement[] {
  const { id, name, description, visibility, joinMode } = group;
  const { startedAt, system } = move;
  const moved = { actor: "deployer", detail: { movedFrom: SYSTEMS[system] } } as const;
  const requestIds = JSON.stringify(group.requests.map((request) => request.id));
  const isNew = (kind: GroupEventKind) => isUnrecorded(move, kind, eq(recorded.groupId, id));
  const record = (
    kind: GroupEventKind,
    subjectId: SQLiteColumn,
    from: SQL,
    condition: SQL | undefined,
    detail: EventDetail | SQL = moved.detail,
  ) =>
    recordForEach(
      { requestId: move.id },
      { ...moved, kind, groupId: id, subjectId, detail },
      from,
      sql`${and(condition, isUnrecorded(move, kind, and(eq(recorded.groupId, id), eq(recorded.subjectId, subjectId))))}`,
    );
  return [
    ...insertRows(groups, [
      {
        id,
        name,
        nameFolded: fold(name),
        description,
        categoryId: category.id,
        visibility,
        effectiveVisibility: visibility,
        joinMode,
        createdAt: startedAt,
      },
    ]),
    recordEvent(
      { requestId: move.id },
      { ...moved, kind: "group_moved_in", groupId: id },
      isNew("group_moved_in"),
    ).statement,
    ...insertRows(
      groupMembers,
      [...group.members].map(([userId, role]) => ({
        groupId: id,
        userId,
        role,
        joinedAt: startedAt,
      })),
    ),
    record(
      "member_moved_in",
      groupMembers.userId,
      sql`${groupMembers}`,
      and(eq(groupMembers.groupId, id), eq(groupMembers.joinedAt, startedAt)),
      sql`json_object('movedFrom', ${SYSTEMS[system]}, 'role', ${groupMembers.role})`,
    ),
    ...formStatements(move, group),
    ...requestStatements(move, group),
    record(
      "request_moved_in",
      joinRequests.userId,
      sql`${joinRequests}`,
      sql`${eq(joinRequests.groupId, id)} and ${joinRequests.id} in (select value from json_each(${requestIds}))`,
    ),
  ];
}

/** Statements that save the requirements of a group: at the end, because rules name other groups. */
export function ruleStatements({ move }: MovePlan, { id, rule }: PlannedGroup): Statement[] {
  if (rule === undefined) return [];
  return [
    ...insertRows(groupRequirements, [{ groupId: id, ...rule, updatedAt: move.startedAt }]),
    recordEvent(
      { requestId: move.id },
      {
        kind: "requirements_updated",
        actor: "deployer",
        groupId: id,
        detail: { rule: { from: null, to: rule } },
      },
      isUnrecorded(move, "requirements_updated", eq(recorded.groupId, id)),
    ).statement,
  ];
}

const VERSION = 1;

/** Statements that save the form of a group. The group's owner and admins review until they choose other reviewers too. */
function formStatements(move: Move, { id: groupId, form }: PlannedGroup): Statement[] {
  if (form === null) return [];
  return [
    ...insertRows(groupVetting, [{ groupId, formVersion: VERSION, versions: VERSION }]),
    ...insertRows(groupForms, [{ groupId, version: VERSION, form, createdAt: move.startedAt }]),
    recordEvent(
      { requestId: move.id },
      {
        kind: "form_updated",
        actor: "deployer",
        groupId,
        detail: { changes: { form: { from: null, to: String(form.questions.length) } } },
      },
      isUnrecorded(move, "form_updated", eq(recorded.groupId, groupId)),
    ).statement,
  ];
}

/** Statements that create the requests of a group, with their answers and notes. Nothing of a sheet is shared by them. */
function requestStatements(
  { startedAt }: Move,
  { id: groupId, requests }: PlannedGroup,
): Statement[] {
  return [
    ...insertRows(
      joinRequests,
      requests.map(({ id, userId, reason, createdAt, inTalks }) => ({
        id,
        groupId,
        userId,
        reason,
        status: "pending" as const,
        createdAt: createdAt ?? startedAt,
        inTalks,
      })),
    ),
    ...insertRows(
      requestAnswers,
      requests.flatMap(({ id: requestId, answers }) =>
        answers === null
          ? []
          : [{ requestId, groupId, formVersion: VERSION, answers, shareDays: 0 }],
      ),
      { condition: isThere(0) },
    ),
    ...insertRows(
      requestNotes,
      requests.flatMap(({ id: requestId, notes }) =>
        notes.map(({ id, authorId, text, createdAt }) => ({
          id,
          requestId,
          authorId,
          text,
          createdAt: createdAt ?? startedAt,
        })),
      ),
      { condition: isThere(1) },
    ),
  ];
}

/** SQL condition: the request that this element of the row names was created, and is still there. */
function isThere(element: number): SQL {
  return sql`exists (select 1 from ${joinRequests} where ${joinRequests.id} = ${elementOf(element)})`;
}
