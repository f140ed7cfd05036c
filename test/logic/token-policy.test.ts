import { expect, test } from "vitest";
import { EveIdentityError } from "#worker/auth/tokens/eve-identity.ts";
import { EveSsoError } from "#worker/auth/tokens/eve-sso.ts";
import {
  compareIdentity,
  isFresh,
  isWaitOver,
  stateAfter,
} from "#worker/auth/tokens/kept-grants.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MINUTE_MS = 60_000;

test("an access token is not used in its last minute", () => {
  const fresh = (left: number) => isFresh({ accessExpiresAt: new Date(NOON + left) }, NOON);
  expect([MINUTE_MS + 1, MINUTE_MS, 1, -1].map(fresh)).toEqual([true, false, false, false]);
});

test("waiting for another refresh ends when it fails, or after a timeout", () => {
  const until = NOON + 20_000;
  const waiting = { since: 7, until };
  const leased = { version: 7, refreshLeaseUntil: new Date(until), state: "ok" as const };
  const failed = { version: 8, refreshLeaseUntil: null, state: "unknown" as const };
  expect(isWaitOver(leased, waiting, NOON)).toBe(false);
  expect(isWaitOver(failed, waiting, NOON)).toBe(true);
  // Somebody has taken the lease again, or nobody has finished yet.
  expect(isWaitOver({ ...failed, refreshLeaseUntil: new Date(until) }, waiting, NOON)).toBe(false);
  expect(isWaitOver({ ...failed, version: 7 }, waiting, NOON)).toBe(false);
  // The refresh was of another grant of the character.
  expect(isWaitOver({ ...failed, state: "ok" }, waiting, NOON)).toBe(false);
  // Who has not waited for anybody asks EVE.
  expect(isWaitOver(failed, { since: undefined, until }, NOON)).toBe(false);
  expect(isWaitOver(leased, waiting, until)).toBe(false);
  expect(isWaitOver(leased, waiting, until + 1)).toBe(true);
});

test("only EVE's refusal revokes a grant, not an outage, the configuration or a missing key", () => {
  expect(stateAfter(new EveSsoError("refused", undefined))).toBe("revoked");
  for (const failure of [
    new EveSsoError("unavailable", undefined),
    new EveSsoError("misconfigured", undefined),
    new EveIdentityError("forged", undefined),
    new Error("No encryption key has the id refused."),
    { reason: "refused" },
  ]) {
    expect(stateAfter(failure)).toBe("unknown");
  }
});

test("another owner hash means sold, another character id means stranger", () => {
  const held = { characterId: 7, ownerHash: "mine" };
  expect(compareIdentity({ characterId: 7, ownerHash: "mine" }, held)).toBe("same");
  expect(compareIdentity({ characterId: 7, ownerHash: "another" }, held)).toBe("sold");
  expect(compareIdentity({ characterId: 8, ownerHash: "mine" }, held)).toBe("stranger");
  expect(compareIdentity({ characterId: 8, ownerHash: "another" }, held)).toBe("stranger");
});
