import type { GroupEventDetail } from "#shared/events/details.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { DAY_MS } from "#shared/time.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import type { auditEvents } from "#worker/db/schema/audit.ts";
import type { SeededGroup } from "./community.ts";

export type EventRow = typeof auditEvents.$inferInsert;

export type History = ReturnType<typeof startHistory>;

/** Adds the events of a group to `rows`, with the dates they would have had. */
export function startHistory(
  rows: EventRow[],
  of: { id: string; group: SeededGroup; idOf: (name: string) => string },
) {
  const { id, group, idOf } = of;
  const now = Date.now();
  const createdAt = now - group.daysOld * DAY_MS;

  /** A time in the life of the group: 0 is its creation, 1 is now. */
  function moment(part: number): number {
    return Math.round(createdAt + part * (now - createdAt));
  }

  function record(
    kind: GroupEventKind,
    at: number,
    actor: string,
    subject: string | null,
    detail: GroupEventDetail = {},
  ) {
    rows.push({
      id: eventIdsFrom(at) + randomToken(8),
      log: "groups",
      kind,
      actorKind: "user",
      groupId: id,
      groupName: group.name,
      actorId: idOf(actor),
      actorName: actor,
      subjectId: subject === null ? null : idOf(subject),
      subjectName: subject,
      detail,
      requestId: "seed",
      createdAt: new Date(at),
    });
  }

  return { moment, record };
}
