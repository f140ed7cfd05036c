import { expect, test } from "vitest";
import { CLAIMS, SCOPES, scopesFor } from "#shared/applications/claims.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  agree,
  authorizeUrl,
  change,
  codeOf,
  exchangeCode,
  startProvider,
} from "#test/support/applications/relying-party.ts";
import {
  applicationCodes,
  applicationConsents,
  applicationGrants,
  applicationGroups,
  signingKeys,
} from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

const home = await startMuster();
const admin = await buildUser(home, {
  name: "Kestrel Ansgar",
  characterId: AURELIA_VOSS_ID,
  alts: ["Oskar Brandt"],
});

async function startScene(row: Parameters<typeof startProvider>[0] = {}) {
  const provider = await startProvider(row);
  const param = { id: provider.application.id };
  const run = async () =>
    (await admin.api.admin.applications[":id"]["test-sign-in"].$post({ param })).json();
  return { ...provider, run };
}
type Scene = Awaited<ReturnType<typeof startScene>>;

const stepsOf = ({ steps }: Awaited<ReturnType<Scene["run"]>>) =>
  Object.fromEntries(steps.map(({ step, isOk }) => [step, isOk]));
const ALL_OK = { on: true, redirect: true, member: true, agreed: true, signed: true, read: true };

async function rowsOf({ muster }: Scene) {
  const { db } = muster.context;
  return {
    codes: await db.select().from(applicationCodes),
    consents: await db.select().from(applicationConsents),
    grants: await db.select().from(applicationGrants),
  };
}

test("a test shows each step and the claims by scope, and stores nothing but one event", async () => {
  const scene = await startScene();
  const { muster, application } = scene;
  const before = await rowsOf(scene);
  home.costs.reset();
  const found = await scene.run();
  // The session, everything that is read, the event, and behind the answer what it has cost.
  expect(home.costs.roundTrips).toBe(4);
  expect(stepsOf(found)).toEqual({ ...ALL_OK, agreed: false });
  expect(found.scopes).toMatchObject([
    { scope: "openid", claims: { sub: admin.userId } },
    { scope: "profile", claims: { name: "Kestrel Ansgar", eve_character_id: AURELIA_VOSS_ID } },
    { scope: "corporation" },
    { scope: "groups", claims: { groups: [], group_ids: [] } },
    {
      scope: "characters",
      claims: { characters: [{ name: "Kestrel Ansgar" }, { name: "Oskar Brandt" }] },
    },
    { scope: "email", claims: { email_verified: false } },
  ]);
  expect(found.scopes.map(({ scope }) => scope)).toEqual(scopesFor(CLAIMS));
  expect(await rowsOf(scene)).toEqual(before);
  const events = await muster.context.db.select().from(auditEvents);
  expect(events.filter(({ applicationId }) => applicationId === application.id)).toMatchObject([
    { kind: "application_tested", actorId: admin.userId, applicationId: application.id },
  ]);
});

test("a test tells exactly the claims that a sign-in then has", async () => {
  const scene = await startScene({ claims: ["name", "groups"] });
  const { muster, application } = scene;
  const group = await buildGroup(muster, { owner: admin, name: "Wiki editors" });
  await muster.context.db
    .insert(applicationGroups)
    .values({ applicationId: application.id, groupId: group.id });
  const found = await scene.run();
  await agree(muster, admin, authorizeUrl(application.id));
  const code = await codeOf({ ...scene, user: admin });
  const { access_token } = await exchangeCode(scene, code);
  const response = await muster.send("/oauth/userinfo", {
    headers: { authorization: `Bearer ${String(access_token)}` },
  });
  const told = Object.assign({}, ...found.scopes.map(({ claims }) => claims));
  expect(told).toMatchObject({ name: "Kestrel Ansgar", groups: ["Wiki editors"] });
  expect(await response.json()).toEqual(told);
  expect(stepsOf(await scene.run())).toEqual(ALL_OK);
  expect(found.scopes.every(({ scope }) => SCOPES.includes(scope))).toBe(true);
});

test.for([
  ["is switched off", "on", (scene) => change(scene.muster, scene.application.id, { isOn: false })],
  [
    "has no address to go back to",
    "redirect",
    (scene) => change(scene.muster, scene.application.id, { redirectUris: [] }),
  ],
  [
    "requires a group of others",
    "member",
    async ({ muster, application, user }) => {
      const group = await buildGroup(muster, { owner: user, name: "Home Defence" });
      await change(muster, application.id, { requiredGroupId: group.id });
    },
  ],
] satisfies [string, string, (scene: Scene) => Promise<unknown>][])(
  "an application that %s gets nothing in a test",
  async ([, step, prepare]) => {
    const scene = await startScene();
    await prepare(scene);
    const found = await scene.run();
    const { signed: _, read: __, ...checked } = ALL_OK;
    expect(stepsOf(found)).toEqual({ ...checked, agreed: false, [step]: false });
    expect(found.scopes).toEqual([]);
  },
);

test("before the first keys are made, a test says that nothing can be signed yet", async () => {
  const scene = await startScene();
  await scene.muster.context.db.delete(signingKeys);
  const found = await scene.run();
  expect(found.steps.at(-1)).toEqual({ step: "signed", isOk: false });
  expect(found.scopes).toEqual([]);
});
