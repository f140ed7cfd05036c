import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import {
  buildManaged,
  linkMember,
  startAdministered,
  ALL_SCOPES,
} from "#test/support/corporations/corporation-builders.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const world = await startAdministered();
const { muster, admin } = world;
const newEden = newEdenControl(muster.newEdenBase);
const { corporations } = admin.api;
const of = (id: number) => ({ id: String(id) });
const GONE = /^Corporation not found \(may have been removed\)$/;
const typed = { name: "Typed Name", ticker: "TYPED" };

const activityOf = async (id: number) =>
  (await (await corporations[":id"].activity.$get({ param: of(id), query: {} })).json()).items;

test("a corporation is added with EVE's name and ticker instead of the typed ones", async () => {
  const { id } = await newEden.createCorporation({ name: "Sable Test", ticker: "SBLT" });
  const response = await corporations.$post({ json: { corporationId: id, ...typed } });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({
    corporationId: id,
    name: "Sable Test",
    ticker: "SBLT",
    assignedCharacterId: null,
    assignedCharacterName: null,
    isActive: true,
    status: { state: "no_director", since: null },
    isVerified: false,
    lastSync: null,
    lastVerified: null,
    verificationFailedAt: null,
    directorCount: 0,
    healthyDirectorCount: 0,
    coverage: null,
  });
  expect(await activityOf(id)).toMatchObject([
    { kind: "corporation_added", corporationName: "Sable Test", actor: { userId: admin.userId } },
  ]);
});

test("a lookup shows EVE's name before a corporation is added", async () => {
  const { id } = await newEden.createCorporation({ name: "Looked Up", ticker: "LKDUP" });
  const query = { corporationId: String(id) };
  const found = await (await corporations.lookup.$get({ query })).json();
  expect(found).toMatchObject({ corporationId: id, name: "Looked Up", ticker: "LKDUP" });
  const unknown = corporations.lookup.$get({ query: { corporationId: "98999999" } });
  await expectRefusal(unknown, 400, /EVE has no corporation/);
});

test("an unknown, NPC or closed corporation is refused with a reason", async () => {
  const closed = await newEden.createCorporation({ isClosed: true, name: "Gone For Good" });
  const add = (corporationId: number) => corporations.$post({ json: { corporationId, ...typed } });
  await expectRefusal(
    add(98_999_999),
    400,
    "EVE has no corporation with this ID. Check the number.",
  );
  await expectRefusal(add(1_000_044), 400, /is an NPC corporation/);
  await expectRefusal(add(closed.id), 400, "Gone For Good has been closed.");
});

test("a corporation is added once, also by two requests at the same time", async () => {
  const { id } = await newEden.createCorporation({ name: "Only Once" });
  const add = () => corporations.$post({ json: { corporationId: id, ...typed } });
  const answers = await Promise.all([add(), add()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  await expectRefusal(add(), 409, "Only Once is already managed here.");
  expect(await activityOf(id)).toHaveLength(1);
});

test("the assigned character becomes the first director and is checked at once", async () => {
  const { id } = await newEden.createCorporation();
  const { pilot } = await linkMember(muster, id);
  const assigned = { assignedCharacterId: pilot.id, assignedCharacterName: "Typed Name" };
  await corporations.$post({ json: { corporationId: id, ...typed, ...assigned } });
  const shown = await (await corporations[":id"].$get({ param: of(id) })).json();
  expect(shown).toMatchObject({
    assignedCharacterId: pilot.id,
    assignedCharacterName: pilot.name,
    directorCount: 1,
    healthyDirectorCount: 1,
  });
});

test("only linked characters can be assigned", async () => {
  const { id } = await newEden.createCorporation();
  const stranger = await newEden.createPilot({ corporationId: id, roles: ["Director"] });
  const json = { corporationId: id, ...typed, assignedCharacterId: stranger.id };
  await expectRefusal(corporations.$post({ json }), 400, /is not linked to Muster/);
  await corporations.$post({ json: { corporationId: id, ...typed } });
  const param = of(id);
  const put = corporations[":id"].$put({ param, json: { assignedCharacterId: stranger.id } });
  await expectRefusal(put, 400, /is not linked to Muster/);
  const post = corporations[":id"].directors.$post({
    param,
    json: { characterId: stranger.id, characterName: "Stranger" },
  });
  await expectRefusal(post, 400, /is not linked to Muster/);
});

test("corporations are found by a part of the name or the ticker, in any case, page by page", async () => {
  await newEden.createCorporation({ id: 98_700_900, name: "Ярость Звёзд", ticker: "YAR-5" });
  await corporations.$post({ json: { corporationId: 98_700_900, ...typed } });
  const search = async (q: string) =>
    (await (await corporations.search.$get({ query: { q } })).json()).items.map(({ name }) => name);
  expect(await search("ЗВЁЗД")).toEqual(["Ярость Звёзд"]);
  expect(await search("yar-")).toEqual(["Ярость Звёзд"]);
  expect(await search("nothing of the kind")).toEqual([]);
  await expectRefusal(corporations.search.$get({ query: { q: " " } }), 400);

  const { mainCharacterId } = await buildUser(muster);
  for (let count = 0; count < 101; count++) {
    const name = `Paged ${String(count).padStart(3, "0")}`;
    await insertManaged(muster, mainCharacterId, { name });
  }
  const first = await (await corporations.search.$get({ query: { q: "paged" } })).json();
  expect(first.items).toHaveLength(100);
  expect(first.total).toBe(101);
  const cursor = first.nextCursor ?? "";
  const second = await (await corporations.search.$get({ query: { q: "paged", cursor } })).json();
  expect(second.items.map(({ name }) => name)).toEqual(["Paged 100"]);
  expect(second.nextCursor).toBeNull();
  const all = await (await corporations.$get({ query: {} })).json();
  expect(all.items).toHaveLength(100);
  expect(all.items.map(({ name }) => name)).toContain("Paged 000");
});

test("changes of a corporation are in its log with their actor", async () => {
  const managed = await buildManaged(world, { directors: 2, name: "Storied Past" });
  const [first, second] = managed.pilots;
  if (!first || !second) throw new Error("There are two directors.");
  const { param, api } = managed;
  const put = async (json: Parameters<typeof api.$put>[0]["json"]) =>
    (await api.$put({ param, json })).json();

  expect(await put({ isActive: false })).toMatchObject({ isActive: false });
  expect(await put({ isActive: false })).toMatchObject({ isActive: false });
  expect(await put({ assignedCharacterId: second.pilot.id })).toMatchObject({
    isActive: false,
    assignedCharacterName: second.pilot.name,
  });
  expect(await put({ assignedCharacterId: null, isActive: true })).toMatchObject({
    isActive: true,
    assignedCharacterId: null,
    directorCount: 2,
  });
  expect((await api.$delete({ param })).status).toBe(204);
  await expectRefusal(api.$get({ param }), 404, GONE);
  await expectRefusal(api.$delete({ param }), 404);

  const log = await activityOf(managed.id);
  const told = log.map(({ kind, detail, character, actor }) => ({
    kind,
    changes: detail.changes,
    who: character?.characterName,
    by: actor?.name ?? "Muster",
  }));
  const by = "Aurelia Voss";
  const [a, b] = [first.pilot.name, second.pilot.name];
  expect(told.toReversed()).toEqual([
    { kind: "corporation_added", by },
    { kind: "director_added", who: a, by },
    { kind: "director_healthy", who: a, by: "Muster" },
    { kind: "director_added", who: b, by },
    { kind: "director_healthy", who: b, by: "Muster" },
    { kind: "corporation_updated", changes: { director: { from: a, to: null } }, by },
    { kind: "corporation_removed", by },
  ]);
});

test("linked characters are unknown, not zero, until the members have been fetched", async () => {
  const { read } = await buildManaged(world);
  expect(await read()).toMatchObject({ linkedCharacterCount: null });
});

test("requests for a corporation that is not managed are answered with 404", async () => {
  const param = of(98_123_456);
  const api = corporations[":id"];
  const director = { ...param, directorId: "unknown" };
  await expectRefusal(api.$get({ param }), 404, GONE);
  await expectRefusal(api.$put({ param, json: { isActive: true } }), 404, GONE);
  await expectRefusal(api.data.$get({ param }), 404, GONE);
  await expectRefusal(api.verify.$post({ param }), 404, GONE);
  await expectRefusal(api.fetch.$post({ param, json: { category: "all" } }), 404, GONE);
  await expectRefusal(api.directors.$get({ param }), 404, GONE);
  await expectRefusal(api.directors["verify-all"].$post({ param }), 404, GONE);
  const directors = api.directors[":directorId"];
  await expectRefusal(directors.$delete({ param: director }), 404, /is not a director/);
  await expectRefusal(directors.verify.$post({ param: director }), 404, /is not a director/);
  await expectRefusal(api.$get({ param: { id: "sable" } }), 400, "id must be a corporation id.");
});

test("changes take at most four round trips", async () => {
  const managed = await buildManaged(world);
  const { param, api } = managed;
  const [director] = await managed.directors();
  if (director === undefined) throw new Error("There is a director.");
  const { directorId } = director;
  const { id } = await newEden.createCorporation();
  const trips = async (act: () => Promise<Response>) => {
    muster.costs.reset();
    expect((await act()).ok).toBe(true);
    return muster.costs.roundTrips;
  };
  const writes = [
    () => api.$put({ param, json: { isActive: false } }),
    () => api.$put({ param, json: { isActive: true } }),
    () => api.fetch.$post({ param, json: { category: "all" } }),
    () =>
      api.directors[":directorId"].$put({ param: { ...param, directorId }, json: { priority: 7 } }),
    () => api.directors[":directorId"].$delete({ param: { ...param, directorId } }),
  ];
  for (const write of writes) expect(await trips(write)).toBeLessThanOrEqual(4);
  // Work after the response counts too.
  const add = () => corporations.$post({ json: { corporationId: id, ...typed } });
  expect(await trips(add)).toBeLessThanOrEqual(3 + 3);
});

const candidates = async (q: string) =>
  (await corporations.directors.candidates.$get({ query: { q } })).json();

test("a director is found by any linked character, alts included, with its main and its access", async () => {
  const main = await linkPilot(muster, { name: "Vesper Quill" }, { scopes: ALL_SCOPES });
  const alt = await linkPilot(muster, { name: "Vesper Alt" }, { altOf: main.user });
  const { characters } = await candidates("vesper");
  expect(characters).toEqual([
    {
      characterId: alt.pilot.id,
      characterName: "Vesper Alt",
      mainCharacterName: "Vesper Quill",
      hasDirectorAccess: false,
    },
    {
      characterId: main.pilot.id,
      characterName: "Vesper Quill",
      mainCharacterName: "Vesper Quill",
      hasDirectorAccess: true,
    },
  ]);
});

test("the search finds the beginning of a name, at most twenty, and costs one round trip", async () => {
  for (const name of ["Ordin One", "Ordin Two"]) {
    const alts = Array.from({ length: 12 }, (_, index) => `${name} ${index}`);
    await buildUser(muster, { name, alts });
  }
  await candidates("ordin");
  muster.costs.reset();
  const { characters } = await candidates("ordin");
  expect(characters).toHaveLength(20);
  expect(muster.costs.roundTrips).toBe(1);
  expect(muster.costs.rowsRead).toBeLessThan(200);
  expect((await candidates("rdin")).characters).toEqual([]);
});

test("a corporation is looked up by its full name in EVE, in any case", async () => {
  const { id } = await newEden.createCorporation({
    name: "Found By Name",
    ticker: "FBN",
  });
  const query = { name: "found by NAME" };
  expect(await (await corporations.lookup.$get({ query })).json()).toMatchObject({
    corporationId: id,
    name: "Found By Name",
    ticker: "FBN",
  });
  await expectRefusal(
    corporations.lookup.$get({ query: { name: "No Such Corporation" } }),
    400,
    "EVE has no corporation with this name. The name must be the full name.",
  );
  await expectRefusal(corporations.lookup.$get({ query: {} }), 400, "Enter an ID or a name.");
});
