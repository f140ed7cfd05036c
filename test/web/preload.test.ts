import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import type { Session } from "#shared/session.ts";
import { preload } from "#web/app/preload.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { clearSessionToken, storeSessionToken } from "#web/lib/api/session-token.ts";
import { sessionQuery } from "#web/lib/api/session.ts";

const SHELL = ["waiting"];

afterEach(clearSessionToken);

/** The keys of all queries that a visit to an address starts. */
async function preloadedAt(address: string, session?: Session): Promise<unknown[]> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (session) client.setQueryData(sessionQuery.queryKey, session);
  await preload(client, new URL(address, "https://muster.example"));
  const keys = client.getQueryCache().getAll();
  return keys.map(({ queryKey }) => queryKey).filter(([first]) => first !== "session");
}

function signedIn(isAdmin: boolean): Session {
  storeSessionToken("token");
  return {
    authenticated: true,
    user: {
      id: "1",
      mainCharacterId: 1,
      is_admin: isAdmin,
      adminRightsWithheld: false,
      characters: [],
      canLinkDiscord: false,
    },
  };
}

test("a page is preloaded with its own data and the shell's", async () => {
  expect(await preloadedAt("/dashboard", signedIn(false))).toEqual([
    SHELL,
    ["characters", "overview"],
    ["groups", "mine"],
  ]);
  expect(await preloadedAt("/groups/abc", signedIn(false))).toEqual([
    SHELL,
    ["groups", "one", "abc"],
    ["groups", "one", "abc", "members", {}],
  ]);
});

test("a stored token is enough to preload: the session's answer need not be awaited", async () => {
  storeSessionToken("token");
  expect(await preloadedAt("/my-groups")).toEqual([SHELL, ["groups", "mine"]]);
});

test("filters and tabs in the address decide which data is preloaded", async () => {
  const session = signedIn(true);
  expect(await preloadedAt("/groups?search=wing", session)).toContainEqual([
    "groups",
    "list",
    { search: "wing" },
  ]);
  expect(
    await preloadedAt("/groups/abc?search=wren&sort=-joined&role=boss", session),
  ).toContainEqual(["groups", "one", "abc", "members", { search: "wren", sort: "-joined" }]);
  for (const [search, key] of [
    ["requests&assignee=me", ["requests", { assignee: "1" }]],
    ["invitations", ["invitations"]],
    ["codes", ["codes"]],
    ["activity", ["activity"]],
  ] as const) {
    expect(await preloadedAt(`/groups/abc?tab=${search}`, session)).toEqual([
      SHELL,
      ["groups", "one", "abc"],
      ["groups", "one", "abc", ...key],
    ]);
  }
  expect(await preloadedAt("/admin/corporations/98000001?tab=data", session)).toEqual([
    SHELL,
    ["corporations", "one", 98_000_001],
    ["corporations", "one", 98_000_001, "data"],
  ]);
});

test("an address without a valid id requests nothing of its own", async () => {
  expect(await preloadedAt("/character/nobody", signedIn(false))).toEqual([SHELL]);
  expect(await preloadedAt("/groups/abc/more", signedIn(false))).toEqual([]);
});

test("nothing is preloaded for a visitor without a session", async () => {
  expect(await preloadedAt("/dashboard")).toEqual([]);
  expect(await preloadedAt("/admin/groups")).toEqual([]);
});

test("the admin area is preloaded for administrators only", async () => {
  expect(await preloadedAt("/admin/settings", signedIn(false))).toEqual([SHELL]);
  expect(await preloadedAt("/admin/settings", signedIn(true))).toEqual([
    SHELL,
    ["community"],
    ["health", "details"],
  ]);
});

test.each([
  [403, 1],
  [404, 1],
  [500, 2],
])("a read that is answered with %i is sent %i times", async (status, times) => {
  let sent = 0;
  const read = createQueryClient().fetchQuery({
    queryKey: ["read"],
    retryDelay: 0,
    queryFn: () => {
      sent += 1;
      throw new ApiError(status, "", undefined);
    },
  });
  await expect(read).rejects.toThrow(ApiError);
  expect(sent).toBe(times);
});
