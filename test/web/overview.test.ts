import { expect, test } from "vitest";
import type { CountedDay, Overview } from "#shared/overview.ts";
import { decisionsOf } from "#web/overview/decisions.ts";
import { coverageOf, dateOf, healthOf, hoursOf, weeksOf, workOf } from "#web/overview/numbers.ts";

/** A Monday. */
const MONDAY = Date.parse("2026-11-23") / 86_400_000;
const ALL_DAY = 2 ** 24 - 1;

const day = (number: number, given: Partial<CountedDay> = {}): CountedDay => ({
  day: number,
  members: null,
  joined: 0,
  left: 0,
  rolesChanged: 0,
  ended: 0,
  held: 0,
  undone: 0,
  watched: ALL_DAY,
  ...given,
});

const NOTHING: Overview = {
  countedAt: null,
  today: MONDAY + 1,
  days: [],
  hours: [],
  health: [],
  corporations: [],
  servers: [],
  memberGroup: null,
  withoutDirector: [],
  drifted: [],
  held: [],
  requests: null,
  reviews: [],
  administrators: 2,
  begun: { isNamed: true, group: { groupId: "g", name: "G" }, hasInviteCode: true, pilots: 25 },
  hasBot: true,
  silent: [],
  watched: [],
  postsDirectors: true,
  alarmed: [],
  timers: [],
};

const corporation = {
  corporationId: 98,
  name: "Pale Harbor",
  ticker: "PHSY",
  isActive: true,
  directorCount: 2,
  registered: null,
  members: null,
  beforeDay: null,
  beforeRegistered: null,
  beforeMembers: null,
};
const server = {
  serverId: "7",
  name: "Null Concord",
  isOn: true,
  halt: null,
  drifted: 0,
  held: null,
};

test("weeks are sums of days, and members of days before the counting follow from later ones", () => {
  expect(weeksOf([])).toEqual([]);
  expect(
    weeksOf([
      day(MONDAY - 8, { joined: 2 }),
      day(MONDAY - 1, { joined: 3, left: 1 }),
      day(MONDAY, { joined: 4, members: 10 }),
      day(MONDAY + 1, { left: 2, members: 8 }),
    ]),
  ).toEqual([
    { monday: "2026-11-09", members: 4, joined: 2, left: 0 },
    { monday: "2026-11-16", members: 6, joined: 3, left: 1 },
    { monday: "2026-11-23", members: 8, joined: 4, left: 2 },
  ]);
  // More joined than there are: nobody knows how many there were.
  expect(weeksOf([day(MONDAY - 7), day(MONDAY, { joined: 4, members: 3 })])[0]?.members).toBeNull();
});

test("an hour is a number, few, or not counted; without any, there is no picture", () => {
  expect(hoursOf([])).toBeUndefined();
  const hours = hoursOf([
    { hour: 0, pilots: 7 },
    { hour: 167, pilots: null },
  ]);
  expect([hours?.length, hours?.[0], hours?.[1], hours?.[167]]).toEqual([168, 7, null, "few"]);
});

test("coverage needs a reading of the members of an active corporation", () => {
  expect(
    coverageOf([corporation, { ...corporation, isActive: false, registered: 1, members: 2 }]),
  ).toEqual([]);
  const before = { beforeDay: MONDAY, beforeRegistered: 1, beforeMembers: 4 };
  expect(coverageOf([{ ...corporation, registered: 2, members: 5, ...before }])).toMatchObject([
    { registered: 2, members: 5, before: { day: dateOf(MONDAY), registered: 1, members: 4 } },
  ]);
});

test("a day without a row of counters did nothing", () => {
  const work = workOf([day(MONDAY, { held: 3 })], MONDAY + 1);
  expect(work.map(({ held }) => held)).toEqual([0, 0, 0, 0, 0, 3, 0]);
  expect(work.at(-1)?.day).toBe("2026-11-24");
});

test("hours of health are good only where they were watched and known", () => {
  const health = [
    {
      day: MONDAY + 1,
      kind: "corporation" as const,
      subjectId: "98",
      partial: 0b0110,
      down: 0b0100,
      unknown: 0b1000,
    },
  ];
  const days = [day(MONDAY), day(MONDAY + 1, { watched: 0b1111 })];
  const strips = healthOf({
    ...NOTHING,
    days,
    health,
    corporations: [corporation, { ...corporation, corporationId: 99, isActive: false }],
    servers: [server],
  });
  expect(strips.map(({ kind, id }) => [kind, id])).toEqual([
    ["corporation", "98"],
    ["server", "7"],
  ]);
  expect(strips[0]?.days).toHaveLength(30);
  expect(strips[0]?.days.at(-1)).toEqual({ good: 1, partial: 1, down: 1 });
  expect(strips[0]?.days.at(-2)).toEqual({ good: 0, partial: 0, down: 0 });
});

test("a new community has its first steps in the place of hints, until all are done or it has grown", () => {
  const begun = { isNamed: false, group: null, hasInviteCode: false, pilots: 1 };
  const decisions = (given: Partial<Overview>) => decisionsOf({ ...NOTHING, begun, ...given });
  expect(decisions({})).toEqual([{ kind: "first_steps", done: 0, of: 5 }]);
  expect(decisions({ begun: NOTHING.begun }).map(({ kind }) => kind)).toEqual([
    "no_corporation",
    "no_server",
  ]);
  const two = { ...begun, isNamed: true, pilots: 2 };
  expect(decisions({ begun: two })).toEqual([{ kind: "first_steps", done: 2, of: 5 }]);
  const all = { ...two, group: { groupId: "g", name: "G" } };
  expect(decisions({ begun: all, corporations: [corporation], servers: [server] })).toEqual([]);
  // A corporation is no step done before its director can be used.
  const withoutDirector = [{ corporationId: 98, name: "Pale Harbor", since: null }];
  const given = { begun: all, corporations: [corporation], servers: [server], withoutDirector };
  expect(decisions(given).at(-1)).toEqual({ kind: "first_steps", done: 4, of: 5 });
});

test("decisions come worst first, and a passing outage of Discord is none", () => {
  const kinds = (given: Partial<Overview>) =>
    decisionsOf({ ...NOTHING, ...given }).map(({ kind }) => kind);
  expect(kinds({})).toEqual(["no_corporation", "no_server"]);
  expect(kinds({ hasBot: false, administrators: 1 })).toEqual([
    "no_corporation",
    "one_administrator",
  ]);
  expect(
    kinds({
      corporations: [{ ...corporation, directorCount: 1 }],
      servers: [{ ...server, halt: "unavailable" }],
    }),
  ).toEqual(["one_director"]);
  // A second director is no advice while the only one does not work.
  expect(
    kinds({
      corporations: [{ ...corporation, directorCount: 1 }],
      servers: [server],
      withoutDirector: [{ corporationId: 98, name: "Pale Harbor", since: null }],
    }),
  ).toEqual(["no_usable_director"]);
  // Whose directors nobody hears of.
  expect(kinds({ corporations: [corporation], servers: [server], postsDirectors: false })).toEqual([
    "untold_directors",
  ]);
  expect(
    kinds({
      corporations: [corporation],
      reviews: [{ groupId: "g", name: "G", ends: "2026-11-27T00:00:00Z", decided: 1, of: 2 }],
      requests: { count: 1, groupId: "g", name: "G", oldest: "2026-11-20T00:00:00Z" },
      servers: [{ ...server, halt: "no_access", drifted: 2, held: { count: 8, since: null } }],
      silent: [
        {
          applicationId: "a",
          name: "Killboard",
          isOn: true,
          since: "2026-11-20T00:00:00Z",
          groups: 2,
        },
      ],
      watched: [
        {
          entryId: "w",
          name: "Quiet Engines",
          character: "Tovi Renn",
          count: 1,
          since: "2026-11-24T00:00:00Z",
        },
      ],
      held: [{ heldId: "h", name: "G", count: 8, of: 9, since: "2026-11-24T00:00:00Z" }],
      withoutDirector: [{ corporationId: 98, name: "Pale Harbor", since: null }],
      alarmed: [
        { corporationId: 99, name: "Sable Meridian", channelName: null },
        { corporationId: 98, name: "Pale Harbor", channelName: "alarms" },
      ],
      drifted: [{ corporationId: 99, name: "Sable", count: 2, readAt: "2026-11-24T00:00:00Z" }],
    }),
  ).toEqual([
    "no_usable_director",
    "server_halted",
    "untold_attack",
    "application_silent",
    "watch_hit",
    "removals_held",
    "roles_held",
    "requests_wait",
    "roles_drifted",
    "in_game_drift",
    "review_ends",
  ]);
});
