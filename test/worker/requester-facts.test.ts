import { expect, test } from "vitest";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const muster = await startMuster();

async function buildScene() {
  const [owner, manager, member] = await buildUsers(muster, 3);
  const group = await buildGroup(muster, {
    owner,
    admins: [manager],
    members: [member],
    joinMode: "approval",
  });
  return { owner, manager, member, group };
}

const list = (who: BuiltUser, { id }: { id: string }) =>
  who.api.groups[":id"]["join-requests"].$get({ param: { id }, query: {} });

test("reviewers read the public facts of the main; system administrators alone the number of alts", async () => {
  const { owner, manager, member, group } = await buildScene();
  const admin = await buildAdministrator(muster);
  const asker = await buildUser(muster, { alts: ["Hidden Alt", "Second Alt"] });
  const id = asker.mainCharacterId;
  await muster.env.DB.batch(
    [
      `insert into names (id, name) values (98000001, 'Lantern Works'), (99000001, 'Null Concord')`,
      `insert into corporations (id, name, name_folded, ticker, ticker_folded, created_at)
        values (98000001, 'Lantern Works', 'lantern works', 'LANT', 'lant', 0)`,
      `insert into character_affiliations (character_id, corporation_id, alliance_id, as_of)
        values (${id}, 98000001, 99000001, 0)`,
      `insert into character_sections (character_id, section, data) values
        (${id}, 'info', '{"birthday":"2020-05-17T00:00:00Z"}'),
        (${id}, 'skills', '{"total_sp":31800000,"unallocated_sp":0,"skills":[]}')`,
    ].map((query) => muster.env.DB.prepare(query)),
  );
  await buildRequest(muster, group, asker);
  for (const who of [member, asker]) await expectRefusal(list(who, group), 404);
  const facts = {
    corporationId: 98000001,
    corporationName: "Lantern Works",
    ticker: "LANT",
    allianceId: 99000001,
    allianceName: "Null Concord",
    totalSp: 31800000,
    birthday: "2020-05-17T00:00:00Z",
    altCount: null,
  };
  for (const who of [owner, manager]) {
    // Fills the session cache: from here on a read takes one round trip.
    await list(who, group);
    muster.costs.reset();
    const { items } = await (await list(who, group)).json();
    expect(muster.costs.roundTrips).toBe(1);
    expect(items.map((item) => item.facts)).toEqual([facts]);
    expect(JSON.stringify(items)).not.toContain("Alt");
  }
  const seen = await (await list(admin, group)).json();
  expect(seen.items.map((item) => item.facts)).toEqual([{ ...facts, altCount: 2 }]);
});

test("facts that EVE was never asked for are null", async () => {
  const { owner, group } = await buildScene();
  await buildRequest(muster, group, await buildUser(muster));
  const [item] = (await (await list(owner, group)).json()).items;
  expect(Object.values(item?.facts ?? {})).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
