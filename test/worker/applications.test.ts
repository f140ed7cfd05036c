import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { CALLBACK, codeOf, exchangeCode } from "#test/support/applications/relying-party.ts";
import { runCronJob } from "#worker/app/cron-jobs.ts";
import worker from "#worker/index.ts";

const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

const muster = await startMuster();
const admin = await buildUser(muster, { characterId: AURELIA_VOSS_ID, name: "Aurelia Voss" });
const routes = admin.api.admin.applications;

async function create(name = "Null Concord wiki") {
  const json = { name, isPublic: false, redirectUris: [CALLBACK] };
  const { application, secret } = await (await routes.$post({ json })).json();
  await runCronJob(muster.context, "signing-keys");
  return { application, secret: secret ?? "", param: { id: application.id } };
}

test("an administrator adds an application: its secret is shown once, and a user signs in", async () => {
  const { application, secret, param } = await create();
  expect(application).toMatchObject({
    id: expect.stringMatching(/^null-concord-wiki-[a-z\d]+$/),
    isOn: true,
    claims: ["name"],
    claimsByScope: true,
    createdBy: { userId: admin.userId, name: "Aurelia Voss" },
    secrets: [{ lastFour: secret.slice(-4), endsAt: null }],
    endpoints: { discovery: "https://muster.test/.well-known/openid-configuration" },
  });
  const stored = await muster.env.DB.prepare("select * from application_secrets").all();
  expect(JSON.stringify(stored.results)).not.toContain(secret);

  const user = await buildUser(muster, { name: "Tovi Renn" });
  const provider = { muster, application: rowOf(application.id), user, secret };
  expect(await exchangeCode(provider, await codeOf(provider))).toMatchObject({ status: 200 });
  const found = await (await routes[":id"]["sign-ins"].$get({ param, query: {} })).json();
  expect(found.items).toMatchObject([{ outcome: "signed_in", person: { name: "Tovi Renn" } }]);
  const page = await (await routes[":id"].$get({ param })).json();
  expect(page).toMatchObject({ people: 1, people30Days: 1, sessions: 1 });
  const ended = await routes[":id"]["end-sessions"].$post({ param });
  expect(await ended.json()).toEqual({ ended: 1 });
});

/** What the helpers read of an application. */
const rowOf = (id: string) => ({
  id,
  name: "",
  isPublic: false,
  redirectUris: [CALLBACK],
  postLogoutUris: [],
  claims: [],
  createdAt: new Date(),
});

test("settings are saved in one version, and the log says in words what has changed", async () => {
  const { application, param } = await create();
  const group = await buildGroup(muster, { owner: admin, name: "Home Defence" });
  const json = {
    version: application.version,
    requiredGroupId: group.id,
    grantedGroupIds: [group.id],
    claims: ["name" as const, "groups" as const],
  };
  const saved = await (await routes[":id"].$patch({ param, json })).json();
  expect(saved).toMatchObject({
    version: 1,
    requiredGroup: { id: group.id, name: "Home Defence", memberCount: 1 },
    grantedGroups: [{ id: group.id, name: "Home Defence" }],
    claims: ["name", "groups"],
    redirectUris: [CALLBACK],
  });
  expect((await routes[":id"].$patch({ param, json })).status).toBe(409);
  const log = await admin.api.activity.$get({ query: { kind: "application_updated" } });
  const { items } = await log.json();
  expect(items[0]).toMatchObject({
    applicationId: application.id,
    detail: {
      changes: {
        "Required group": { from: null, to: "Home Defence" },
        Claims: { from: "name", to: "name, groups" },
      },
    },
  });
  const preview = await routes[":id"].claims.$get({ param, query: {} });
  expect(await preview.json()).toMatchObject({
    maySignIn: true,
    claims: { name: "Aurelia Voss", groups: ["Home Defence"] },
  });
});

test("a stolen session can neither read a new secret nor send sign-ins elsewhere", async () => {
  const { application, param } = await create();
  await muster.later(HALF_HOUR, async () => {
    const secret = await routes[":id"].secret.$post({ param });
    expect(await readError(secret)).toMatchObject({ code: "fresh_proof_required" });
    const version = application.version;
    const redirectUris = ["https://evil.example.com/"];
    const moved = await routes[":id"].$patch({ param, json: { version, redirectUris } });
    expect(await readError(moved)).toMatchObject({ code: "fresh_proof_required" });
  });
});

test("a replaced secret works for another day", async () => {
  const { application, secret, param } = await create();
  const user = await buildUser(muster);
  const row = rowOf(application.id);
  const replaced = await (await routes[":id"].secret.$post({ param })).json();
  expect(replaced.application.secrets).toMatchObject([
    { lastFour: replaced.secret?.slice(-4), endsAt: null },
    { lastFour: secret.slice(-4), endsAt: expect.any(String) },
  ]);
  for (const used of [secret, replaced.secret ?? ""]) {
    const provider = { muster, application: row, user, secret: used };
    expect(await exchangeCode(provider, await codeOf(provider))).toMatchObject({ status: 200 });
  }
  await muster.later(DAY + 60, async () => {
    const provider = { muster, application: row, user, secret };
    expect(await exchangeCode(provider, "none")).toMatchObject({ error: "invalid_client" });
  });
});

test("the button has the queue make another key, and a second click before that no more", async () => {
  await create();
  await runCronJob(muster.context, "signing-keys");
  const before = await (await routes.$get()).json();
  expect(before.keys.map(({ state }) => state)).toEqual(["next", "current"]);
  await routes.keys.rotate.$post();
  await routes.keys.rotate.$post();
  for (const message of muster.queue.waiting) {
    if (message.body.kind === "rotate-keys") {
      await worker.queue(muster.queue.toBatch(message), muster.env);
    }
  }
  const after = await (await routes.$get()).json();
  expect(after.keys.map(({ state }) => state)).toEqual(["next", "current", "former"]);
  expect(after.keys.slice(1).map(({ kid }) => kid)).toEqual(before.keys.map(({ kid }) => kid));
});
