import { expect, test } from "vitest";
import { events, kindsOf } from "#shared/events/kinds.ts";
import { activityFilters } from "#web/activity/queries.ts";

test("every event kind is offered as a filter", () => {
  const isOffered = (kind: string) => activityFilters.change({}, "kind", kind).kind === kind;
  expect(kindsOf(events).filter((kind) => !isOffered(kind))).toEqual([]);
  expect(isOffered("toString")).toBe(false);
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
  expect(activityFilters.read(activityFilters.write(filters))).toEqual(filters);
  expect(activityFilters.write({ actor: "" }).toString()).toBe("");
});

test("invalid activity filters in the URL are ignored", () => {
  const address = "actor=%20&kind=meteor&group=a%20b&from=yesterday&to=2026-02-30";
  expect(activityFilters.read(new URLSearchParams(address))).toEqual({});
});
