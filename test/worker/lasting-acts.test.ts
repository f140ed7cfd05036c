import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { openScenes } from "#test/support/access-scenes.ts";
import { buildUser } from "#test/support/builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { app } from "#worker/app.ts";
import { LASTING_ACTS } from "#worker/auth/sessions/lasting-acts.ts";
import { applications } from "#worker/db/schema/applications/applications.ts";
import { apiTokens, webhooks } from "#worker/db/schema/applications/interfaces.ts";
import { ROLES } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

const muster = await startMuster();
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});
const { prepareCall } = await openScenes(muster, administrator);

test("every write says what a stolen session gains by it, and the table has no other route", () => {
  const writes = app.routes
    .filter(({ method }) => !["ALL", "GET"].includes(method))
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(LASTING_ACTS).toSorted()).toEqual([...new Set(writes)].toSorted());
});

/** The answer to the role that may do it, from a browser that has the session token alone. */
async function answerToThief(route: string) {
  const row = ACCESS[route];
  if (row === undefined) throw new Error(`${route} has no row in the access table.`);
  const best = Math.min(...row.statuses.filter((status) => status !== 401));
  const role = ROLES[row.statuses.indexOf(best)] ?? "system administrator";
  const { path, init } = await prepareCall(route, row, role, "public");
  const headers = new Headers(init.headers);
  headers.delete("cookie");
  const response = await muster.send(path, { ...init, headers });
  return { status: response.status, text: await response.text(), best };
}

const proven = Object.keys(LASTING_ACTS).filter((route) => LASTING_ACTS[route] === "proof");
const others = Object.keys(LASTING_ACTS).filter((route) => {
  const lasting = LASTING_ACTS[route];
  return typeof lasting === "object" && !("proofWhen" in lasting);
});

test.each(proven)("%s needs a fresh proof", async (route) => {
  const { status, text } = await answerToThief(route);
  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({ error: { code: "fresh_proof_required" } });
});

test.each(others)("%s needs no proof", async (route) => {
  const { text } = await answerToThief(route);
  expect(text).not.toContain("fresh_proof_required");
});

test("an administrator's stolen session makes no application, token or webhook", async () => {
  const thief = muster.client(administrator.sessionToken);
  const before = await counts();
  const created = await thief.admin.applications.$post({
    json: {
      name: "Mirror",
      isPublic: false,
      redirectUris: ["https://thief.example/callback"],
    },
  });
  expect(created.status).toBe(403);
  for (const route of [
    "POST /api/admin/applications/:id/tokens",
    "POST /api/admin/applications/:id/webhooks",
    "PATCH /api/admin/applications/:id",
  ]) {
    expect((await answerToThief(route)).status).toBe(403);
  }
  const scenes = 3;
  expect(await counts()).toEqual({
    applications: before.applications + scenes,
    tokens: before.tokens + scenes,
    webhooks: before.webhooks + scenes,
  });
});

async function counts() {
  const { db } = muster.context;
  return {
    applications: (await db.select().from(applications)).length,
    tokens: (await db.select().from(apiTokens)).length,
    webhooks: (await db.select().from(webhooks)).length,
  };
}
