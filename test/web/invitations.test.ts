import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { MyInvitation } from "#shared/groups/invitations.ts";
import { answerInvitationMutation, myInvitationsQuery } from "#web/groups/invitations/queries.ts";
import { waitingQuery } from "#web/lib/api/queries.ts";

const client = new QueryClient();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  client.clear();
});

const invitation = (id: string): MyInvitation => ({
  id,
  inviterCharacterName: "Mira Tal",
  createdAt: "2026-11-20T10:00:00.000Z",
  expiresAt: "2026-11-27T10:00:00.000Z",
  group: { id: `g-${id}`, name: id, description: null, visibility: "hidden", canView: true },
});

const { queryKey } = myInvitationsQuery;
const shown = () => client.getQueryData(queryKey);
const badge = () => client.getQueryData(waitingQuery.queryKey)?.invitations;

function receive(...ids: string[]) {
  const page = { items: ids.map(invitation), total: ids.length, nextCursor: null };
  client.setQueryData(queryKey, page);
  const nothing = {
    requests: [],
    problems: [],
    ends: [],
    emergencies: [],
    held: null,
    rosters: [],
    corporations: [],
    reviews: [],
  };
  const waiting = { invitations: ids.length, ...nothing };
  client.setQueryData(waitingQuery.queryKey, waiting);
}

test("an answered invitation leaves the list and the sidebar's count at once", async () => {
  receive("i1", "i2");
  let asked = "";
  vi.stubGlobal("fetch", (input: string) => {
    asked = input;
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  await new MutationObserver(client, answerInvitationMutation).mutate({
    id: "i1",
    answer: "decline",
  });
  expect(asked).toBe("/api/groups/invitations/i1/decline");
  expect(shown()).toMatchObject({ total: 1, items: [{ id: "i2" }] });
  expect(badge()).toBe(1);
});

test("an invitation that could not be accepted returns to its place in the list", async () => {
  receive("i1", "i2");
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const error = { code: "conflict", message: "It has expired.", requestId: "r1" };
  let isGoneMeanwhile = false;
  vi.stubGlobal("fetch", () => {
    isGoneMeanwhile = shown()?.total === 1;
    return Promise.resolve(Response.json({ error }, { status: 409 }));
  });
  const accepting = new MutationObserver(client, answerInvitationMutation).mutate({
    id: "i1",
    answer: "accept",
  });
  await expect(accepting).rejects.toMatchObject({ serverMessage: "It has expired." });
  expect(isGoneMeanwhile).toBe(true);
  expect(shown()).toMatchObject({ total: 2, items: [{ id: "i1" }, { id: "i2" }] });
  expect(badge()).toBe(2);
});
