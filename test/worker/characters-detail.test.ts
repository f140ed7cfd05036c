import { expect, test } from "vitest";
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
