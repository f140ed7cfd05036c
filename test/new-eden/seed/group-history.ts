import type { GroupEventDetail, GroupEventKind } from "#shared/activity.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { randomToken } from "#worker/crypto.ts";
import type { SeededGroup } from "./community.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A row of any table, by column. */
export type Row = Record<string, string | number | null>;

export type History = ReturnType<typeof startHistory>;

/** Adds the events of a group to `rows`, with the dates they would have had. */
export function startHistory(
  rows: Row[],
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
      actor_kind: "user",
      group_id: id,
      group_name: group.name,
      actor_id: idOf(actor),
      actor_name: actor,
      subject_id: subject === null ? null : idOf(subject),
      subject_name: subject,
      detail: JSON.stringify(detail),
      request_id: "seed",
      created_at: at,
    });
  }

  return { moment, record };
}
