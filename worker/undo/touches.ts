import type { EventDetail } from "#shared/events/details.ts";
import { definitionOf, events, kindsOf } from "#shared/events/kinds.ts";
import type { GroupRole } from "#shared/groups/groups.ts";
import { loggedSettingSchema } from "#shared/groups/settings.ts";
import type { LoggedSetting } from "#shared/groups/settings.ts";

/** What undoing reads of an event. `id` orders events. */
export type LoggedEvent = {
  id: string;
  kind: string;
  actorId: string | null;
  requestId: string;
  groupId: string | null;
  subjectId: string | null;
  detail: EventDetail;
};

export type TouchedFact = "membership" | "role" | "end" | "setting" | "rule" | "operation";

type Effect =
  | "in"
  | "out"
  | "appointed"
  | "dismissed"
  | "became_owner"
  | "handed_over"
  | "end_set"
  | "setting"
  | "rule"
  | "operation";

/** What one event does to one member, one setting, one operation or the requirements of a group. */
export type Unit = { key: string; event: LoggedEvent; effect: Effect; facts: TouchedFact[] } & (
  | { userId: string }
  | { field: LoggedSetting }
  | { isOfRule: true }
  | { operationId: string }
);

const WHOLE: TouchedFact[] = ["membership", "role", "end"];

const OF_ROLE: Record<GroupRole, { effect: Effect; facts: TouchedFact[] }> = {
  // The owner's membership has no end.
  owner: { effect: "became_owner", facts: ["role", "end"] },
  admin: { effect: "appointed", facts: ["role"] },
  member: { effect: "dismissed", facts: ["role"] },
};

/** What an event does to the membership of its subject. A group that was created is not undone. */
function effectOn(kind: string): { effect: Effect; facts: TouchedFact[] } | undefined {
  const { wayIn, endsMembership, role, setsEnd } = definitionOf(kind);
  if (wayIn !== undefined) return wayIn === "founded" ? undefined : { effect: "in", facts: WHOLE };
  if (endsMembership) return { effect: "out", facts: WHOLE };
  if (role !== undefined) return OF_ROLE[role];
  return setsEnd && { effect: "end_set", facts: ["end"] };
}

/** Events that plan, change, cancel or restore an operation. */
export const OPERATION_EVENT_KINDS = kindsOf(events).filter((kind) =>
  definitionOf(kind).webhook?.startsWith("operation."),
);

function isOfOperation(kind: string): boolean {
  return OPERATION_EVENT_KINDS.some((other) => other === kind);
}

/** Whether an event has a change that is never undone here: edits of a group also tell of its reviews and posts. */
export function isByHand({ kind, detail }: Pick<LoggedEvent, "kind" | "detail">): boolean {
  if (kind !== "group_updated") return definitionOf(kind).isByHand === true;
  return Object.keys(detail.changes ?? {}).some(
    (field) => !loggedSettingSchema.options.some((setting) => setting === field),
  );
}

export function touchedBy(event: LoggedEvent): Unit[] {
  const { kind, groupId, subjectId, detail } = event;
  if (groupId === null) return [];
  if (kind === "group_updated") {
    return loggedSettingSchema.options
      .filter((field) => detail.changes !== undefined && field in detail.changes)
      .map((field) => ({
        key: `${groupId} ${field}`,
        event,
        effect: "setting" as const,
        facts: ["setting" as const],
        field,
      }));
  }
  if (kind === "requirements_updated") {
    return [{ key: `${groupId} #rule`, event, effect: "rule", facts: ["rule"], isOfRule: true }];
  }
  if (isOfOperation(kind) && detail.operationId !== undefined) {
    const { operationId } = detail;
    const key = `${groupId} !${operationId}`;
    return [{ key, event, effect: "operation", facts: ["operation"], operationId }];
  }
  const found = effectOn(kind);
  if (found === undefined || subjectId === null) return [];
  const unitOf = (userId: string, effect: Effect, facts: TouchedFact[]): Unit => ({
    key: `${groupId} @${userId}`,
    event,
    effect,
    facts,
    userId,
  });
  const { formerOwnerId } = detail;
  return [
    ...(formerOwnerId === undefined ? [] : [unitOf(formerOwnerId, "handed_over", found.facts)]),
    unitOf(subjectId, found.effect, found.facts),
  ];
}
