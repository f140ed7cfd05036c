import { expect, test } from "vitest";
import type { ReviewedMember } from "#shared/groups/reviews.ts";
import { evidenceOf } from "#web/reviews/evidence.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const JOINED = "2026-11-01T00:00:00.000Z";

const factOf = (corporation: ReviewedMember["corporation"]) =>
  evidenceOf(
    {
      userId: "user",
      mainCharacterId: 1,
      mainCharacterName: "Veteran",
      role: "member",
      joinedAt: JOINED,
      wayIn: null,
      lastSeenAt: null,
      authorization: "valid",
      characters: null,
      corporation,
      problem: null,
      keptAt: null,
      verdict: null,
    },
    NOW,
  ).corporation;

test("the age in a corporation is that of EVE's history, and the first reading is no reason to warn", () => {
  const known = { name: "Sable Meridian", ticker: null };
  const today = "2026-11-24T11:00:00.000Z";
  expect(factOf({ ...known, since: "2026-11-14T12:00:00.000Z", observedAt: today })).toEqual({
    text: "Sable Meridian, 10 days",
    tone: "flag",
  });
  expect(factOf({ ...known, since: "2026-10-15T12:00:00.000Z", observedAt: today })).toEqual({
    text: "Sable Meridian, 40 days",
    tone: "usual",
  });
  const observed = factOf({ ...known, since: null, observedAt: today });
  expect(observed.tone).toBe("usual");
  expect(observed.text).toMatch(/^Sable Meridian, seen there since /);
});
