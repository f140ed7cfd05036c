import { expect, test } from "vitest";
import type { EsiReason } from "#worker/db/schema/esi.ts";
import { bucketOf, downtimeLeftMs, openCooldowns } from "#worker/esi/cooldowns.ts";
import type { Cooldown, Priority } from "#worker/esi/cooldowns.ts";
import { EsiError, esiSentence, reasonOfStatus } from "#worker/esi/error.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
let worlds = 0;

/** Limits of an ESI that nobody else asks, and a clock. */
function openWorld(shared: Cooldown[] = []) {
  const clock = { now: NOON };
  const limits = openCooldowns(`https://esi-${++worlds}.test`, shared, () => clock.now);
  const isOpen = (bucket: string, priority: Priority) => {
    try {
      limits.check(bucket, priority);
      return true;
    } catch {
      return false;
    }
  };
  return { clock, limits, isOpen };
}

const errors = (remain: number, reset = 30) =>
  new Headers({
    "X-ESI-Error-Limit-Remain": String(remain),
    "X-ESI-Error-Limit-Reset": String(reset),
  });
const tokens = (remaining: number) =>
  new Headers({ "X-Ratelimit-Remaining": String(remaining), "X-Ratelimit-Limit": "600/15m" });

const ERRORS = bucketOf(undefined, undefined);
const DETAIL = bucketOf("char-detail", 7);

test("a well filled bucket causes no cooldown", () => {
  const { limits, isOpen } = openWorld();
  limits.observe(ERRORS, 404, errors(90));
  limits.observe(DETAIL, 200, tokens(500));
  expect(isOpen(ERRORS, "background")).toBe(true);
  expect(isOpen(DETAIL, "background")).toBe(true);
  expect(limits.changes()).toEqual([]);
});

test("the last 40 errors of a minute are reserved for users, the last 10 are never spent", () => {
  const { clock, limits, isOpen } = openWorld();
  limits.observe(ERRORS, 404, errors(40));
  expect(isOpen(ERRORS, "background")).toBe(false);
  expect(isOpen(ERRORS, "interactive")).toBe(true);
  limits.observe(ERRORS, 404, errors(10));
  expect(isOpen(ERRORS, "interactive")).toBe(false);
  expect(isOpen(DETAIL, "interactive")).toBe(true);
  clock.now += 30_000;
  expect(isOpen(ERRORS, "background")).toBe(true);
});

test("a quarter of a token bucket is reserved for users", () => {
  const { limits, isOpen } = openWorld();
  limits.observe(DETAIL, 200, tokens(149));
  expect(isOpen(DETAIL, "background")).toBe(false);
  expect(isOpen(DETAIL, "interactive")).toBe(true);
  limits.observe(DETAIL, 200, tokens(4));
  expect(isOpen(DETAIL, "interactive")).toBe(false);
  expect(isOpen(bucketOf("char-detail", 8), "background")).toBe(true);
});

test("after a 420 all calls wait until the window ends", () => {
  const { clock, limits, isOpen } = openWorld();
  limits.observe(ERRORS, 420, errors(0));
  expect(isOpen(DETAIL, "interactive")).toBe(false);
  clock.now += 29_999;
  expect(isOpen(DETAIL, "interactive")).toBe(false);
  clock.now += 1;
  expect(isOpen(DETAIL, "interactive")).toBe(true);
});

test("after a 429 its bucket waits for Retry-After", () => {
  const { clock, limits, isOpen } = openWorld();
  limits.observe(DETAIL, 429, new Headers({ "Retry-After": "5" }));
  expect(isOpen(DETAIL, "interactive")).toBe(false);
  expect(isOpen(ERRORS, "background")).toBe(true);
  clock.now += 5000;
  expect(isOpen(DETAIL, "background")).toBe(true);
});

test("a cooldown is shared with other isolates through the database", () => {
  const first = openWorld();
  first.limits.observe(ERRORS, 404, errors(20));
  const told = first.limits.changes();
  expect(told).toEqual([{ bucket: ERRORS, closedTo: "background", until: NOON + 30_000 }]);
  const second = openWorld(told);
  expect(second.isOpen(ERRORS, "background")).toBe(false);
  expect(second.limits.changes()).toEqual([]);
});

test("the error of a cooldown says how long to wait", () => {
  const { clock, limits } = openWorld();
  limits.observe(DETAIL, 429, new Headers({ "Retry-After": "5" }));
  clock.now += 1500;
  expect(() => limits.check(DETAIL, "interactive")).toThrow(
    expect.objectContaining({ reason: "rate_limited", retryAfterSeconds: 4 }),
  );
});

test("a cooldown for everyone is not replaced by a milder or shorter one", () => {
  const { clock, limits, isOpen } = openWorld();
  limits.observe(ERRORS, 404, errors(10));
  limits.observe(ERRORS, 404, errors(40, 60));
  expect(isOpen(ERRORS, "interactive")).toBe(false);
  limits.observe(DETAIL, 429, new Headers({ "Retry-After": "100" }));
  limits.observe(DETAIL, 429, new Headers({ "Retry-After": "5" }));
  clock.now += 99_000;
  expect(isOpen(DETAIL, "interactive")).toBe(false);
});

test("a cooldown is extended, and widened from background to everyone", () => {
  const { clock, limits, isOpen } = openWorld();
  limits.observe(DETAIL, 200, tokens(100));
  limits.observe(DETAIL, 429, new Headers({ "Retry-After": "1" }));
  expect(isOpen(DETAIL, "interactive")).toBe(false);
  limits.observe(DETAIL, 429, new Headers({ "Retry-After": "50" }));
  clock.now += 49_000;
  expect(isOpen(DETAIL, "interactive")).toBe(false);
});

test("an expired cooldown can be replaced by a milder one", () => {
  const { clock, limits, isOpen } = openWorld();
  limits.observe(ERRORS, 404, errors(10));
  clock.now += 30_000;
  limits.observe(ERRORS, 404, errors(40));
  expect(isOpen(ERRORS, "background")).toBe(false);
  expect(isOpen(ERRORS, "interactive")).toBe(true);
});

test("a known cooldown is not stored again", () => {
  const clock = { now: NOON };
  const url = `https://esi-${++worlds}.test`;
  const [first, second] = [1, 2].map(() => openCooldowns(url, [], () => clock.now));
  first?.observe(ERRORS, 404, errors(20));
  second?.observe(ERRORS, 404, errors(19));
  expect(first?.changes()).toHaveLength(1);
  expect(second?.changes()).toEqual([]);
});

test("buckets have stable names", () => {
  expect(ERRORS).toBe("errors");
  expect(DETAIL).toBe("char-detail:7");
  expect(bucketOf("status", undefined)).toBe("status:public");
  const { limits } = openWorld();
  limits.observe(DETAIL, 420, errors(0));
  expect(limits.changes()).toEqual([
    { bucket: "everything", closedTo: "everyone", until: NOON + 30_000 },
  ]);
});

test("background calls stop below a quarter of the bucket, users' calls below the cost of a refusal", () => {
  const { limits, isOpen } = openWorld();
  limits.observe(DETAIL, 200, tokens(150));
  expect(isOpen(DETAIL, "background")).toBe(true);
  limits.observe(DETAIL, 200, tokens(5));
  expect(isOpen(DETAIL, "background")).toBe(false);
  expect(isOpen(DETAIL, "interactive")).toBe(true);
});

test("without the bucket's size only its last tokens are reserved", () => {
  const { limits, isOpen } = openWorld();
  const left = (remaining: string) => new Headers({ "X-Ratelimit-Remaining": remaining });
  limits.observe(DETAIL, 200, left("5"));
  expect(isOpen(DETAIL, "background")).toBe(true);
  limits.observe(DETAIL, 200, left("4"));
  expect(isOpen(DETAIL, "background")).toBe(false);
});

test.each([undefined, "soon", "Infinity", "-5"])(
  "when ESI says to wait for %s, we wait for a minute",
  (wait) => {
    for (const [status, name] of [
      [420, "X-ESI-Error-Limit-Reset"],
      [429, "Retry-After"],
    ] as const) {
      const { clock, limits, isOpen } = openWorld();
      limits.observe(DETAIL, status, new Headers(wait === undefined ? {} : { [name]: wait }));
      clock.now += 59_999;
      expect(isOpen(DETAIL, "interactive")).toBe(false);
      clock.now += 1;
      expect(isOpen(DETAIL, "interactive")).toBe(true);
    }
  },
);

test("the last error of a minute stops all calls; malformed headers stop none", () => {
  const { limits, isOpen } = openWorld();
  limits.observe(ERRORS, 404, errors(-1));
  limits.observe(ERRORS, 200, new Headers());
  expect(isOpen(ERRORS, "background")).toBe(true);
  limits.observe(ERRORS, 404, errors(0));
  expect(isOpen(ERRORS, "interactive")).toBe(false);
});

test("background calls pause from 11:00 to 11:15 UTC", () => {
  const left = (time: string) =>
    downtimeLeftMs({ EVE_DOWNTIME: "on" }, Date.parse(`2026-11-20T${time}Z`));
  expect(left("10:59:59.999")).toBe(0);
  expect(left("11:00:00")).toBe(15 * 60_000);
  expect(left("11:14:59")).toBe(1000);
  expect(left("11:15:00")).toBe(0);
  expect(left("18:00:00")).toBe(0);
  const inPause = Date.parse("2026-11-20T11:05:00Z");
  expect(downtimeLeftMs({ EVE_DOWNTIME: "off" }, inPause)).toBe(0);
});

test.each([
  [401, "Unauthorized - Invalid token", "token_revoked"],
  [403, "Character does not have required role(s)", "missing_role"],
  [403, "Character cannot grant roles", "missing_role"],
  [403, "Character is not in the corporation", "not_in_corporation"],
  [403, "Character not in corporation", "not_in_corporation"],
  [403, "token is not valid for scope(s): esi-x.v1", "missing_scope"],
  [403, '{"error":"…","sso_status":401}', "unavailable"],
  [403, "token expiry is too far in the future", "unavailable"],
  [403, "Forbidden", "missing_role"],
  [404, "Character has been deleted!", "deleted"],
  [404, "Character not found", "not_found"],
  [404, "Character is not in the corporation", "not_found"],
  [400, "Invalid compatibility date", "bad_answer"],
  [420, "This software has exceeded the error limit for ESI.", "rate_limited"],
  [429, "Too many requests", "rate_limited"],
  [500, "", "unavailable"],
  [502, "<html>Bad Gateway</html>", "unavailable"],
  [520, "ConStopSpamming", "unavailable"],
] as const)("ESI's %i “%s” means %s", (status, text, reason) => {
  expect(reasonOfStatus(status, text)).toBe(reason);
});

test("every failure has its own message", () => {
  const reasons: EsiReason[] = [
    "token_revoked",
    "missing_scope",
    "missing_role",
    "not_in_corporation",
    "not_found",
    "deleted",
    "rate_limited",
    "unavailable",
    "bad_answer",
  ];
  const sentences = reasons.map(esiSentence);
  expect(new Set(sentences).size).toBe(reasons.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+\.$/);
});

test("an ESI error has status, reason and Retry-After", () => {
  const cause = new Error("reset");
  const more = { status: 502, retryAfterSeconds: 7, detail: "502 Bad Gateway", cause };
  expect(new EsiError("unavailable", more)).toMatchObject({
    name: "EsiError",
    message: "unavailable: 502 Bad Gateway",
    reason: "unavailable",
    status: 502,
    retryAfterSeconds: 7,
    cause,
  });
  expect(new EsiError("not_found").message).toBe("not_found");
});
