import { expect, test } from "vitest";
import { followedText, waitingTexts } from "#web/roster/left-table.tsx";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const NOTHING = {
  removed: 0,
  inGrace: 0,
  graceEndsAt: null,
  held: 0,
  sessions: 0,
  discordRoles: 0,
};

test("a departure says what followed and what waits", () => {
  expect(followedText(NOTHING)).toBe("No group has removed the player");
  expect(followedText({ ...NOTHING, removed: 1 })).toBe("Removed from 1 group by its rule");
  expect(followedText({ ...NOTHING, removed: 3 })).toBe("Removed from 3 groups by their rules");
  expect(waitingTexts(NOTHING, NOW)).toEqual([]);
  expect(waitingTexts({ ...NOTHING, held: 1, sessions: 2, discordRoles: 1 }, NOW)).toEqual([
    "1 removal held for a decision",
    "Has 1 Discord role by groups",
    "Signed in with 2 sessions",
  ]);
  expect(
    waitingTexts({ ...NOTHING, inGrace: 2, graceEndsAt: "2026-11-25T14:00:00.000Z" }, NOW)[0],
  ).toMatch(/^2 groups in grace, until .*14:00/);
});
