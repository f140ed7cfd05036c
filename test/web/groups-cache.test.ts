import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import type { InfiniteData, QueryKey } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import type { GroupInvitation } from "#shared/groups/invitations.ts";
import type { Page } from "#shared/page.ts";
import { directMessagesQuery } from "#web/account/queries.ts";
import { feedQuery } from "#web/discord/feed-queries.ts";
import { joinableServersQuery, joinServerMutation } from "#web/discord/join-server-button.tsx";
import { renewAccount } from "#web/discord/queries.ts";
import { deleteGroupMutation } from "#web/groups/group/use-group-form.ts";
import { decideRequestsMutation, withdrawRequestMutation } from "#web/groups/requests/queries.ts";
import {
  joinGroupMutation,
  leaveGroupMutation,
  setAdminMutation,
} from "#web/groups/members/queries.ts";
import { revokeInvitationMutation } from "#web/groups/invitations/queries.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { revokeConsentMutation } from "#web/access/queries.ts";
import { acts } from "#web/proof/acts.ts";
import { needsClick } from "#web/proof/repeat-request.ts";
import { overviewQuery, queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { groupInvitationsQuery } from "#web/groups/invitations/queries.ts";
import { formQuery, saveFormMutation } from "#web/vetting/queries.ts";
import { groupQuery, groupsQuery } from "#web/memberships/queries.ts";
import { membersQuery } from "#web/groups/members/queries.ts";
import { checkAgainMutation } from "#web/repairs/queries.ts";

// Only the network is stubbed: each test decides what it answers, and when.
let answer: () => Promise<Response>;
let asked: string[];
let client: QueryClient;

beforeEach(() => {
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", (input: string) => {
    asked.push(input);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  client.clear();
});

const refuse = (message: string) => () =>
  Promise.resolve(
    Response.json({ error: { code: "conflict", message, requestId: "r1" } }, { status: 409 }),
  );
const accept = () => Promise.resolve(new Response(null, { status: 204 }));

/** Holds the answer back until the returned function is called. */
function hold(then: () => Promise<Response>): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  answer = () => released.then(then);
  return release;
}

const can = {
  join: true,
  request: false,
  leave: false,
  requestExtension: false,
  edit: false,
  changeCategory: false,
  changeVisibility: false,
  delete: false,
  transfer: false,
  manageAdmins: false,
  manageMembers: false,
  invite: false,
  reviewRequests: false,
  seeActivity: false,
};

function group(change: Partial<Group> = {}): Group {
  return {
    id: "g1",
    name: "Home Defence",
    description: null,
    categoryId: "c1",
    category: { id: "c1", name: "PvP" },
    visibility: "public",
    effectiveVisibility: "public",
    joinMode: "open",
    enrolment: null,
    hasForm: false,
    hasRequirements: false,
    isOpenToGuests: null,
    isShownInInvites: false,
    createdAt: "2026-11-20T10:00:00.000Z",
    memberCount: 7,
    membershipDays: null,
    emergencies: [],
    endsAt: null,
    ownerId: "u1",
    ownerName: "Mira Tal",
    ownerMainCharacterId: 1,
    adminUserIds: [],
    isMember: false,
    isOwner: false,
    isAdmin: false,
    pendingRequestId: null,
    pendingInvitationId: null,
    pendingRequestCount: null,
    can,
    ...change,
  };
}

function onePage<Item>(items: Item[]): InfiniteData<Page<Item>, string | undefined> {
  return { pages: [{ items, total: items.length, nextCursor: null }], pageParams: [undefined] };
}

/** Caches the group in a list and in its detail query, as after a visit to both pages. */
function cache(shown: Group) {
  client.setQueryData(groupsQuery({}).queryKey, onePage([group({ id: "other" }), shown]));
  client.setQueryData(groupQuery("g1").queryKey, shown);
}

/** The cached group, which must be the same in both. */
function cached() {
  const onList = client.getQueryData(groupsQuery({}).queryKey)?.pages[0]?.items[1];
  const onPage = client.getQueryData(groupQuery("g1").queryKey);
  expect(onList).toEqual(onPage);
  return onPage;
}

test("joining makes the user a member in every cached query before the server answers", async () => {
  cache(group());
  const release = hold(() => Promise.resolve(Response.json(group({ isMember: true }))));
  const joining = new MutationObserver(client, joinGroupMutation).mutate("g1");
  await expect.poll(() => asked).toEqual(["/api/groups/g1/join"]);
  expect(cached()).toMatchObject({ isMember: true, memberCount: 8, can: { join: false } });
  const other = client.getQueryData(groupsQuery({}).queryKey)?.pages[0]?.items[0];
  expect(other).toMatchObject({ isMember: false, memberCount: 7 });
  release();
  await joining;
});

test("who joins may no longer be a guest: the session is read again, and the next operations", async () => {
  const keys = [sessionQuery.queryKey, overviewQuery.queryKey];
  const isOld = () => keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
  for (const queryKey of keys) client.setQueryData([...queryKey], {});
  answer = () => Promise.resolve(Response.json(group({ isMember: true })));
  expect(isOld()).toEqual([false, false]);
  await new MutationObserver(client, joinGroupMutation).mutate("g1");
  expect(isOld()).toEqual([true, true]);
});

test("a refused join is rolled back and reports the server's reason", async () => {
  cache(group());
  answer = refuse("Home Defence admits members by invitation only.");
  const joining = new MutationObserver(client, joinGroupMutation).mutate("g1");
  await expect(joining).rejects.toMatchObject({
    serverMessage: "Home Defence admits members by invitation only.",
  });
  expect(cached()).toEqual(group());
});

test("a refused leave is rolled back", async () => {
  const before = group({ isMember: true, can: { ...can, join: false, leave: true } });
  cache(before);
  answer = refuse("The owner cannot leave.");
  await expect(new MutationObserver(client, leaveGroupMutation).mutate("g1")).rejects.toThrow(
    "Conflict",
  );
  expect(cached()).toEqual(before);
});

test("a refused withdrawal makes the request pending again", async () => {
  const before = group({ pendingRequestId: "r9", can: { ...can, join: false } });
  cache(before);
  answer = refuse("The request was approved already.");
  const withdrawal = new MutationObserver(client, withdrawRequestMutation);
  await expect(withdrawal.mutate({ groupId: "g1", requestId: "r9" })).rejects.toThrow("Conflict");
  expect(cached()).toEqual(before);
});

test("of several parallel approvals, only the one that fails is rolled back", async () => {
  cache(group({ pendingRequestCount: 40 }));
  answer = () => (asked.at(-1)?.includes("r3") ? refuse("Too late.")() : accept());
  const approve = (requestId: string) =>
    new MutationObserver(client, decideRequestsMutation)
      .mutate({ groupId: "g1", ids: [requestId], decision: "approve" })
      .catch(() => undefined);
  await Promise.all(["r1", "r2", "r3", "r4", "r5"].map(approve));
  expect(cached()).toMatchObject({ pendingRequestCount: 36, memberCount: 11 });
});

test("of approvals in parts, those before the part that fails are done", async () => {
  cache(group({ pendingRequestCount: 150 }));
  const ids = Array.from({ length: 150 }, (_, index) => `r${index}`);
  const done = ids.slice(0, 100);
  answer = () =>
    asked.length === 1
      ? Promise.resolve(Response.json({ done, refused: [] }))
      : refuse("Try again.")();
  const decision = { groupId: "g1", ids, decision: "approve" } as const;
  const result = await new MutationObserver(client, decideRequestsMutation).mutate(decision);
  expect(result).toEqual({
    done,
    refused: ids.slice(100).map((id) => ({ id, message: "Try again." })),
  });
  expect(cached()).toMatchObject({ pendingRequestCount: 50, memberCount: 107 });
});

test("a part that needs a proof is not repeated alone after it: the user presses the button again", async () => {
  vi.stubGlobal("location", { origin: "https://muster.example" });
  answer = () => {
    const error = { code: "fresh_proof_required", message: "Sign in again.", requestId: "r1" };
    return Promise.resolve(Response.json({ error }, { status: 403 }));
  };
  const approve = async (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => `r${index}`);
    const decision = { groupId: "g1", ids, decision: "approve" } as const;
    const observer = new MutationObserver(client, decideRequestsMutation);
    const error: unknown = await observer.mutate(decision).catch((error: unknown) => error);
    return error instanceof ApiError && error.request ? needsClick(error.request) : error;
  };
  expect(await approve(100)).toBe(false);
  expect(await approve(250)).toBe(true);
});

test("rejecting a request leaves the member count unchanged", async () => {
  cache(group({ pendingRequestCount: 2 }));
  answer = accept;
  const decision = { groupId: "g1", ids: ["r1"], decision: "reject" } as const;
  await new MutationObserver(client, decideRequestsMutation).mutate(decision);
  expect(asked).toEqual(["/api/groups/join-requests/r1/reject"]);
  expect(cached()).toMatchObject({ pendingRequestCount: 1, memberCount: 7 });
});

test("group queries are invalidated once, after the last of several parallel mutations", async () => {
  cache(group({ pendingRequestCount: 3 }));
  const invalidate = vi.spyOn(client, "invalidateQueries");
  answer = () => new Promise((resolve) => setTimeout(resolve, 5)).then(accept);
  const reject = (requestId: string) =>
    new MutationObserver(client, decideRequestsMutation).mutate({
      groupId: "g1",
      ids: [requestId],
      decision: "reject",
    });
  await Promise.all(["r1", "r2", "r3"].map(reject));
  const groups = invalidate.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === "groups");
  expect(groups).toHaveLength(1);
});

test("what waits is counted again for administrators too, in the menu and in the overview", async () => {
  cache(group({ pendingRequestCount: 2 }));
  client.setQueryData(queryKeys.overview, {});
  answer = accept;
  const decision = { groupId: "g1", ids: ["r1"], decision: "reject" } as const;
  await new MutationObserver(client, decideRequestsMutation).mutate(decision);
  expect(client.getQueryState(queryKeys.overview)?.isInvalidated).toBe(true);
});

test("a deleted group no longer waits, and its page is not read again", async () => {
  cache(group());
  client.setQueryData(queryKeys.waiting, {});
  answer = accept;
  const page = new QueryObserver(client, { ...groupQuery("g1"), staleTime: Infinity });
  const leave = page.subscribe(() => {});
  await new MutationObserver(client, deleteGroupMutation).mutate({
    id: "g1",
    name: "Home Defence",
  });
  leave();
  expect(asked).toEqual(["/api/groups/g1"]);
  expect(client.getQueryState(queryKeys.waiting)?.isInvalidated).toBe(true);
});

test("a refused promotion to admin restores the member's role", async () => {
  const member: GroupMember = {
    id: "m2",
    userId: "u2",
    mainCharacterId: 2,
    ticker: null,
    mainCharacterName: "Tovi Renn",
    role: "member",
    joinedAt: "2026-11-20T10:00:00.000Z",
    endsAt: null,
    isEmergency: false,
    suspension: null,
    problem: null,
    can: { remove: true, makeAdmin: true, removeAdmin: false, makeOwner: true, setEnd: true },
  };
  const { queryKey } = membersQuery("g1");
  const { pages, pageParams } = onePage([member]);
  client.setQueryData(queryKey, {
    pages: pages.map((page) => ({ ...page, isPartial: false, problemCounts: null })),
    pageParams,
  });
  const release = hold(refuse("Tovi Renn has left the group."));
  const appointment = { groupId: "g1", userId: "u2", isAdmin: true };
  const appointing = new MutationObserver(client, setAdminMutation).mutate(appointment);
  await expect
    .poll(() => client.getQueryData(queryKey)?.pages[0]?.items[0])
    .toMatchObject({ role: "admin", can: { makeAdmin: false, removeAdmin: true } });
  release();
  await expect(appointing).rejects.toThrow("Conflict");
  expect(client.getQueryData(queryKey)?.pages[0]?.items).toEqual([member]);
});

test("a revoked invitation disappears at once and returns if the server refuses", async () => {
  const invitation: GroupInvitation = {
    id: "i1",
    inviteeUserId: "u2",
    inviteeCharacterId: 2,
    inviteeCharacterName: "Tovi Renn",
    inviterCharacterName: "Mira Tal",
    createdAt: "2026-11-20T10:00:00.000Z",
    expiresAt: "2026-11-27T10:00:00.000Z",
    status: "pending",
    membershipDays: null,
  };
  const { queryKey } = groupInvitationsQuery("g1");
  client.setQueryData(queryKey, onePage([invitation, { ...invitation, id: "i2" }]));
  const release = hold(refuse("This invitation was already accepted."));
  const revocation = new MutationObserver(client, revokeInvitationMutation);
  const revoking = revocation.mutate({ groupId: "g1", id: "i1" });
  await expect
    .poll(() => client.getQueryData(queryKey)?.pages[0])
    .toMatchObject({ total: 1, items: [{ id: "i2" }] });
  release();
  await expect(revoking).rejects.toThrow("Conflict");
  expect(client.getQueryData(queryKey)?.pages[0]).toMatchObject({
    total: 2,
    items: [{ id: "i1" }, { id: "i2" }],
  });
});

test("the group list is fresh for 60 s, search results for 30 s, and both are cached for 5 minutes", () => {
  expect(groupsQuery({})).toMatchObject({ staleTime: 60_000, gcTime: 300_000 });
  expect(groupsQuery({ search: "moon" })).toMatchObject({ staleTime: 30_000, gcTime: 300_000 });
});

test("the sessions are read again once an access is revoked, and after an act on the account", async () => {
  const { activeSessions: queryKey } = queryKeys;
  const isStale = () => client.getQueryState(queryKey)?.isInvalidated;
  answer = accept;
  client.setQueryData(queryKey, {});
  await new MutationObserver(client, revokeConsentMutation).mutate("wiki");
  expect(isStale()).toBe(true);
  client.setQueryData(queryKey, {});
  await acts.changeMain.settle(client);
  expect(isStale()).toBe(true);
});

test("a form is saved once its new version is read, with which the editor goes on", async () => {
  const reviewers = { managers: [], group: null };
  const query = formQuery("g1");
  client.setQueryData(query.queryKey, { version: 1, form: null, reviewers });
  const open = new QueryObserver(client, { ...query, staleTime: Infinity }).subscribe(() => {});
  answer = () =>
    asked.length === 1
      ? accept()
      : Promise.resolve(Response.json({ version: 2, form: null, reviewers }));
  const input = { groupId: "g1", version: 1, form: null, reviewers: null };
  await new MutationObserver(client, saveFormMutation).mutate(input);
  expect(client.getQueryData(query.queryKey)?.version).toBe(2);
  open();
});

test("checking again reads all of a character, counts one that EVE did not give, and asks for groups again", async () => {
  cache(group());
  const refreshed = { success: true, updated: [], failed: [], hasMore: false, sections: {} };
  answer = async () =>
    Response.json(
      asked.at(-1)?.includes("/2/")
        ? { ...refreshed, failed: ["skills"] }
        : { ...refreshed, hasMore: asked.length === 1 },
    );
  const checking = new MutationObserver(client, checkAgainMutation).mutate([1, 2]);
  expect(await checking).toEqual({ failed: 1 });
  expect(asked).toEqual([1, 1, 2].map((id) => `/api/characters/${id}/refresh`));
  expect(client.getQueryState(groupQuery("g1").queryKey)?.isInvalidated).toBe(true);
});

test("after Discord was linked, what depends on the link is read again", async () => {
  const keys: QueryKey[] = [
    queryKeys.access,
    directMessagesQuery.queryKey,
    feedQuery({ groupId: "g1" }).queryKey,
    joinableServersQuery.queryKey,
  ];
  for (const key of keys) client.setQueryData(key, {});
  await renewAccount(client);
  const fresh = keys.filter((key) => client.getQueryState(key)?.isInvalidated !== true);
  expect(fresh).toEqual([]);
});

test("a Discord server that was joined is not offered until Muster sees the player there", async () => {
  const { queryKey } = joinableServersQuery;
  const other = { id: "2", name: "Other" };
  client.setQueryData(queryKey, { servers: [{ id: "1", name: "Joined" }, other] });
  answer = accept;
  await new MutationObserver(client, joinServerMutation).mutate("1");
  expect(client.getQueryData(queryKey)).toEqual({ servers: [other] });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
});
