import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { GroupReview, ReviewedMember } from "#shared/groups/reviews.ts";
import { evidenceOf } from "#web/reviews/evidence.ts";
import { reviewQuery, saveDecisionsMutation } from "#web/reviews/queries.ts";

afterEach(() => vi.unstubAllGlobals());

const NOW = Date.parse("2026-11-24T12:00:00Z");
const JOINED = "2026-11-01T00:00:00.000Z";

const MEMBER: ReviewedMember = {
  userId: "user",
  mainCharacterId: 1,
  mainCharacterName: "Veteran",
  role: "member",
  joinedAt: JOINED,
  wayIn: null,
  lastSeenAt: null,
  authorization: "valid",
  characters: null,
  corporation: null,
  problem: null,
  keptAt: null,
  verdict: null,
};

const factOf = (corporation: ReviewedMember["corporation"]) =>
  evidenceOf({ ...MEMBER, corporation }, NOW).corporation;

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

test("who comes back to an open review finds the decisions that were saved, without another read", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (input: string) => {
    asked.push(input);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  const client = new QueryClient();
  const open = {
    id: "review",
    openedAt: JOINED,
    dueAt: JOINED,
    silence: "remove",
    total: 3,
    kept: 1,
    removed: 0,
    heldAbove: { group: 5, all: 50 },
  } as const;
  const page: GroupReview = {
    groupName: "Home Defence",
    settings: { everyMonths: null, silence: "remove" },
    nextAt: null,
    refusal: null,
    open,
    last: null,
    items: [{ ...MEMBER, userId: "a", verdict: "keep" }, { ...MEMBER, userId: "b" }, MEMBER],
    nextCursor: null,
  };
  const key = reviewQuery("g1").queryKey;
  client.setQueryData(key, { pages: [page], pageParams: [undefined] });
  await new MutationObserver(client, saveDecisionsMutation).mutate({
    groupId: "g1",
    reviewId: "review",
    decisions: [
      { userId: "a", verdict: "remove" },
      { userId: "b", verdict: "remove" },
    ],
  });
  const [shown] = client.getQueryData(key)?.pages ?? [];
  expect(shown?.items.map(({ verdict }) => verdict)).toEqual(["remove", "remove", null]);
  expect(shown?.open).toEqual({ ...open, kept: 0, removed: 2 });
  expect(asked).toEqual(["/api/groups/g1/review/decisions"]);
});
