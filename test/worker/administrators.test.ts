import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { adminPins, characters, eveTokens } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";

// Each test signs in several times, which takes longer on a busy machine.
/** An administrator who has signed up through EVE, and a second administrator. */
async function startWithAdministrators() {
  const setup = await startMuster();
  const pilot = await newEdenControl(setup.newEdenBase).createPilot();
  const alt = await newEdenControl(setup.newEdenBase).createPilot();
  const other = await buildUser(setup, { name: `Remaining ${pilot.id}` });
  const muster = await startMuster({
    ADMIN_CHARACTER_IDS: `${pilot.id},${other.mainCharacterId}`,
    EVE_SSO_URL: setup.env.EVE_SSO_URL,
    ESI_URL: setup.env.ESI_URL,
  });
  const world = { send: muster.send, newEdenBase: setup.newEdenBase };
  const seller = openBrowser(world);
  await seller.signUp(pilot.id);
  await seller.link(alt.id);
  return {
    muster,
    newEdenBase: setup.newEdenBase,
    pilot,
    alt,
    seller,
    buyer: openBrowser(world),
    remaining: muster.client(other.sessionToken, other.proof),
    other,
  };
}

type World = Awaited<ReturnType<typeof startWithAdministrators>>;

async function setupOf({ remaining }: World) {
  const details = await (await remaining.health.details.$get()).json();
  const check = details.checks.find(({ id }) => id === "administrators");
  return { check, withheld: details.withheldAdministrators };
}

const confirm = (api: World["remaining"], characterId: number) =>
  api.admin.administrators[":id"].confirm.$post({ param: { id: String(characterId) } });

test("the buyer of an administrator's character gets no rights until an administrator confirms them", async () => {
  const world = await startWithAdministrators();
  const { muster, pilot, seller, buyer, remaining } = world;
  expect((await seller.session()).user).toMatchObject({
    is_admin: true,
    adminRightsWithheld: false,
  });
  expect((await setupOf(world)).check?.state).toBe("ok");

  await buyer.newEden.sell(pilot.id);
  await buyer.signUp(pilot.id);
  expect((await seller.session()).user?.is_admin).toBe(false);
  expect((await buyer.session()).user).toMatchObject({
    is_admin: false,
    adminRightsWithheld: true,
  });
  for (const path of ["/health/details", "/activity", "/corporations"]) {
    expect((await buyer.send(path)).status).toBe(403);
  }
  const own = muster.client(buyer.sessionToken, buyer.proof);
  expect((await confirm(own, pilot.id)).status).toBe(403);

  const { check, withheld } = await setupOf(world);
  expect(check).toMatchObject({ state: "failed", words: expect.stringContaining(pilot.name) });
  expect(withheld).toEqual([
    {
      characterId: pilot.id,
      characterName: pilot.name,
      heldBy: pilot.name,
      since: expect.any(String),
    },
  ]);

  expect((await confirm(remaining, pilot.id)).status).toBe(204);
  expect((await buyer.session()).user).toMatchObject({
    is_admin: true,
    adminRightsWithheld: false,
  });
  expect((await buyer.send("/health/details")).status).toBe(200);
  expect((await setupOf(world)).check?.state).toBe("ok");
  const event = await muster.context.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, "administrator_confirmed"));
  expect(event.filter(({ characterId }) => characterId === pilot.id)).toMatchObject([
    { actorId: world.other.userId, subjectName: pilot.name },
  ]);
  expect((await confirm(remaining, pilot.id)).status).toBe(404);
});

test("a sale that a refresh notices withholds the rights, also after the character returns", async () => {
  const world = await startWithAdministrators();
  const { muster, pilot, seller } = world;
  const { db } = muster.context;
  await seller.newEden.sell(pilot.id, { keepsGrants: true });
  await db
    .update(eveTokens)
    .set({ accessExpiresAt: new Date(0) })
    .where(eq(eveTokens.characterId, pilot.id));
  expect((await getAccessToken(muster.context, pilot.id)).state).toBe("revoked");

  const { check, withheld } = await setupOf(world);
  expect(check?.state).toBe("failed");
  expect(withheld).toMatchObject([{ characterId: pilot.id, heldBy: null }]);
  expect(await readError(await confirm(world.remaining, pilot.id))).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("is not linked to an account"),
  });

  // The character returns to the seller, so it has the first owner hash again.
  await db
    .update(characters)
    .set({ userId: (await seller.session()).user?.id, ownerHash: await pinnedHash(world) })
    .where(eq(characters.id, pilot.id));
  expect((await seller.session()).user).toMatchObject({
    is_admin: false,
    adminRightsWithheld: true,
  });
  expect((await confirm(world.remaining, pilot.id)).status).toBe(204);
  expect((await seller.session()).user?.is_admin).toBe(true);
});

async function pinnedHash({ muster, pilot }: World) {
  const [pin] = await muster.context.db
    .select()
    .from(adminPins)
    .where(eq(adminPins.characterId, pilot.id));
  if (pin === undefined) throw new Error("The owner is not pinned.");
  return pin.ownerHash;
}

test("a link that shows another owner withholds the rights of a cached session at once", async () => {
  const world = await startWithAdministrators();
  const { pilot, alt, seller } = world;
  expect((await seller.send("/health/details")).status).toBe(200);
  await seller.newEden.sell(pilot.id, { account: "moved" });
  await seller.newEden.sell(alt.id, { account: "moved" });
  expect((await seller.link(pilot.id)).status).toBe(200);
  expect((await seller.send("/health/details")).status).toBe(403);
  expect((await seller.session()).user).toMatchObject({
    is_admin: false,
    adminRightsWithheld: true,
  });
});

test("a character that was linked before pins existed is pinned to its owner", async () => {
  const world = await startWithAdministrators();
  const { muster, pilot, buyer } = world;
  await muster.context.db.delete(adminPins).where(eq(adminPins.characterId, pilot.id));
  expect((await world.seller.session()).user?.is_admin).toBe(true);
  await buyer.newEden.sell(pilot.id);
  await buyer.signUp(pilot.id);
  expect((await buyer.session()).user).toMatchObject({
    is_admin: false,
    adminRightsWithheld: true,
  });
});

test("an unlinked character keeps its pin, and another owner who signs in gets no rights", async () => {
  const world = await startWithAdministrators();
  const { muster, pilot, buyer } = world;
  await muster.context.db.delete(adminPins).where(eq(adminPins.characterId, pilot.id));
  await world.seller.send("/auth/main", "PUT", { characterId: world.alt.id });
  await world.seller.send(`/auth/characters/${pilot.id}`, "DELETE");
  await buyer.newEden.sell(pilot.id);
  await buyer.signUp(pilot.id);
  expect((await buyer.session()).user?.is_admin).toBe(false);
});

test("only while no character is configured, the session says that there is no administrator", async () => {
  for (const [ids, said] of [
    ["", true],
    ["2112000001", undefined],
  ] as const) {
    const muster = await startMuster({ ADMIN_CHARACTER_IDS: ids });
    const browser = openBrowser(muster);
    await browser.signUp((await browser.newEden.createPilot()).id);
    expect((await browser.session()).user?.hasNoAdministrators).toBe(said);
  }
});

test("a pin is kept while its id is removed from ADMIN_CHARACTER_IDS and added again", async () => {
  const world = await startWithAdministrators();
  const { muster, pilot } = world;
  const without = await startMuster({
    ADMIN_CHARACTER_IDS: "",
    EVE_SSO_URL: muster.env.EVE_SSO_URL,
    ESI_URL: muster.env.ESI_URL,
  });
  const meanwhile = openBrowser({ send: without.send, newEdenBase: world.newEdenBase });
  await meanwhile.newEden.sell(pilot.id);
  await meanwhile.signUp(pilot.id);
  const back = muster.client(meanwhile.sessionToken, meanwhile.proof);
  expect((await (await back.auth.session.$get()).json()).user).toMatchObject({
    is_admin: false,
    adminRightsWithheld: true,
  });
  expect((await setupOf(world)).check?.state).toBe("failed");
});

test("housekeeping pins administrators who do not sign in, and checking rights takes no extra round trip", async () => {
  const world = await startWithAdministrators();
  const { muster, other } = world;
  const pins = () =>
    muster.context.db
      .select()
      .from(adminPins)
      .where(eq(adminPins.characterId, other.mainCharacterId));
  expect(await pins()).toEqual([]);
  await cleanUp(muster.context);
  expect(await pins()).toMatchObject([{ withheldSince: null }]);

  await world.remaining.activity.$get({ query: {} });
  muster.costs.reset();
  expect((await world.remaining.activity.$get({ query: {} })).status).toBe(200);
  expect(muster.costs.roundTrips).toBe(1);
});
