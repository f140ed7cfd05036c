import { expect, test } from "vitest";
import {
  chooseGrant,
  columnsOf,
  grantsOf,
  replaceGrant,
  untriedOf,
  withoutGrant,
} from "#worker/auth/tokens/kept-grants.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const LATER = new Date(NOW + 20 * 60_000);

const grant = (name: string, scopes: string[], accessExpiresAt = LATER) => ({
  refreshToken: name,
  accessToken: `access of ${name}`,
  accessExpiresAt,
  scopes,
});
const nothing = { scopes: [], lostScopes: null };

test("the columns of a row contain its grants again", () => {
  const kept = [grant("new", ["a"]), grant("old", ["a", "b"])] as const;
  const columns = columnsOf(nothing, kept[0], [kept[1]]);
  expect(columns).toMatchObject({ scopes: ["a", "b"], ownScopes: ["a"], lostScopes: null });
  expect(grantsOf(columns)).toEqual(kept);
  const single = columnsOf(nothing, kept[1], []);
  expect(single).toMatchObject({ scopes: ["a", "b"], ownScopes: null, spares: null });
  expect(grantsOf(single)).toEqual([kept[1]]);
});

test("EVE has not been asked about a spare whose access token was dropped", () => {
  const spare = (refreshToken: string, accessExpiresAt: number) => ({
    ...grant(refreshToken, []),
    accessExpiresAt,
  });
  const untried = spare("untried", 0);
  expect(untriedOf([spare("tried", NOW), untried])).toEqual([untried]);
  expect([untriedOf(null), untriedOf(undefined)]).toEqual([[], []]);
});

test("a grant that the newest covers is not kept", () => {
  const columns = columnsOf(nothing, grant("new", ["a", "b"]), [grant("old", ["b"])]);
  expect(columns).toMatchObject({ refreshToken: "new", spares: null, ownScopes: null });
});

test("scopes that no grant covers are lost, until one covers them again; the others keep their order", () => {
  const before = { scopes: ["c", "a", "b"], lostScopes: ["x"] };
  const lost = columnsOf(before, grant("new", ["a", "c"]), []);
  expect(lost).toMatchObject({ scopes: ["c", "a"], lostScopes: ["b", "x"] });
  const again = columnsOf(lost, grant("newer", ["a", "b", "c", "x"]), []);
  expect(again).toMatchObject({ scopes: ["c", "a", "b", "x"], lostScopes: null });
});

test("a call uses the grant that covers it, and of two of them the one that needs no refresh", () => {
  const stale = new Date(NOW);
  const weak = grant("weak", ["a"]);
  const strong = grant("strong", ["a", "b"], stale);
  const chosen = (...scopes: string[]) => chooseGrant([weak, strong], scopes, NOW).refreshToken;
  expect(chosen("b")).toBe("strong");
  expect(chosen("a", "b")).toBe("strong");
  expect(chosen("a")).toBe("weak");
  expect(chosen()).toBe("weak");
  expect(chosen("unknown")).toBe("weak");
  const expired = { ...weak, accessExpiresAt: stale };
  const fresh = { ...strong, accessExpiresAt: LATER };
  expect(chooseGrant([expired, fresh], ["a"], NOW)).toBe(fresh);
  expect(chooseGrant([expired, strong], ["a"], NOW)).toBe(expired);
});

test("when EVE has refused the newest grant, the one with the most scopes takes its place", () => {
  const [newest, small, large] = [
    grant("newest", ["a"]),
    grant("small", ["b"]),
    grant("large", ["b", "c"]),
  ];
  const all = [newest, small, large];
  expect(withoutGrant(all, newest)).toEqual([large, small]);
  expect(withoutGrant(all, small)).toEqual([newest, large]);
  expect(withoutGrant([newest], newest)).toEqual([]);
});

test("what a refresh has made of a grant replaces it where it is now", () => {
  const [newest, spare, renewed] = [
    grant("newest", ["a"]),
    grant("spare", ["b"]),
    grant("c", ["b"]),
  ];
  const all = [newest, spare];
  expect(replaceGrant(all, spare, renewed)).toEqual([newest, renewed]);
  expect(replaceGrant(all, newest, renewed)).toEqual([renewed, spare]);
  // A later sign-in has replaced it.
  expect(replaceGrant(all, renewed, spare)).toBe(all);
  expect(withoutGrant(all, renewed)).toBe(all);
});
