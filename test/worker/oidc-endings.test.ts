import { createLocalJWKSet, jwtVerify } from "jose";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import {
  agree,
  authorizeUrl,
  change,
  codeOf,
  exchangeCode,
  ISSUER,
  openInBrowser,
  publishedKeysOf,
  question,
  refresh,
  startProvider,
  userInfo,
} from "#test/support/applications/relying-party.ts";
import type { Provider } from "#test/support/applications/relying-party.ts";
import { logouts } from "#worker/applications/oidc/logouts.ts";
import { users } from "#worker/db/schema/accounts.ts";
import {
  applicationGrants,
  applicationGroups,
  applications,
  logoutDeliveries,
} from "#worker/db/schema/applications.ts";
import { eq } from "drizzle-orm";
import { SCOPES } from "#shared/applications/claims.ts";

const LOGOUT = "https://wiki.example.com/backchannel";
const INVALID_GRANT = { status: 400, error: "invalid_grant" };

/** A user in the required group is signed in at an application that is told of logouts. */
async function signIn(scope = SCOPES.join(" ")) {
  const provider = await startProvider({ backchannelLogoutUri: LOGOUT });
  const { muster, application, user } = provider;
  await muster.context.db.delete(logoutDeliveries);
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner, members: [user], name: "Home Defence" });
  await change(muster, application.id, { requiredGroupId: group.id });
  const tokens = await exchangeCode(provider, await codeOf(provider, { scope }));
  return { ...provider, owner, group, tokens };
}

const tellSome = ({ context }: Provider["muster"]) => logouts.read({}).slice(context);

/** Delivers what is due; the application answers with this status. Returns the logout tokens that it got. */
async function deliver({ muster }: Pick<Provider, "muster">, status = 200): Promise<string[]> {
  const tokens: string[] = [];
  const network = vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
    expect(address).toBe(LOGOUT);
    expect(init?.redirect).toBe("manual");
    tokens.push(new URLSearchParams(z.string().parse(init?.body)).get("logout_token") ?? "");
    return Promise.resolve(new Response(null, { status }));
  });
  while ((await tellSome(muster)).state === "more");
  network.mockRestore();
  return tokens;
}

const waiting = ({ muster }: Pick<Provider, "muster">) =>
  muster.context.db.select().from(logoutDeliveries);

test("leaving the required group ends renewals at once, and the application is told with a signed token", async () => {
  const scene = await signIn();
  const { muster, application, user, group, tokens } = scene;
  await user.api.groups[":id"].leave.$post({ param: { id: group.id } });
  expect(await refresh(scene, tokens["refresh_token"])).toMatchObject(INVALID_GRANT);
  expect(await userInfo(scene, tokens["access_token"])).toBe(401);

  const [token = ""] = await deliver(scene);
  const jwks = await publishedKeysOf(muster);
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
    issuer: ISSUER,
    audience: application.id,
    typ: "logout+jwt",
  });
  expect(payload).toMatchObject({
    sub: user.userId,
    sid: expect.any(String),
    jti: expect.any(String),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  });
  expect(payload).not.toHaveProperty("nonce");
  expect(await waiting(scene)).toEqual([]);

  const page = await openInBrowser(muster, authorizeUrl(application.id));
  expect(await question(user, page)).toMatchObject({
    state: "refused",
    group: { id: group.id, name: "Home Defence", canAsk: true },
  });
});

type Scene = Awaited<ReturnType<typeof signIn>>;

test.for<[what: string, end: (scene: Scene) => Promise<unknown>]>([
  [
    "removed from the group",
    ({ owner, group: { id }, user: { userId } }) =>
      owner.api.groups[":id"].members[":userId"].$delete({ param: { id, userId } }),
  ],
  [
    "suspended",
    ({ muster, user }) =>
      muster.context.db
        .update(users)
        .set({ suspendedUntil: new Date(Date.now() + 60_000) })
        .where(eq(users.id, user.userId)),
  ],
  [
    "no longer willing",
    ({ application: { id }, user }) => user.api.consent[":id"].$delete({ param: { id } }),
  ],
  [
    "in no group that exists",
    ({ group: { id, name }, owner }) =>
      owner.api.groups[":id"].$delete({ param: { id }, json: { name } }),
  ],
  [
    "outside of a newly required group",
    async ({ muster, application, owner }) => {
      const { id } = await buildGroup(muster, { owner });
      await change(muster, application.id, { requiredGroupId: id });
    },
  ],
])("a user who is %s has no session there any more", async ([, end]) => {
  const scene = await signIn();
  await end(scene);
  expect(await refresh(scene, scene.tokens["refresh_token"])).toMatchObject(INVALID_GRANT);
  expect(await deliver(scene)).toHaveLength(1);
});

test("a code from before the user revoked the access becomes no session", async () => {
  const scene = await signIn();
  const code = await codeOf(scene);
  await scene.user.api.consent[":id"].$delete({ param: { id: scene.application.id } });
  expect(await exchangeCode(scene, code)).toMatchObject(INVALID_GRANT);
});

/** The user is in a group that the application is told about, and that it does not require. */
async function signInWithTold(
  row: Parameters<typeof change>[2] = { tellsLostGroups: true },
  scope?: string,
) {
  const scene = await signIn(scope);
  const { muster, application, owner, user } = scene;
  await change(muster, application.id, row);
  const told = await buildGroup(muster, { owner, members: [user], name: "Wiki admins" });
  await muster.context.db
    .insert(applicationGroups)
    .values({ applicationId: application.id, groupId: told.id });
  return { ...scene, told };
}

type Told = Awaited<ReturnType<typeof signInWithTold>>;

test.for<[what: string, lose: (scene: Told) => Promise<unknown>]>([
  ["left", ({ user, told: { id } }) => user.api.groups[":id"].leave.$post({ param: { id } })],
  [
    "was deleted",
    ({ owner, told: { id, name } }) =>
      owner.api.groups[":id"].$delete({ param: { id }, json: { name } }),
  ],
  [
    "is no longer told about",
    ({ muster, application }) =>
      muster.context.db
        .delete(applicationGroups)
        .where(eq(applicationGroups.applicationId, application.id)),
  ],
])("a told group that %s ends the session at the application", async ([, lose]) => {
  const scene = await signInWithTold();
  await lose(scene);
  expect(await deliver(scene)).toHaveLength(1);
  expect(await refresh(scene, scene.tokens["refresh_token"])).toMatchObject(INVALID_GRANT);
});

test.for([
  ["does not want to be told", { tellsLostGroups: false }],
  ["cannot be told, and learns of it with the next renewal", { backchannelLogoutUri: null }],
  ["is not told of groups", { claims: ["name"] }],
] satisfies [string, Parameters<typeof change>[2]][])(
  "a lost group ends no session at an application that %s",
  async ([, row]) => {
    const scene = await signInWithTold(row);
    const { user, told, tokens } = scene;
    await user.api.groups[":id"].leave.$post({ param: { id: told.id } });
    expect(await deliver(scene)).toEqual([]);
    expect(await refresh(scene, tokens["refresh_token"])).toMatchObject({ status: 200 });
  },
);

test("a lost group ends a session that did not ask for groups only if the application gets them all the same", async () => {
  for (const claimsByScope of [true, false]) {
    const scene = await signInWithTold({ claimsByScope }, "openid profile offline_access");
    const { user, told } = scene;
    await user.api.groups[":id"].leave.$post({ param: { id: told.id } });
    expect(await deliver(scene)).toHaveLength(claimsByScope ? 0 : 1);
  }
});

test("a group that the application is not told about ends no session there", async () => {
  const scene = await signInWithTold();
  const { muster, owner, user } = scene;
  const other = await buildGroup(muster, { owner, members: [user] });
  await user.api.groups[":id"].leave.$post({ param: { id: other.id } });
  expect(await deliver(scene)).toEqual([]);
});

test("an application that is down is asked again later and less often, and given up after twelve tries", async () => {
  const scene = await signIn();
  const { muster, user, group } = scene;
  await user.api.groups[":id"].leave.$post({ param: { id: group.id } });
  expect(await deliver(scene, 503)).toHaveLength(1);
  expect(await deliver(scene)).toEqual([]);
  const tries = [1];
  let seconds = 0;
  while ((await waiting(scene)).length > 0) {
    const [row] = await waiting(scene);
    seconds = Math.ceil(((row?.dueAt.getTime() ?? 0) - Date.now()) / 1000) + 1;
    const sent = await muster.later(seconds, () => deliver(scene, 500));
    tries.push(sent.length);
  }
  expect(tries).toHaveLength(12);
});

test("an address that is not public is never called", async () => {
  const scene = await signIn();
  const { muster, application, user, group } = scene;
  await change(muster, application.id, { backchannelLogoutUri: "https://169.254.169.254/latest" });
  await user.api.groups[":id"].leave.$post({ param: { id: group.id } });
  expect(await deliver(scene)).toEqual([]);
  expect(await waiting(scene)).toHaveLength(1);
});

test("a session that the application itself ends is not announced to it", async () => {
  const scene = await signIn();
  const { muster, application, tokens } = scene;
  const query = new URLSearchParams({
    id_token_hint: String(tokens["id_token"]),
    post_logout_redirect_uri: "https://wiki.example.com/bye",
    state: "s1",
  });
  const page = await openInBrowser(muster, `${ISSUER}/oauth/logout?${query.toString()}`);
  expect(page.pathname).toBe("/sign-out");
  const asked = { query: page.search.slice(1) };
  const url = "https://wiki.example.com/bye?state=s1";
  const visitor = muster.client();
  const found = await visitor["sign-out"].$get({ query: asked });
  expect(await found.json()).toMatchObject({ application: { id: application.id }, url });
  const ended = await visitor["sign-out"].$post({ json: asked });
  expect(await ended.json()).toEqual({ url });
  expect(await refresh(scene, tokens["refresh_token"])).toMatchObject(INVALID_GRANT);
  expect(await deliver(scene)).toEqual([]);
});

test("a sign-out leads only to registered addresses, and ends nothing without a token of Muster", async () => {
  const scene = await signIn();
  const { muster, application, tokens } = scene;
  for (const query of [
    { client_id: application.id, post_logout_redirect_uri: "https://evil.test/" },
    { id_token_hint: String(tokens["id_token"]), client_id: "another" },
  ]) {
    const text = new URLSearchParams(Object.entries(query)).toString();
    const ended = await muster.client()["sign-out"].$post({ json: { query: text } });
    expect(await ended.json()).toEqual({ url: null });
  }
  expect(await refresh(scene, tokens["refresh_token"])).toMatchObject({ status: 200 });
});

test("an ID token is signed with RS256 alone, and another algorithm is not accepted back", async () => {
  const scene = await signIn();
  const { muster, tokens, user, application } = scene;
  const jwks = await publishedKeysOf(muster);
  expect(jwks.keys).toHaveLength(2);
  for (const key of jwks.keys) {
    expect(Object.keys(key).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  }
  const { protectedHeader, payload } = await jwtVerify(
    String(tokens["id_token"]),
    createLocalJWKSet(jwks),
    { algorithms: ["RS256"], issuer: ISSUER, audience: application.id },
  );
  expect(protectedHeader.alg).toBe("RS256");
  expect(payload).toMatchObject({ sub: user.userId, auth_time: expect.any(Number) });
});

test("an application asks silently, for a recent sign-in, or for a new one", async () => {
  const { muster, application, user } = await startProvider();
  const ask = async (changed: Record<string, string>) => {
    const page = await openInBrowser(muster, authorizeUrl(application.id, changed));
    const found = await question(user, page);
    if (found.state !== "redirect") return found.state;
    return new URL(found.url).searchParams.get("error");
  };
  expect(await ask({ prompt: "none" })).toBe("consent_required");
  await agree(muster, user, authorizeUrl(application.id));
  expect(await ask({ prompt: "none" })).toBe("consented");
  expect(await ask({ prompt: "consent" })).toBe("ask");
  expect(await ask({ prompt: "login" })).toBe("prove");
  expect(await ask({ max_age: "0" })).toBe("prove");
  expect(await ask({ max_age: "3600" })).toBe("consented");
  expect(await muster.later(7200, () => ask({ max_age: "3600" }))).toBe("prove");
  expect(await muster.later(7200, () => ask({ max_age: "3600", prompt: "none" }))).toBe(
    "login_required",
  );
  const page = await openInBrowser(muster, authorizeUrl(application.id, { prompt: "none" }));
  const asVisitor = await question({ api: muster.client() }, page);
  expect(asVisitor).toMatchObject({ state: "redirect" });
});

test("groups that were not granted, and grants of other users, are not told", async () => {
  const provider = await startProvider({ claims: ["groups"] });
  const { muster, application, user } = provider;
  await buildGroup(muster, { owner: user, name: "Secret Council" });
  await buildGroup(muster, { owner: user, name: "Fleet" });
  const tokens = await exchangeCode(provider, await codeOf(provider));
  const response = await muster.send("/oauth/userinfo", {
    headers: { authorization: `Bearer ${String(tokens["access_token"])}` },
  });
  expect(await response.json()).toEqual({ sub: user.userId, groups: [], group_ids: [] });
  await muster.context.db
    .delete(applicationGrants)
    .where(eq(applicationGrants.applicationId, application.id));
});

test("an address that is changed while the former one is asked does not inherit its failure", async () => {
  const scene = await signIn();
  const { muster, application, user, group } = scene;
  await user.api.groups[":id"].leave.$post({ param: { id: group.id } });
  const address = "https://wiki.example.com/new";
  const network = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    await change(muster, application.id, { backchannelLogoutUri: address });
    return new Response(null, { status: 500 });
  });
  await tellSome(muster);
  network.mockRestore();
  expect(await waiting(scene)).toMatchObject([{ tries: 0 }]);
  const [row] = await muster.context.db
    .select()
    .from(applications)
    .where(eq(applications.id, application.id));
  expect(row).toMatchObject({ backchannelLogoutUri: address, logoutFailure: null });
});
