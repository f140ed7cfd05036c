import { expect, test } from "vitest";
import type { GroupEvent } from "#shared/events/activity.ts";
import { isUndoable } from "#web/groups/group/activity-panel.tsx";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const event = (kind: GroupEvent["kind"], secondsAgo: number, actorId = "me"): GroupEvent => ({
  id: `${kind} ${secondsAgo}`,
  kind,
  createdAt: new Date(NOW - secondsAgo * 1000).toISOString(),
  actor: { userId: actorId, name: "Me" },
  subject: { userId: "player", name: "Player" },
  groupId: "g",
  groupName: "Group",
  categoryId: null,
  categoryName: null,
  detail: {},
  requestId: "r",
});

test("an own decision of the last five minutes can be undone in the log, once", () => {
  const reader = { userId: "me", now: NOW };
  const approved = event("request_approved", 60);
  const old = event("request_rejected", 400);
  const others = event("request_approved", 60, "other");
  const events = [approved, others, old];
  expect(events.map((one) => isUndoable(one, events, reader))).toEqual([true, false, false]);
  const undone = [event("approval_undone", 30), approved];
  expect(undone.map((one) => isUndoable(one, undone, reader))).toEqual([false, false]);
});
