import { expect, test } from "vitest";
import { rolesAt } from "#worker/pilots/past/replay.ts";

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

test("right before an unlinking, the account still has its roles", () => {
  expect(namesAt([event("1", ["Scout"])], ["3"], "3")).toEqual(["Scout"]);
});

test("the last of several unlinkings counts, in whatever order they are given", () => {
  const events = [event("1", ["Scout"]), event("3", ["Pilot"]), event("7", ["Logistics"])];
  expect(namesAt(events, ["5", "2"], "9")).toEqual(["Logistics"]);
});

test("the roles come by the name of their server, then by their own, with their date", () => {
  const at = Date.parse("2026-11-20T12:00:00Z");
  const since = "2026-11-20T12:00:00.000Z";
  const of = (serverId: string | null, serverName: string | null, ...added: string[]) => ({
    ...event(serverId ?? "0", added),
    serverId,
    serverName,
    at,
  });
  const events = [
    of("1", "Sable", "Pilot", "Scout"),
    of("2", "Concord", "Trader"),
    of("3", null, "Miner"),
    of(null, "Gone", "Unknown"),
  ];
  expect(rolesAt(events, [], "9")).toEqual([
    { serverId: "3", serverName: null, roleName: "Miner", since },
    { serverId: "2", serverName: "Concord", roleName: "Trader", since },
    { serverId: "1", serverName: "Sable", roleName: "Pilot", since },
    { serverId: "1", serverName: "Sable", roleName: "Scout", since },
  ]);
  expect(rolesAt(events.toReversed(), [], "9")).toEqual(rolesAt(events, [], "9"));
});
