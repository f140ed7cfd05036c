import { expect, test } from "vitest";
import type { CorporationHistoryEntry } from "#shared/characters.ts";
import { memberships, stay } from "#web/characters/corporation-history-card.tsx";
import { isNpcCorporation } from "#web/eve/affiliation.tsx";

const DAY = 86_400_000;
const START = "2020-01-01T00:00:00Z";

function joined(recordId: number, startDate: string): CorporationHistoryEntry {
  return { recordId, corporationId: 98_000_001, corporationName: "X", startDate, isDeleted: false };
}

test("a membership ends when the next begins, and the newest comes first and has no end", () => {
  const history = [
    joined(1, "2012-05-01T00:00:00Z"),
    joined(3, "2024-01-01T00:00:00Z"),
    joined(2, "2016-03-01T00:00:00Z"),
  ];
  expect(memberships(history).map(({ recordId, endDate }) => [recordId, endDate])).toEqual([
    [3, null],
    [2, "2024-01-01T00:00:00Z"],
    [1, "2016-03-01T00:00:00Z"],
  ]);
  expect(memberships([])).toEqual([]);
});

test("of two memberships that began in the same second, the higher record id is newer", () => {
  expect(memberships([joined(7, START), joined(8, START)]).map((m) => m.recordId)).toEqual([8, 7]);
});

test.each([
  [0, "under a day"],
  [DAY - 1, "under a day"],
  [DAY, "1d"],
  [30 * DAY, "30d"],
  [31 * DAY, "1m"],
  [365 * DAY, "11m"],
  [366 * DAY, "1y"],
  [1522 * DAY, "4y 2m"],
])("a stay of %d ms reads %s", (length, shown) => {
  expect(stay(START, Date.parse(START) + length)).toBe(shown);
});

test("NPC corporations are recognized by their id", () => {
  expect(isNpcCorporation(1_000_044)).toBe(true);
  expect(isNpcCorporation(98_000_001)).toBe(false);
});
