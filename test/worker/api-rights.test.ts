import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { problemSchema } from "#shared/applications/api-answers.ts";
import { RIGHTS } from "#shared/applications/tokens.ts";
import type { Right } from "#shared/applications/tokens.ts";
import { HOUR_MS } from "#shared/time.ts";
import { insertProgram } from "#test/support/applications/application-rows.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup, prepareOperation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { write } from "#test/support/answers/write.ts";
import { app } from "#worker/app/app.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { apiTokens } from "#worker/db/schema/application-interfaces.ts";

const muster = await startMuster();
const owner = await buildUser(muster, { name: "Mira Tal" });
const group = await buildGroup(muster, { owner });
const { corporation } = await insertManaged(muster, owner.mainCharacterId);
const { db } = muster.context;
const operation = prepareOperation(muster, group, owner);
await write(muster, operation);

/** `right` is what a token needs; null: a token is enough. */
type Row = { right: Right | null; path: string; method?: string; body?: object };

const ROUTES: Record<string, Row> = {
  "GET /api/v1/token": { right: null, path: "/token" },
  "GET /api/v1/pilots": { right: "pilots", path: "/pilots?name=mira%20tal" },
  "POST /api/v1/pilots/lookup": {
    right: "pilots",
    path: "/pilots/lookup",
    body: { names: ["Mira Tal"] },
  },
  "GET /api/v1/pilots/:id": { right: "pilots", path: `/pilots/${owner.userId}` },
  "GET /api/v1/pilots/:id/groups": { right: "groups", path: `/pilots/${owner.userId}/groups` },
  "GET /api/v1/characters/:id/pilot": {
    right: "pilots",
    path: `/characters/${owner.mainCharacterId}/pilot`,
  },
  "GET /api/v1/groups": { right: "groups", path: "/groups" },
  "GET /api/v1/groups/:id/members": { right: "members", path: `/groups/${group.id}/members` },
  "POST /api/v1/groups/:id/members": {
    right: "members:write",
    path: `/groups/${group.id}/members`,
    body: { action: "add", pilots: ["nobody"] },
  },
  "GET /api/v1/facts": { right: "facts", path: "/facts" },
  "PUT /api/v1/facts/:key": {
    right: "facts",
    path: "/facts/fleets_30d",
    method: "PUT",
    body: { values: [] },
  },
  "GET /api/v1/operations": { right: "operations", path: "/operations" },
  "GET /api/v1/operations/:id": { right: "operations", path: `/operations/${operation.id}` },
  "POST /api/v1/operations": {
    right: "operations:write",
    path: "/operations",
    body: {
      kind: "fleet",
      title: "Shield Ferox",
      startsAt: new Date(Date.now() + HOUR_MS).toISOString(),
      minutes: 60,
      commanderId: null,
      groupIds: [group.id],
    },
  },
  "GET /api/v1/corporations": { right: "roster", path: "/corporations" },
  "GET /api/v1/corporations/:id/roster": {
    right: "roster",
    path: `/corporations/${corporation}/roster`,
  },
};

const openProgram = (given: Parameters<typeof insertProgram>[1] = {}) =>
  insertProgram(muster, { groupIds: [group.id], isWriter: true, ...given });

function send(
  { path, body, method = "POST" }: Row,
  authorization: string | undefined,
): Promise<Response> {
  return muster.send(`/api/v1${path}`, {
    headers: {
      "content-type": "application/json",
      ...(authorization !== undefined && { authorization }),
    },
    ...(body && { method, body: JSON.stringify(body) }),
  });
}

test("the table of rights covers every route of the API and nothing else", () => {
  const routes = app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/v1/"))
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(ROUTES).toSorted()).toEqual([...new Set(routes)].toSorted());
});

test.for(keysOf(ROUTES))("%s answers a token with its right, and no other", async (route) => {
  const row = ROUTES[route] ?? { right: null, path: "" };
  const { right } = row;
  const onlyThat = await openProgram({ rights: right === null ? [] : [right] });
  expect((await send(row, onlyThat.authorization)).status).toBe(200);
  if (right === null) return;
  const without = RIGHTS.filter((other) => other !== right);
  for (const rights of [without, ...without.map((one) => [one]), []]) {
    const { authorization } = await openProgram({ rights });
    const response = await send(row, authorization);
    expect([rights, response.status]).toEqual([rights, 403]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("www-authenticate")).toContain(`scope="${right}"`);
    const problem = z.parse(problemSchema, await response.json());
    expect(problem).toMatchObject({ status: 403, code: "forbidden" });
  }
});

test("a program reads a roster at the same cost, in however many groups the members are", async () => {
  await db
    .insert(characterAffiliations)
    .values({
      characterId: owner.mainCharacterId,
      corporationId: Number(corporation),
      asOf: new Date(),
    })
    .onConflictDoUpdate({
      target: characterAffiliations.characterId,
      set: { corporationId: Number(corporation) },
    });
  const { authorization } = await openProgram({ rights: ["roster"] });
  const row = ROUTES["GET /api/v1/corporations/:id/roster"] ?? { right: null, path: "" };
  const rowsOf = async () => {
    muster.costs.reset();
    const response = await send(row, authorization);
    expect(await response.text()).toContain(owner.userId);
    return muster.costs.rowsRead;
  };
  await rowsOf();
  const before = await rowsOf();
  for (let count = 0; count < 3; count += 1) await buildGroup(muster, { owner });
  expect(await rowsOf()).toBe(before);
});

type Program = Awaited<ReturnType<typeof openProgram>>;

/** Tokens and applications that have ended, and what is no token. Each had all rights. */
const ENDED: Record<string, [status: number, authorizationOf: () => Promise<string | undefined>]> =
  {
    "an expired token": [
      401,
      async () => (await openProgram({ expiresAt: new Date() })).authorization,
    ],
    "a revoked token": [
      401,
      () => used(({ ids }) => db.delete(apiTokens).where(eq(apiTokens.id, ids.apiToken))),
    ],
    "a token of a deleted application": [
      401,
      () => used(({ ids }) => db.delete(applications).where(eq(applications.id, ids.application))),
    ],
    "a token of an application that is off": [
      403,
      () =>
        used(({ ids }) =>
          db.update(applications).set({ isOn: false }).where(eq(applications.id, ids.application)),
        ),
    ],
    "a session": [401, () => Promise.resolve(`Bearer ${owner.sessionToken}`)],
    "another scheme": [
      401,
      async () => (await openProgram()).authorization.replace("Bearer", "Basic"),
    ],
    "a changed token": [401, async () => `${(await openProgram()).authorization}A`],
    "no token": [401, () => Promise.resolve(undefined)],
  };

/** A token that this isolate knows, before it ends. */
async function used(end: (program: Program) => Promise<unknown>): Promise<string> {
  const program = await openProgram();
  const row = { right: null, path: "/token" };
  expect((await send(row, program.authorization)).status).toBe(200);
  await end(program);
  return program.authorization;
}

test.for(keysOf(ENDED))("no route answers %s", async (name) => {
  const [status, authorizationOf] = ENDED[name] ?? [0, () => Promise.resolve("")];
  const authorization = await authorizationOf();
  for (const [route, row] of Object.entries(ROUTES)) {
    const response = await send(row, authorization);
    const hasChallenge = response.headers.has("www-authenticate");
    expect([route, response.status, hasChallenge]).toEqual([route, status, status === 401]);
    const problem = z.parse(problemSchema, await response.json());
    expect(problem).toMatchObject({ status });
  }
});
