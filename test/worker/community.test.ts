import { expect, test } from "vitest";
import type { UpdateCommunity } from "#shared/community.ts";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

const read = async () => (await admin.api.admin.community.$get()).json();
async function save(changes: Partial<UpdateCommunity>) {
  const { name, welcome, logo, version } = await read();
  return admin.api.admin.community.$put({
    json: { name, welcome, logo, version, ...changes },
  });
}

test("a visitor and a signed-in user read the name, the logo and the welcome text with the session", async () => {
  const visitor = openBrowser(muster);
  expect(await visitor.session()).toEqual({ authenticated: false, user: null });
  const logo = { kind: "corporation", id: SABLE_MERIDIAN_ID } as const;
  const welcome = "Fly with us.\nAsk in the public channel.";
  const saved = await save({ name: "  Sable \n Meridian ", welcome, logo });
  expect(await saved.json()).toMatchObject({ name: "Sable Meridian", welcome, logo, version: 1 });
  const community = { name: "Sable Meridian", welcome, logo };
  expect(await visitor.session()).toEqual({ authenticated: false, user: null, community });
  const session = await admin.api.auth.session.$get();
  expect((await session.json()).community).toEqual(community);
});

test("an empty name and an empty text are not set", async () => {
  const saved = await save({ name: "  ", welcome: " \n ", logo: null });
  expect(await saved.json()).toMatchObject({ name: null, welcome: null, logo: null });
  expect(await openBrowser(muster).session()).not.toHaveProperty("community");
});

test("an edit of older settings is refused, and a change is one event with its fields", async () => {
  const { version } = await read();
  await save({ name: "Null Concord" });
  await expectRefusal(
    admin.api.admin.community.$put({
      json: { name: "Null Accord", welcome: null, logo: null, version },
    }),
    409,
  );
  expect((await read()).name).toBe("Null Concord");
  const activity = await admin.api.activity.$get({ query: { kind: "community_updated" } });
  const [latest] = (await activity.json()).items;
  expect(latest).toMatchObject({
    kind: "community_updated",
    actor: { name: "Aurelia Voss" },
    detail: { changes: { name: { to: "Null Concord" } } },
  });
});

test("a logo is the id of an alliance or a corporation, and nothing else", async () => {
  const { version } = await read();
  for (const logo of [
    { kind: "upload", id: 1 },
    { kind: "alliance", id: "../characters/1" },
    { kind: "alliance", id: -1 },
    "https://example.com/logo.svg",
  ]) {
    const response = await muster.send("/api/admin/community", {
      method: "PUT",
      headers: {
        authorization: `Bearer ${admin.sessionToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: null, welcome: null, logo, version }),
    });
    expect(response.status).toBe(400);
  }
});
