import { expect, test } from "vitest";
import type { Section } from "#shared/characters.ts";
import { eveDate } from "#test/support/eve-date.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import {
  isDue,
  lastUpdated,
  missingScopes,
  sectionStates,
} from "#worker/characters/refresh/section-states.ts";
import type { GrantState, Viewpoint } from "#worker/characters/refresh/section-states.ts";
import type { SectionCheck, CheckRecord } from "#worker/db/schema/characters.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;
const iso = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString();

const FRESH: SectionCheck = {
  checkedAt: eveDate(NOON - HOUR_MS),
  dueAt: NOON + HOUR_MS,
  failure: null,
};
const DUE: SectionCheck = { checkedAt: eveDate(NOON - 2 * HOUR_MS), dueAt: NOON, failure: null };
const GRANTED: GrantState = { tokenState: "ok", scopes: CHARACTER_SCOPES };

function stateOf(
  section: Section,
  record: CheckRecord,
  authorization: GrantState = GRANTED,
  viewpoint: Viewpoint = "owner",
) {
  return sectionStates(record, authorization, viewpoint, NOON)[section];
}
const wallet = (check: SectionCheck | undefined, authorization?: GrantState) =>
  stateOf("wallet", { checks: { ...(check && { wallet: check }) } }, authorization);

test("a section is due if it was never fetched or has expired", () => {
  expect(isDue(undefined, NOON)).toBe(true);
  expect(isDue(DUE, NOON)).toBe(true);
  expect(isDue({ ...FRESH, dueAt: NOON + 1 }, NOON)).toBe(false);
});

test("a section has the time of the last fetch and of the next", () => {
  const calm = { error: null, progress: null };
  expect(wallet(FRESH)).toEqual({
    ...calm,
    state: "fresh",
    updatedAt: iso(-1),
    nextRefreshAt: iso(1),
  });
  expect(wallet(DUE)).toEqual({ ...calm, state: "due", updatedAt: iso(-2), nextRefreshAt: iso(0) });
  expect(wallet(undefined)).toEqual({
    ...calm,
    state: "due",
    updatedAt: null,
    nextRefreshAt: null,
  });
});

test("the owner sees problems of the authorization", () => {
  const revoked = { state: "failed", error: expect.stringMatching(/^EVE no longer accepts/) };
  expect(wallet(FRESH, { ...GRANTED, tokenState: "revoked" })).toMatchObject(revoked);
  expect(wallet(FRESH, { ...GRANTED, scopes: ["publicData"] })).toMatchObject({
    state: "missing_scope",
    error: expect.stringMatching(/does not cover this/),
  });
  const asleep: GrantState = { ...GRANTED, tokenState: "unknown" };
  expect(wallet(DUE, asleep)).toMatchObject({
    state: "failed",
    error: "EVE's sign-in service could not be reached. Try again in a few minutes.",
  });
  expect(wallet(FRESH, asleep)).toMatchObject({ state: "fresh", error: null });
});

test("public sections need no authorization", () => {
  const info = { checks: { info: FRESH } };
  for (const tokenState of ["revoked", "unknown"] as const) {
    expect(stateOf("info", info, { tokenState, scopes: [] })).toMatchObject({ state: "fresh" });
    expect(stateOf("info", { checks: {} }, { tokenState, scopes: [] })).toMatchObject({
      state: "due",
    });
  }
});

test("another user sees neither the authorization nor failed calls", () => {
  const nothing: GrantState = { tokenState: "revoked", scopes: [] };
  const failed: SectionCheck = { ...FRESH, failure: "missing_role" };
  const skills = (check: SectionCheck) =>
    stateOf("skills", { checks: { skills: check } }, nothing, "other");
  expect(skills(failed)).toMatchObject({ state: "fresh", error: null, updatedAt: iso(-1) });
  expect(skills({ ...failed, dueAt: NOON })).toMatchObject({ state: "due", error: null });
});

test("other users learn in which hour a section was read, and the owner in which minute", () => {
  const record = {
    checks: {
      skills: {
        checkedAt: eveDate(NOON - 0.25 * HOUR_MS),
        dueAt: NOON + 1.75 * HOUR_MS,
        failure: null,
      },
      attributes: { checkedAt: null, dueAt: NOON + 1.75 * HOUR_MS, failure: null },
    },
  };
  expect(stateOf("skills", record)).toMatchObject({
    updatedAt: iso(-0.25),
    nextRefreshAt: iso(1.75),
  });
  expect(stateOf("skills", record, GRANTED, "other")).toMatchObject({
    updatedAt: iso(-1),
    nextRefreshAt: iso(1),
  });
  expect(stateOf("attributes", record, GRANTED, "other")).toMatchObject({
    updatedAt: null,
    nextRefreshAt: iso(1),
  });
  expect(lastUpdated(record, "owner")).toBe(iso(-0.25));
  expect(lastUpdated(record, "other")).toBe(iso(-1));
});

test("each viewer gets the sections that they may see, also those that were never read", () => {
  const namesOf = (viewpoint: Viewpoint) =>
    Object.keys(sectionStates({ checks: {} }, GRANTED, viewpoint, NOON));
  const unlinked = ["info", "corporationHistory"];
  expect(namesOf("unlinked")).toEqual(unlinked);
  expect(namesOf("other")).toEqual([...unlinked, "attributes", "skills"]);
  expect(namesOf("owner")).toHaveLength(10);
});

test("a failed fetch has a message until one succeeds", () => {
  const failed = wallet({ ...FRESH, failure: "unavailable" });
  expect(failed).toMatchObject({
    state: "failed",
    error: "EVE could not be reached. Try again in a few minutes.",
  });
});

test("assets in progress have a progress", () => {
  const assetScan = { nextPage: 21, pages: 500, lastModified: null, startedAt: NOON };
  const record = { checks: { assets: FRESH, wallet: FRESH }, assetScan };
  expect(stateOf("assets", record)).toMatchObject({
    state: "in_progress",
    error: null,
    progress: { done: 20, total: 500 },
  });
  expect(stateOf("wallet", record)).toMatchObject({ state: "fresh", progress: null });
});

test("the last refresh is that of the latest visible section", () => {
  const at = (hours: number): SectionCheck => ({
    ...FRESH,
    checkedAt: eveDate(NOON - hours * HOUR_MS),
  });
  const record = { checks: { info: at(3), attributes: at(2), wallet: at(1) } };
  expect(lastUpdated(record, "owner")).toBe(iso(-1));
  expect(lastUpdated(record, "other")).toBe(iso(-2));
  expect(lastUpdated(record, "unlinked")).toBe(iso(-3));
  expect(lastUpdated({ checks: {} }, "owner")).toBeNull();
  expect(lastUpdated({ checks: { info: { ...DUE, checkedAt: null } } }, "other")).toBeNull();
});

test("missing scopes are named, unless the authorization is revoked", () => {
  const [first, ...rest] = CHARACTER_SCOPES;
  expect(missingScopes(GRANTED)).toEqual([]);
  expect(missingScopes({ tokenState: "unknown", scopes: rest })).toEqual([first]);
  expect(missingScopes({ tokenState: "revoked", scopes: [] })).toEqual([]);
});
