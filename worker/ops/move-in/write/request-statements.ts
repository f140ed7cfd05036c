import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordEvent } from "#worker/audit/record.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import {
  groupForms,
  groupVetting,
  requestAnswers,
  requestNotes,
} from "#worker/db/schema/groups/forms.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { PlannedGroup } from "#worker/ops/move-in/plan/groups.ts";
import type { Move } from "#worker/ops/move-in/plan/make-plan.ts";
import { elementOf, insertRows } from "./insert-rows.ts";
import { isUnrecorded, recorded } from "./unrecorded.ts";

/** The ids of the request of a user, and of the notes about it. */
export type RequestIds = { id: string; notes: string[] };

const VERSION = 1;

/** Statements that save the form of a group. The group's owner and admins review until they choose other reviewers too. */
export function formStatements(move: Move, { id: groupId, form }: PlannedGroup): Statement[] {
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
export function requestStatements(
  { startedAt }: Move,
  { id: groupId, requests, requestIds }: PlannedGroup & { requestIds: Map<string, RequestIds> },
): Statement[] {
  const known = requests.flatMap((request) => {
    const ids = requestIds.get(request.userId);
    return ids === undefined ? [] : [{ ...request, ids }];
  });
  return [
    ...insertRows(
      joinRequests,
      known.map(({ ids, userId, reason, createdAt, inTalks }) => ({
        id: ids.id,
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
      known.flatMap(({ ids, answers }) =>
        answers === null
          ? []
          : [{ requestId: ids.id, groupId, formVersion: VERSION, answers, shareDays: 0 }],
      ),
      { condition: isThere(0) },
    ),
    ...insertRows(
      requestNotes,
      known.flatMap(({ ids, notes }) =>
        notes.map(({ authorId, text, createdAt }, index) => ({
          id: ids.notes[index] ?? "",
          requestId: ids.id,
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
