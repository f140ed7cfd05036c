import { expect, test } from "vitest";
import type { RosterDriftItem } from "#shared/corporations/roster.ts";
import { buildUser } from "#test/support/people/builders.ts";
import {
  authorizeAgain,
  buildManaged,
  linkMember,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

const ALL = [...CHARACTER_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];
const HOUR = 60 * 60;

const { drive, muster, world } = await startDriven();
const { admin } = world;

/** A corporation whose roles, titles and access lists are read. */
async function buildDrifting() {
  const corporation = await buildManaged(world, { holdings: { strangers: 2 } });
  const [director] = corporation.pilots;
  if (director === undefined) throw new Error("There is a director.");
  await authorizeAgain(muster, director.pilot.id, ALL);
  const param = { id: String(corporation.id) };
  await admin.api.rosters[":id"].$put({ param, json: { readsRoles: true } });
  const drift = async () => (await admin.api.rosters[":id"].drift.$get({ param })).json();
  return { corporation, director: director.pilot, drift };
}

/** A member of whom Muster knows nothing but what EVE lists. */
const addStranger = (corporation: Managed, name: string, roles: string[] = []) =>
  corporation.newEden.createPilot({ corporationId: corporation.id, name, roles });

async function readAgain() {
  await drive.advance(HOUR + 60);
  await drive.startDue();
  await drive.cron(EVERY_MINUTE);
  await drive.drain();
}

const ofKind = <Kind extends RosterDriftItem["kind"]>(items: RosterDriftItem[], kind: Kind) =>
  items.filter((item): item is Extract<RosterDriftItem, { kind: Kind }> => item.kind === kind);

test("high-risk roles of members for whom no one answers are listed with who gave them", async () => {
  const { corporation, director, drift } = await buildDrifting();
  const { newEden } = corporation;
  const old = await addStranger(corporation, "Old Hand", ["Station_Manager"]);
  const marek = await addStranger(corporation, "Marek Solano");
  await newEden.setRoles(marek.id, ["Hangar_Take_1"], { issuerId: director.id });
  await drive.advance(HOUR);
  const grantedAt = Date.now();
  const roles = ["Hangar_Take_1", "Director", "Accountant"];
  await newEden.setRoles(marek.id, roles, { issuerId: director.id });
  await linkMember(muster, corporation.id, { roles: ["Director"], name: "Known Director" });
  const lost = await linkPilot(muster, { corporationId: corporation.id, roles: ["Accountant"] });
  await muster.context.db.$client
    .prepare("update eve_tokens set state = 'revoked' where character_id = ?")
    .bind(lost.pilot.id)
    .run();
  await readAgain();
  const { items, rolesReadAt, listsReadAt } = await drift();
  expect(rolesReadAt).not.toBeNull();
  expect(listsReadAt).toBeNull();
  const found = ofKind(items, "roles");
  expect(new Set(found.map(({ person }) => person.characterId))).toEqual(
    new Set([old.id, marek.id, lost.pilot.id]),
  );
  expect(found.find(({ person }) => person.characterId === marek.id)).toMatchObject({
    cause: "missing",
    person: { name: "Marek Solano" },
    roles: ["Director", "Accountant"],
    granted: {
      by: { characterId: director.id, name: director.name },
      at: new Date(Math.floor(grantedAt / 1000) * 1000).toISOString(),
    },
  });
  // The same is counted among the decisions of the Overview.
  const overview = async () => (await admin.api.admin.overview.$get()).json();
  expect((await overview()).drifted).toEqual([
    {
      corporationId: corporation.id,
      name: corporation.corporation.name,
      count: 3,
      readAt: rolesReadAt,
    },
  ]);
  // EVE tells of a month only.
  const granted = (id: number) => found.find(({ person }) => person.characterId === id)?.granted;
  expect(granted(old.id)).toBeNull();
  expect(found.find(({ person }) => person.characterId === lost.pilot.id)?.cause).toBe("lost");

  // Without roles, a kick waits for a day.
  await newEden.setRoles(marek.id, [], { issuerId: director.id });
  const takenAt = Math.floor(Date.now() / 1000) * 1000;
  await readAgain();
  expect(ofKind((await drift()).items, "kick_waits")).toEqual([
    {
      kind: "kick_waits",
      person: { characterId: marek.id, name: "Marek Solano" },
      cause: "missing",
      until: new Date(takenAt + 24 * HOUR * 1000).toISOString(),
    },
  ]);
  await drive.advance(24 * HOUR);
  expect(ofKind((await drift()).items, "kick_waits")).toEqual([]);

  // Of roles that are read no more, nothing waits for a decision.
  expect((await overview()).drifted).toMatchObject([{ count: 2 }]);
  await admin.api.rosters[":id"].$put({ param: corporation.param, json: { readsRoles: false } });
  expect((await overview()).drifted).toEqual([]);
});

test("titles of members who are not registered are listed by title", async () => {
  const { corporation, drift } = await buildDrifting();
  const pilots = [await addStranger(corporation, "Edda"), await addStranger(corporation, "Teo")];
  const known = await linkPilot(muster, { corporationId: corporation.id });
  for (const { id } of [...pilots, known.pilot]) await corporation.newEden.setTitles(id, [2]);
  await readAgain();
  expect(ofKind((await drift()).items, "title")).toEqual([
    {
      kind: "title",
      titleId: 2,
      title: "Quartermaster",
      count: 2,
      people: pilots.map(({ id, name }) => ({ characterId: id, name })),
    },
  ]);
});

test("access lists that still name former members are listed, once they have left", async () => {
  const { corporation, director, drift } = await buildDrifting();
  const { newEden } = corporation;
  const zed = await addStranger(corporation, "Zed Okafor");
  const blocked = await addStranger(corporation, "Bram Oyelaran");
  const stays = await addStranger(corporation, "Pip");
  const list = {
    id: 41,
    name: "Home staging",
    allowsEveryone: false,
    characters: [
      { id: director.id, access: "Admin" as const },
      { id: zed.id, access: "Allowed" as const },
      { id: blocked.id, access: "Blocked" as const },
      { id: stays.id, access: "Manager" as const },
    ],
    corporations: [{ id: corporation.id, access: "Allowed" as const }],
    alliances: [],
  };
  await newEden.setAccessList(list);
  // A list of other people.
  await newEden.setAccessList({ ...list, id: 42, characters: [{ id: zed.id, access: "Admin" }] });
  await readAgain();
  const before = await drift();
  expect(before.listsReadAt).not.toBeNull();
  expect(ofKind(before.items, "access_list")).toEqual([]);
  for (const { id } of [zed, blocked]) await newEden.leaveCorporation(id);
  await readAgain();
  expect(ofKind((await drift()).items, "access_list")).toEqual([
    {
      kind: "access_list",
      listId: 41,
      name: "Home staging",
      count: 1,
      people: [{ characterId: zed.id, name: "Zed Okafor", leftAt: expect.any(String) }],
      allowsEveryone: false,
      isWide: true,
    },
  ]);
  // Removed in game: gone with the next reading.
  await newEden.setAccessList({ ...list, characters: list.characters.slice(0, 1) });
  for (let hour = 0; hour < 7; hour += 1) await readAgain();
  expect(ofKind((await drift()).items, "access_list")).toEqual([]);
});

test("without the setting, roles and access lists are not read, and others do not learn of the list", async () => {
  const { corporation, director, drift } = await buildDrifting();
  const param = { id: String(corporation.id) };
  await admin.api.rosters[":id"].$put({ param, json: { readsRoles: false } });
  await addStranger(corporation, "Marek", ["Director"]);
  await corporation.newEden.clearRequests();
  await readAgain();
  expect((await drift()).items).toEqual([]);
  const asked = await corporation.newEden.requests({
    service: "esi",
    path: /access-lists|roles/,
    characterId: director.id,
  });
  expect(
    asked.map(({ path }) => path).filter((path) => !path.endsWith(`${director.id}/roles`)),
  ).toEqual([]);
  const outsider = await buildUser(muster);
  expect((await outsider.api.rosters[":id"].drift.$get({ param })).status).toBe(404);
});
