import { expect, test } from "vitest";
import { readLine, wordsIn } from "#web/operations/read-line.ts";

/** A Thursday. */
const NOW = Date.parse("2026-11-26T18:20:00Z");

const ENGLISH = {
  ...wordsIn("en"),
  kinds: { fleet: "fleet", timer: "timer", moon: "moon", meeting: "meeting" },
  today: "today",
  tomorrow: "tomorrow",
};
const GERMAN = {
  ...wordsIn("de"),
  kinds: { fleet: "flotte", timer: "timer", moon: "mond", meeting: "treffen" },
  today: "heute",
  tomorrow: "morgen",
};

test.for([
  [
    "Sat 19:00 shield ferox, staging",
    { startsAt: "2026-11-28T19:00", title: "Shield ferox", place: "staging" },
  ],
  [
    "timer 27 Nov 20:14 Harbor Light, Eha",
    { kind: "timer", startsAt: "2026-11-27T20:14", title: "Harbor Light", place: "Eha" },
  ],
  [
    "moon Fri 23:30 Slow Grind",
    { kind: "moon", startsAt: "2026-11-27T23:30", title: "Slow Grind" },
  ],
  [
    "meeting tomorrow 19:30 leaders",
    { kind: "meeting", startsAt: "2026-11-27T19:30", title: "Leaders" },
  ],
  [
    "Sat 19:00 shield ferox, staging, Aurelia",
    {
      startsAt: "2026-11-28T19:00",
      title: "Shield ferox",
      place: "staging",
      commander: "Aurelia",
    },
  ],
  ["20:00 roam, , Aurelia", { startsAt: "2026-11-26T20:00", title: "Roam", commander: "Aurelia" }],
  ["Thu 17:00 roam", { startsAt: "2026-12-03T17:00", title: "Roam" }],
  ["in 40 min roam", { startsAt: "2026-11-26T19:00", title: "Roam" }],
  ["in 2h roam", { startsAt: "2026-11-26T20:20", title: "Roam" }],
  ["20:00 roam", { startsAt: "2026-11-26T20:00", title: "Roam" }],
  ["17:00 roam", { startsAt: "2026-11-27T17:00", title: "Roam" }],
  ["2026-12-01 20:00 first fleet", { startsAt: "2026-12-01T20:00", title: "First fleet" }],
  ["Jan 3 18:00 winter", { startsAt: "2027-01-03T18:00", title: "Winter" }],
  ["Thursday 19:00 today's", { startsAt: "2026-11-26T19:00", title: "Today's" }],
  ["fleet without a time", { kind: "fleet", title: "Without a time" }],
  ["constructor 19:00", { startsAt: "2026-11-26T19:00", title: "Constructor" }],
  ["", {}],
] as const)("a line is understood: %s", ([line, expected]) => {
  const { startsAt, ...rest } = readLine(line, ENGLISH, NOW);
  const at =
    startsAt === undefined ? {} : { startsAt: new Date(startsAt).toISOString().slice(0, 16) };
  expect({ ...rest, ...at }).toEqual(expected);
});

test("a line is understood in the reader's language and in English", () => {
  for (const line of [
    "Flotte Sa 19:00 Heimat, Eha",
    "fleet samstag 19:00 Heimat, Eha",
    "fleet sat 19:00 heimat, Eha",
  ]) {
    expect(readLine(line, GERMAN, NOW)).toEqual({
      kind: "fleet",
      startsAt: Date.parse("2026-11-28T19:00:00Z"),
      title: "Heimat",
      place: "Eha",
    });
  }
  expect(readLine("morgen 20:00 roam", GERMAN, NOW).startsAt).toBe(
    Date.parse("2026-11-27T20:00:00Z"),
  );
});
