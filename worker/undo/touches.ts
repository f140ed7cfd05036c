import type { EventDetail } from "#shared/activity.ts";
import { loggedSettingSchema } from "#shared/groups/logged-settings.ts";
import type { LoggedSetting } from "#shared/groups/logged-settings.ts";

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

export type Fact = "membership" | "role" | "end" | "setting" | "rule";

type Effect =
  | "in"
  | "out"
  | "appointed"
  | "dismissed"
  | "became_owner"
  | "handed_over"
  | "end_set"
  | "setting"
  | "rule";

/** What one event does to one member, one setting or the requirements of a group. */
export type Unit = { key: string; event: LoggedEvent; effect: Effect; facts: Fact[] } & (
  | { userId: string }
  | { field: LoggedSetting }
  | { isOfRule: true }
);

const WHOLE: Fact[] = ["membership", "role", "end"];

const ON_SUBJECT: Partial<Record<string, { effect: Effect; facts: Fact[] }>> = {
  member_joined: { effect: "in", facts: WHOLE },
  member_added: { effect: "in", facts: WHOLE },
  request_approved: { effect: "in", facts: WHOLE },
  invitation_accepted: { effect: "in", facts: WHOLE },
  code_redeemed: { effect: "in", facts: WHOLE },
  member_moved_in: { effect: "in", facts: WHOLE },
  member_left: { effect: "out", facts: WHOLE },
  member_removed: { effect: "out", facts: WHOLE },
  approval_undone: { effect: "out", facts: WHOLE },
  admin_appointed: { effect: "appointed", facts: ["role"] },
  admin_dismissed: { effect: "dismissed", facts: ["role"] },
  // The owner's membership has no end.
  ownership_transferred: { effect: "became_owner", facts: ["role", "end"] },
  membership_end_set: { effect: "end_set", facts: ["end"] },
};

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
  const found = ON_SUBJECT[kind];
  if (found === undefined || subjectId === null) return [];
  const unitOf = (userId: string, effect: Effect, facts: Fact[]): Unit => ({
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
