import { expect, test } from "vitest";
import { rolesAt } from "#worker/pilots/past/roles.ts";

const event = (id: string, added: string[], removed: string[] = [], serverId = "s") => ({
  id,
  serverId,
  serverName: "Concord",
  added,
  removed,
  at: 0,
});
const namesAt = (...given: Parameters<typeof rolesAt>) =>
  rolesAt(...given).map(({ roleName }) => roleName);

test("the roles of a moment are those given before it and not taken", () => {
  const events = [event("1", ["Scout", "Pilot"]), event("2", [], ["Scout"]), event("3", ["Scout"])];
  expect(namesAt(events, [], "1")).toEqual([]);
  expect(namesAt(events, [], "2")).toEqual(["Pilot", "Scout"]);
  expect(namesAt(events, [], "3")).toEqual(["Pilot"]);
  expect(namesAt(events, [], "4")).toEqual(["Pilot", "Scout"]);
});

test("a role of one server is not that of another with the same name", () => {
  const events = [event("1", ["Scout"]), event("2", ["Scout"], [], "t"), event("3", [], ["Scout"])];
  expect(rolesAt(events, [], "9").map(({ serverId }) => serverId)).toEqual(["t"]);
});

test("unlinking the Discord account ends its roles, and a later unlinking does not", () => {
  const events = [event("1", ["Scout"]), event("5", ["Pilot"])];
  expect(namesAt(events, ["3"], "4")).toEqual([]);
  expect(namesAt(events, ["3"], "9")).toEqual(["Pilot"]);
  expect(namesAt(events, ["3"], "2")).toEqual(["Scout"]);
});
