import { expect, test } from "vitest";
import { MAX_PLANNED, OPERATION_DAYS_AHEAD } from "#shared/operations/limits.ts";
import type { ChangeOperation, PlanOperation } from "#shared/operations/operations.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireCancel, requireOperationChange, requirePlan } from "#worker/operations/policy.ts";

const ACTOR: UserActor = {
  kind: "user",
  userId: "u",
  sessionId: "s",
  isAdmin: false,
  isGuest: false,
};
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const group = (id: string, planned = 0, commanders = [id]) => ({
  id,
  name: id.toUpperCase(),
  planned,
  commanders: JSON.stringify(commanders.map((userId) => ({ userId }))),
});
const plan = (given: Partial<PlanOperation> = {}): PlanOperation => ({
  kind: "fleet",
  title: "Roam",
  startsAt: at(DAY_MS),
  minutes: 60,
  place: "",
  comms: "",
  text: "",
  doctrine: "",
  commanderId: null,
  groupIds: ["a"],
  isWeekly: false,
  ...given,
});
const change = (given: Partial<ChangeOperation> = {}): ChangeOperation => ({
  ...plan(given),
  version: 0,
  scope: "one",
  ...given,
});
const seen = (given: object = {}) => ({
  groupId: "a",
  startsAt: new Date(Date.now() - 2 * HOUR_MS),
  commanderId: null,
  commander: null,
  canEdit: 1,
  version: 0,
  seriesId: null,
  groups: JSON.stringify([{ groupId: "a" }]),
  allGroupIds: JSON.stringify(["a"]),
  ...given,
});
const refusal = (code: string, message?: string, field?: string) =>
  expect.objectContaining({
    code,
    ...(message !== undefined && { message }),
    ...(field !== undefined && { fields: { [field]: expect.any(String) } }),
  });

test("an operation is planned in its first group, and is for each group once", () => {
  const { of } = requirePlan(ACTOR, plan({ groupIds: ["b", "a", "b"] }), [group("a"), group("b")]);
  expect(of).toMatchObject({ home: "b", groupIds: ["b", "a"] });
});

test("nobody plans for groups of others, nor for none", () => {
  const why = refusal("invalid_request", "Choose groups for which you plan.", "groupIds");
  expect(() => requirePlan(ACTOR, plan({ groupIds: ["a", "c"] }), [group("a")])).toThrow(why);
  expect(() => requirePlan(ACTOR, plan({ groupIds: [] }), [group("a")])).toThrow(why);
});

test("an operation begins between an hour ago and a year from now", () => {
  const may = (ms: number) => requirePlan(ACTOR, plan({ startsAt: at(ms) }), [group("a")]).act;
  const why = refusal(
    "invalid_request",
    `An operation begins at most an hour ago and at most ${OPERATION_DAYS_AHEAD} days from now.`,
    "startsAt",
  );
  expect(may(-HOUR_MS + 10_000)).toBe("plan");
  expect(() => may(-HOUR_MS - 10_000)).toThrow(why);
  expect(may(OPERATION_DAYS_AHEAD * DAY_MS - 10_000)).toBe("plan");
  expect(() => may(OPERATION_DAYS_AHEAD * DAY_MS + 10_000)).toThrow(why);
});

test("a group has room for so many operations", () => {
  expect(requirePlan(ACTOR, plan(), [group("a", MAX_PLANNED - 1)]).act).toBe("plan");
  expect(() => requirePlan(ACTOR, plan(), [group("a", MAX_PLANNED)])).toThrow(
    refusal(
      "conflict",
      `A already has ${MAX_PLANNED} operations planned. Cancel or wait for some first.`,
    ),
  );
});

test("an owner or an admin of one of its groups commands, or who commands already", () => {
  const groups = [group("a", 0, ["x"]), group("b", 0, ["y"])];
  const why = refusal(
    "invalid_request",
    "Commander must plan for one of the groups.",
    "commanderId",
  );
  expect(requirePlan(ACTOR, plan({ commanderId: "x" }), groups).act).toBe("plan");
  expect(() => requirePlan(ACTOR, plan({ commanderId: "y" }), groups)).toThrow(why);
  const present = seen({ commanderId: "gone" });
  const commandedBy = (commanderId: string | null) =>
    requireOperationChange(ACTOR, present, change({ commanderId }), groups).of.input.commanderId;
  expect(commandedBy("gone")).toBe("gone");
  expect(commandedBy("x")).toBe("x");
  expect(() => commandedBy("y")).toThrow(why);
});

test("a change keeps the group that planned it, and groups for which the planner does not plan", () => {
  const operation = seen({ allGroupIds: JSON.stringify(["a", "b", "c"]) });
  const { of } = requireOperationChange(ACTOR, operation, change({ groupIds: ["d"] }), [
    group("a"),
    group("b"),
    group("d"),
  ]);
  expect(of).toMatchObject({ home: "a", groupIds: ["a", "d", "c"] });
  const why = refusal("invalid_request");
  expect(() =>
    requireOperationChange(ACTOR, operation, change({ groupIds: ["e"] }), [group("a")]),
  ).toThrow(why);
});

test("a change that leaves the time alone is no new time", () => {
  const operation = seen();
  const same = change({ startsAt: operation.startsAt.toISOString() });
  expect(requireOperationChange(ACTOR, operation, same, [group("a")]).act).toBe("change");
  const moved = change({ startsAt: at(-3 * HOUR_MS) });
  expect(() => requireOperationChange(ACTOR, operation, moved, [group("a")])).toThrow(
    refusal("invalid_request"),
  );
});

test("who sees an operation and does not plan for its group changes nothing; for others there is none", () => {
  const forbidden = refusal("forbidden");
  expect(() => requireCancel(ACTOR, seen({ canEdit: 0 }), "one")).toThrow(forbidden);
  expect(() => requireOperationChange(ACTOR, seen({ canEdit: 0 }), change(), [group("a")])).toThrow(
    forbidden,
  );
  expect(() => requireCancel(ACTOR, undefined, "one")).toThrow(
    refusal("not_found", "Operation not found"),
  );
  expect(requireCancel(ACTOR, seen(), "one").of.operation.groupId).toBe("a");
});

test("a group that shares an operation stays with it, also where the planner no longer plans for it", () => {
  const shared = seen({
    groups: JSON.stringify([{ groupId: "a" }, { groupId: "b" }]),
    allGroupIds: JSON.stringify(["a", "b"]),
  });
  const { of } = requireOperationChange(ACTOR, shared, change({ groupIds: ["a", "b"] }), [
    group("a"),
  ]);
  expect(of.groupIds).toEqual(["a", "b"]);
});

test("an operation of a series is changed with the others or alone, and one of no series alone", () => {
  const ofSeries = seen({ seriesId: "series" });
  expect(requireCancel(ACTOR, ofSeries, "following").of.scope).toBe("following");
  expect(requireCancel(ACTOR, ofSeries, "one").of.scope).toBe("one");
  expect(requireCancel(ACTOR, seen(), "following").of.scope).toBe("one");
});

test("a change of a version that is no longer there is refused", () => {
  const why = refusal("conflict");
  expect(() => requireOperationChange(ACTOR, seen({ version: 1 }), change(), [group("a")])).toThrow(
    why,
  );
});

test("a planner cannot find out for which groups of others an operation is", () => {
  const operation = seen({ allGroupIds: JSON.stringify(["a", "hidden"]) });
  const tryWith = (id: string) => () =>
    requireOperationChange(ACTOR, operation, change({ groupIds: ["a", id] }), [group("a")]);
  expect(tryWith("hidden")).toThrow(refusal("invalid_request"));
  expect(tryWith("nothing")).toThrow(refusal("invalid_request"));
  const { of } = requireOperationChange(ACTOR, operation, change(), [group("a")]);
  expect(of.groupIds).toEqual(["a", "hidden"]);
});

test("an operation that is added to a group or brought back from the past needs room there", () => {
  const full = [group("a", MAX_PLANNED), group("b", MAX_PLANNED)];
  const running = seen();
  expect(requireOperationChange(ACTOR, running, change(), full).of.added).toEqual([]);
  const why = refusal("conflict");
  expect(() =>
    requireOperationChange(ACTOR, running, change({ groupIds: ["a", "b"] }), full),
  ).toThrow(why);
  const past = seen({ startsAt: new Date(Date.now() - 2 * DAY_MS) });
  expect(() => requireOperationChange(ACTOR, past, change(), full)).toThrow(why);
});

test("an admin of the group that planned an operation commands it, also if the form leaves that group out", () => {
  const groups = [group("a", 0, ["x"]), group("b", 0, ["y"])];
  const input = change({ groupIds: ["b"], commanderId: "x" });
  expect(requireOperationChange(ACTOR, seen(), input, groups).of.groupIds).toEqual(["a", "b"]);
});
