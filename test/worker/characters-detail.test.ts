import { expect, test } from "vitest";
import { characterDetailSchema } from "#shared/characters.ts";
import {
  AURELIA_VOSS_ID,
  SABLE_MERIDIAN_ID,
  SCHOOL_OF_APPLIED_KNOWLEDGE_ID,
  THIRD_SHIFT_ID,
} from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const param = (id: number) => ({ param: { id: String(id) } });

test("an unlinked character is shown with its public data, at the second request from the database", async () => {
  const muster = await startMuster();
  const newEden = newEdenControl(muster.newEdenBase);
  const pilot = await newEden.createPilot({ name: "Lira Stranger" });
  const viewer = await buildUser(muster);
  const first = await viewer.api.characters[":id"].$get(param(pilot.id));
  expect(first.status).toBe(200);
  const detail = await first.json();
  expect(detail).toMatchObject({
    isOwner: false,
    private: null,
    public: {
      info: { name: "Lira Stranger", corporationId: pilot.corporationId },
      attributes: null,
      skills: null,
    },
  });
  expect(detail.public.info.corporationName).not.toBeNull();
  expect(detail.public.corporationHistory).toHaveLength(2);
  const asked = (await newEden.requests({ service: "esi" })).length;
  muster.costs.reset();
  const second = await viewer.api.characters[":id"].$get(param(pilot.id));
  expect((await second.json()).public).toEqual(detail.public);
  expect(muster.costs.roundTrips).toBe(1);
  expect(await newEden.requests({ service: "esi" })).toHaveLength(asked);
  console.log(
    JSON.stringify(await newEden.requests({ service: "esi" }), null, 1),
    detail,
    await newEden.violations(),
  );
  expect(await newEden.violations()).toEqual([]);
});

test("a card tells users what the sheet does, and administrators of the account by the day", async () => {
  const muster = await startMuster();
  const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
  const owner = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  await owner.refresh();
  const stranger = await buildUser(muster);
  const cardFor = async ({ api }: typeof admin) => {
    const answer = await api.characters[":id"].card.$get(param(owner.pilot.id));
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { info } = (await owner.detail()).public;
  const card = await cardFor(stranger);
  expect(card).toMatchObject({
    name: info.name,
    corporation: { id: info.corporationId, name: info.corporationName },
    birthday: info.birthday,
    securityStatus: info.securityStatus,
    account: null,
  });
  expect(card.corporation?.since).toMatch(/^\d{4}-/);
  const { account, ...told } = await cardFor(admin);
  expect({ ...told, account: null }).toEqual(card);
  expect(account).toMatchObject({
    main: { characterId: owner.pilot.id },
    characterCount: 1,
    groupCount: 0,
  });
  expect(account?.lastSeenAt).toMatch(/T00:00:00\.000Z$/);
  muster.costs.reset();
  await cardFor(stranger);
  expect(muster.costs.roundTrips).toBe(1);
  const unread = await stranger.api.characters[":id"].card.$get(param(owner.pilot.id + 1));
  expect(unread.status).toBe(404);
});

test("the response for a viewer has the agreed shape", async () => {
  const muster = await startMuster();
  const owner = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  await owner.refresh();
  const own = await owner.detail();
  expect(characterDetailSchema.parse(own)).toEqual(own);
  const stranger = await linkPilot(muster);
  const seen = await stranger.detail(owner.pilot.id);
  expect(characterDetailSchema.parse(seen)).toEqual(seen);
  expect(seen.public).toEqual(own.public);
  expect(Object.keys(seen.sections)).toEqual([
    "info",
    "corporationHistory",
    "attributes",
    "skills",
  ]);
});

test("the corporation history is newest first, and marks corporations that were closed", async () => {
  const muster = await startMuster();
  const { refresh, detail } = await linkPilot(muster, {
    corporationId: SABLE_MERIDIAN_ID,
    history: [
      [SABLE_MERIDIAN_ID, 10],
      [THIRD_SHIFT_ID, 500],
      [SCHOOL_OF_APPLIED_KNOWLEDGE_ID, 900],
    ],
  });
  await refresh();
  const { corporationHistory } = (await detail()).public;
  expect(corporationHistory.map(({ corporationId }) => corporationId)).toEqual([
    SABLE_MERIDIAN_ID,
    THIRD_SHIFT_ID,
    SCHOOL_OF_APPLIED_KNOWLEDGE_ID,
  ]);
  expect(corporationHistory.map(({ isDeleted }) => isDeleted)).toEqual([false, true, false]);
  expect(corporationHistory.every(({ corporationName }) => corporationName !== null)).toBe(true);
});

test("a linked character without data is shown by name, also while EVE is down", async () => {
  const muster = await startMuster();
  const { newEden, detail, pilot } = await linkPilot(muster);
  await newEden.addFault({ service: "esi", kind: "server_error" });
  const shown = await detail();
  expect(shown.public.info).toMatchObject({ name: pilot.name, corporationId: null });
  expect(shown.lastUpdated).toBeNull();
  expect(shown.private).toMatchObject({ wallet: null, skillQueue: null });
  await newEden.clearRequests();
  await detail();
  expect(await newEden.requests()).toEqual([]);
});

test("an expired sheet is returned at once and refreshed behind the response", async () => {
  const muster = await startMuster();
  const { newEden, detail, pilot } = await linkPilot(muster);
  const stranger = await newEden.createPilot({ securityStatus: 1 });
  const first = await detail(stranger.id);
  await newEden.leaveCorporation(stranger.id, SABLE_MERIDIAN_ID);
  expect(pilot.corporationId).not.toBe(SABLE_MERIDIAN_ID);
  await muster.later(25 * 3600, async () => {
    const stale = await detail(stranger.id);
    expect(stale.public.info).toEqual(first.public.info);
    expect((await detail(stranger.id)).public.info.corporationName).toBe("Sable Meridian");
  });
});

test("a change of corporation is shown although ESI's public sheet is older", async () => {
  const muster = await startMuster();
  const { newEden, detail, refresh, pilot } = await linkPilot(muster);
  await refresh();
  await newEden.leaveCorporation(pilot.id, SABLE_MERIDIAN_ID);
  await muster.later(2 * 3600, async () => {
    await refresh();
    const { info } = (await detail()).public;
    expect(info).toMatchObject({ corporationName: "Sable Meridian", allianceName: "Null Concord" });
  });
});
