import { expect, test } from "vitest";
import { events, kindsOf } from "#shared/events/kinds.ts";
import { isActivityKind } from "#web/activity/activity-kinds.ts";
import { readActivityFilters, writeActivityFilters } from "#web/activity/use-activity-filters.ts";

test("every event kind is offered as a filter", () => {
  const kinds = kindsOf(events);
  expect(kinds.filter((kind) => !isActivityKind(kind))).toEqual([]);
  expect(isActivityKind("toString")).toBe(false);
});

test("activity filters survive a round trip through the URL", () => {
  const filters = {
    actor: "Тови & co",
    subject: "Mira Tal",
    group: "g-1_x",
    kind: "main_changed",
    from: "2026-11-01",
    to: "2026-11-20",
  } as const;
  expect(readActivityFilters(writeActivityFilters(filters))).toEqual(filters);
  expect(writeActivityFilters({ actor: "" }).toString()).toBe("");
});

test("invalid activity filters in the URL are ignored", () => {
  const address = "actor=%20&kind=meteor&group=a%20b&from=yesterday&to=2026-02-30";
  expect(readActivityFilters(new URLSearchParams(address))).toEqual({});
});
