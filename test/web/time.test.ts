import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  countdown,
  daysUntil,
  eveClock,
  eveDay,
  eveMoment,
  eveTime,
  formatDate,
  relativeTime,
  timeLeft,
} from "#web/lib/time.ts";

const NOW = Date.parse("2026-11-20T18:42:07Z");
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, "just now"],
  [59 * SECOND, "just now"],
  [MINUTE, "1 minute ago"],
  [2 * MINUTE, "2 minutes ago"],
  [HOUR - SECOND, "59 minutes ago"],
  [HOUR, "1 hour ago"],
  [DAY - SECOND, "23 hours ago"],
  [DAY, "1 day ago"],
  [29 * DAY, "29 days ago"],
  [30 * DAY, "1 month ago"],
  [364 * DAY, "11 months ago"],
  [365 * DAY, "1 year ago"],
  [4 * 365.25 * DAY, "4 years ago"],
])("%d ms ago reads %s", (age, shown) => {
  expect(relativeTime(NOW - age, NOW)).toBe(shown);
});

test.each([
  [30 * SECOND, "just now"],
  [MINUTE, "in 1 minute"],
  [4 * DAY, "in 4 days"],
  [800 * DAY, "in 2 years"],
])("%d ms ahead reads %s", (ahead, shown) => {
  expect(relativeTime(new Date(NOW + ahead).toISOString(), NOW)).toBe(shown);
});

test.each([
  [12 * DAY + 10 * HOUR + 25 * MINUTE, "12d 10h 25m"],
  [DAY, "1d 0h 0m"],
  [3 * HOUR + 41 * MINUTE, "3h 41m"],
  [HOUR, "1h 0m"],
  [HOUR - SECOND, "59m 59s"],
  [14 * MINUTE + 7 * SECOND, "14m 07s"],
  [1, "0m 01s"],
  [0, "Done"],
  [-DAY, "Done"],
])("a countdown of %d ms reads %s", (left, shown) => {
  expect(countdown(left)).toBe(shown);
});

test("a date is formatted in EVE time with an abbreviated month", () => {
  expect(formatDate("2026-11-20T23:59:59Z")).toBe("Nov 20, 2026");
  expect(formatDate("2003-05-06T00:00:00Z")).toBe("May 6, 2003");
});

test("EVE time is UTC", () => {
  expect(eveClock(NOW)).toBe("18:42");
  expect(eveTime("2026-12-31T18:42:00+02:00")).toBe("Dec 31, 2026, 16:42 EVE");
});

test("days until an expiry are rounded up and never below zero", () => {
  expect(daysUntil(NOW + 7 * DAY, NOW)).toBe(7);
  expect(daysUntil(NOW + 6 * DAY + 1, NOW)).toBe(7);
  expect(daysUntil(NOW + 1, NOW)).toBe(1);
  expect(daysUntil(NOW, NOW)).toBe(0);
  expect(daysUntil(NOW - DAY, NOW)).toBe(0);
});

test("a moment near now has its weekday, another its date", () => {
  expect(eveMoment(NOW + 5 * DAY, NOW)).toBe("Wed 18:42 EVE");
  expect(eveMoment(NOW - 5 * DAY, NOW)).toBe("Sun 18:42 EVE");
  expect(eveMoment(NOW + 6 * DAY, NOW)).toBe("Nov 26, 18:42 EVE");
  expect(eveMoment("2027-01-02T03:04:00Z", NOW)).toBe("Jan 2, 2027, 03:04 EVE");
  expect(eveDay("2026-11-01T23:59:00Z", NOW)).toBe("Nov 1");
});

test.each([
  [2 * DAY + 4 * HOUR + 59 * MINUTE, "2d 4h"],
  [3 * HOUR + 12 * MINUTE - 1, "3h 12m"],
  [MINUTE, "1m"],
  [0, "0m"],
  [-DAY, "0m"],
])("%d ms left reads %s", (left, shown) => {
  expect(timeLeft(left)).toBe(shown);
});

test("a time on a page is a component of web/ui/time.tsx, whose tooltip has the local time", () => {
  const files = execFileSync("git", ["grep", "-l", "<time$\\|<time ", "web/*.tsx"], {
    encoding: "utf8",
  });
  expect(files.trim().split("\n")).toEqual(["web/eve/eve-clock.tsx", "web/ui/time.tsx"]);
});
