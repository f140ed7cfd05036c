import { DatabaseSync } from "node:sqlite";
import { sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lengthOf, NICKNAME_MAX_LENGTH, nicknameOf } from "#shared/discord/nickname.ts";
import type { DriftRule } from "#shared/discord/servers.ts";
import { heldAbove, holdOf } from "#shared/requirements/limits.ts";
import { consequenceOf } from "#worker/discord/bot/refusals.ts";
import {
  applyTo,
  operationsOf,
  planMember,
  rememberAfter,
} from "#worker/discord/servers/plan/plan-member.ts";
import type { Attempt, Member } from "#worker/discord/servers/plan/plan-member.ts";
import { areHeld } from "#worker/discord/servers/sync/check-store.ts";

const ROLES = ["a", "b", "c", "d", "e", "f", "g"];
const some = fc.subarray(ROLES);
const drift = fc.constantFrom<DriftRule>("list", "remove", "keep");
const member: fc.Arbitrary<Member> = fc.record({
  wanted: some,
  roles: some,
  given: some,
  accepted: some,
  attempt: fc.constant(null),
});

/** The member after the first `count` operations of a plan; all of them without a count. */
function changed(start: Member, mapped: readonly string[], rule: DriftRule, count = Infinity) {
  const wanted = start.wanted.filter((role) => mapped.includes(role));
  const before = { ...start, wanted };
  const set = new Set(mapped);
  const mapping = { mapped: set, assignable: set, drift: rule };
  const plan = planMember(before, mapping);
  const attempt: Attempt = {
    eventId: "event",
    add: [...(before.attempt?.add ?? []), ...plan.add],
    remove: [...(before.attempt?.remove ?? []), ...plan.remove],
  };
  const operations = operationsOf(plan, true).slice(0, count);
  const roles = operations.reduce<string[]>(applyTo, [...before.roles]);
  const isWhole = operations.length === operationsOf(plan, true).length;
  const after = { ...before, roles, attempt };
  return isWhole
    ? { ...after, ...rememberAfter(after, mapping) }
    : { ...after, given: before.given };
}

test("a plan touches mapped roles alone, and after it nothing is left to do", () => {
  fc.assert(
    fc.property(member, some, drift, (start, mapped, rule) => {
      const end = changed(start, mapped, rule);
      const isOther = (role: string) => !mapped.includes(role);
      expect(end.roles.filter(isOther).toSorted()).toEqual(start.roles.filter(isOther).toSorted());
      expect(changed(end, mapped, rule).roles).toEqual(end.roles);
    }),
  );
});

test("a plan that is cut off after any request and made again ends the same", () => {
  fc.assert(
    fc.property(member, some, drift, fc.nat(3), (start, mapped, rule, count) => {
      const whole = changed(start, mapped, rule);
      const resumed = changed(changed(start, mapped, rule, count), mapped, rule);
      expect(resumed.roles.toSorted()).toEqual(whole.roles.toSorted());
      expect(resumed.given).toEqual(whole.given);
    }),
  );
});

test("a nickname has at most 32 code points, and rendering it again changes nothing", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 50 });
  const facts = fc.record({ main: text, ticker: text, alliance: text, group: text });
  fc.assert(
    fc.property(facts, text, fc.boolean(), (names, current, keepsOwnPart) => {
      const rule = { template: "[{ticker}] {main}", keepsOwnPart };
      const nickname = nicknameOf(rule, names, current);
      expect(lengthOf(nickname)).toBeLessThanOrEqual(NICKNAME_MAX_LENGTH);
      expect(nicknameOf(rule, names, nickname)).toBe(nickname);
    }),
  );
  const rule = { template: "[{ticker}] {main}", keepsOwnPart: true };
  const tovi = { main: "Tovi Renn", ticker: null, alliance: null, group: null };
  expect(nicknameOf(rule, tovi, null)).toBe("Tovi Renn");
  expect(nicknameOf(rule, { ...tovi, ticker: "SBLM" }, "old | Tom")).toBe("[SBLM] Tovi Renn | Tom");
});

test("each refusal of Discord concerns one member or the whole server", () => {
  const refused = (status: number, code: number) =>
    consequenceOf({ state: "refused", status, code }, 0);
  expect(
    [
      refused(403, 50_013),
      refused(404, 10_007),
      refused(404, 10_013),
      refused(400, 50_028),
      refused(400, 1),
    ].map((found) => (found.kind === "member" ? found.problem : found.halt)),
  ).toEqual(["refused", "left", "deleted", "role_gone", "unexpected"]);
  expect(
    [refused(401, 0), refused(403, 50_001), refused(404, 10_004), refused(403, 60_003)].map(
      (found) => (found.kind === "server" ? found.halt : found.problem),
    ),
  ).toEqual(["unauthorized", "no_access", "no_access", "two_factor"]);
  const limited = { state: "limited", retryAfterMs: 500, isBan: false } as const;
  expect(consequenceOf(limited, 0)).toEqual({ kind: "server", halt: "limited", waitMs: 500 });
  expect(consequenceOf(limited, 1)).toMatchObject({ waitMs: 60_500 });
  expect(consequenceOf({ ...limited, isBan: true }, 0)).toMatchObject({ halt: "banned" });
  const outages = [0, 1, 2, 9].map((count) => consequenceOf({ state: "unavailable" }, count));
  expect(outages.map((found) => found.kind === "server" && found.waitMs)).toEqual([
    60_000, 120_000, 240_000, 900_000,
  ]);
});

test("the statement that ends a check holds the removals that the rule for all removals holds", () => {
  const database = new DatabaseSync(":memory:");
  const dialect = new SQLiteAsyncDialect();
  const isHeld = (count: number, members: number, recent: number, recentInAll: number) => {
    const { sql: text, params } = dialect.sqlToQuery(
      sql`select ${areHeld({
        count: sql`${count}`,
        members: sql`${members}`,
        recent: sql`${recent}`,
        recentInAll: sql`${recentInAll}`,
      })} as held`,
    );
    return database.prepare(text).get(...params.map(Number))?.["held"] === 1;
  };
  const few = fc.nat(60);
  fc.assert(
    fc.property(fc.nat(400), few, few, (members, recent, inOthers) => {
      const recentInAll = recent + inOthers;
      const above = heldAbove({ members, recent, recentInAll });
      for (const count of [0, 1, above.group, above.group + 1, above.all, above.all + 1]) {
        const found = isHeld(count, members, recent, recentInAll);
        expect(found).toBe(holdOf(count, above) !== null);
      }
    }),
  );
});
