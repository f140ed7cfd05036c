import { expect, test } from "vitest";
import type { OverviewCharacter } from "#shared/characters.ts";
import { DEFAULT_SORTING, sortCharacters } from "#web/dashboard/characters/sort-characters.ts";

function pilot(characterName: string, given: Partial<OverviewCharacter> = {}): OverviewCharacter {
  return {
    characterId: 1,
    characterName,
    isMain: false,
    corporationId: null,
    corporationName: null,
    allianceId: null,
    allianceName: null,
    tokenState: "ok",
    missingScopes: [],
    training: null,
    queueState: "training",
    queueEndsAt: "2026-12-01T00:00:00Z",
    location: null,
    ship: null,
    online: null,
    walletBalance: null,
    totalSp: null,
    unallocatedSp: null,
    lastUpdated: null,
    ...given,
  };
}

const PILOTS = [
  pilot("Late", { queueEndsAt: "2027-01-01T00:00:00Z", walletBalance: 5 }),
  pilot("Unknown", { queueState: "unknown", queueEndsAt: null }),
  pilot("Soon", { walletBalance: 900 }),
  pilot("Lost", { tokenState: "revoked", queueState: "unknown", queueEndsAt: null }),
  pilot("Paused", { queueState: "paused", queueEndsAt: null }),
  pilot("Empty", { queueState: "empty", queueEndsAt: "2026-11-01T00:00:00Z" }),
  pilot("Also Empty", { queueState: "empty", queueEndsAt: "2026-11-01T00:00:00Z" }),
];
const names = (sorted: OverviewCharacter[]) => sorted.map(({ characterName }) => characterName);

test("empty queues and lost authorizations come first, then the queue that ends first", () => {
  expect(names(sortCharacters(PILOTS, DEFAULT_SORTING))).toEqual([
    "Also Empty",
    "Empty",
    "Lost",
    "Paused",
    "Soon",
    "Late",
    "Unknown",
  ]);
});

test("the largest wallet comes first, unknown ones last, and a second choice turns the order", () => {
  const sorted = names(sortCharacters(PILOTS, { key: "wallet", isDescending: false }));
  expect(sorted.slice(0, 2)).toEqual(["Soon", "Late"]);
  const turned = names(sortCharacters(PILOTS, { key: "wallet", isDescending: true }));
  expect(turned.slice(-2)).toEqual(["Late", "Soon"]);
});
