import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { UpdateGroup } from "#shared/groups/groups.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { writeEvents } from "#test/support/people/activity-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { buildCategory, buildGroup } from "#test/support/people/group-builders.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

const world = await startAdministered();
const { muster, admin } = world;
const { db } = muster.context;

async function buildEdited() {
  const owner = await buildUser(muster);
  const { id } = await buildGroup(muster, { owner, name: "One", joinMode: "open" });
  const param = { id };
  return {
    owner,
    param,
    edit: (json: UpdateGroup, who: BuiltUser = owner) =>
      who.api.groups[":id"].$patch({ param, json: { ...json, allowDuplicateName: true } }),
    events: () =>
      db.select().from(auditEvents).where(eq(auditEvents.groupId, id)).orderBy(asc(auditEvents.id)),
  };
}

/** The changes in the events, the oldest first. */
const changesOf = (events: { detail: { changes?: unknown } }[]) =>
  events.map(({ detail }) => detail.changes);

test("edits within minutes are one event with the first and the last value, and the latest request", async () => {
  const { edit, events } = await buildEdited();
  await edit({ name: "Two" });
  const [first] = await events();
  await muster.later(60, () => edit({ name: "Three", description: "Rolls holes." }));
  const last = await muster.later(120, () => edit({ joinMode: "approval" }));
  expect(await events()).toEqual([
    {
      ...first,
      requestId: last.headers.get("x-request-id"),
      detail: {
        changes: {
          name: { from: "One", to: "Three" },
          description: { from: null, to: "Rolls holes." },
          joinMode: { from: "open", to: "approval" },
        },
      },
    },
  ]);
  await edit({ description: null });
  expect(changesOf(await events())).toEqual([
    { name: { from: "One", to: "Three" }, joinMode: { from: "open", to: "approval" } },
  ]);
});

test("an edit that is reverted stays an event without changes", async () => {
  const { edit, events, param } = await buildEdited();
  await edit({ name: "Two" });
  await edit({ name: "One" });
  expect(changesOf(await events())).toEqual([{}]);
  const table = await admin.api["activity.csv"].$get({ query: { group: param.id } });
  expect(await table.text()).toContain('"changed back"');
  await edit({ name: "Three" });
  expect(changesOf(await events())).toEqual([{ name: { from: "One", to: "Three" } }]);
});

test("an event is final five minutes after its first edit", async () => {
  const { edit, events } = await buildEdited();
  await edit({ name: "Two" });
  await muster.later(4 * 60, () => edit({ name: "Three" }));
  await muster.later(6 * 60, () => edit({ name: "Four" }));
  expect(changesOf(await events())).toEqual([
    { name: { from: "One", to: "Three" } },
    { name: { from: "Three", to: "Four" } },
  ]);
});

test("an event of another actor or kind in between keeps edits apart", async () => {
  const { edit, events, param } = await buildEdited();
  await edit({ name: "Two" });
  await edit({ name: "Three" }, admin);
  await edit({ name: "Four" });
  const tovi = await buildUser(muster);
  await tovi.api.groups[":id"].join.$post({ param });
  await edit({ name: "Five" });
  expect((await events()).map(({ kind, detail }) => [kind, detail.changes?.["name"]?.to])).toEqual([
    ["group_updated", "Two"],
    ["group_updated", "Three"],
    ["group_updated", "Four"],
    ["member_joined", undefined],
    ["group_updated", "Five"],
  ]);
});

test("of two simultaneous repeated edits, the event has the changes of the one that succeeded", async () => {
  const { edit, events } = await buildEdited();
  await edit({ name: "Two" });
  const names = ["Three", "Four"];
  const statuses = await Promise.all(names.map(async (name) => (await edit({ name })).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const to = names[statuses.indexOf(200)];
  expect(changesOf(await events())).toEqual([{ name: { from: "One", to } }]);
});

test("a repeated edit takes no extra round trip, adds no row to the log, and reads no more of a long log", async () => {
  const { edit, events, owner, param } = await buildEdited();
  const costOf = async (name: string) => {
    muster.costs.reset();
    expect((await edit({ name })).status).toBe(200);
    const { roundTrips, rowsRead, rowsWritten } = muster.costs;
    return { roundTrips, rowsRead, rowsWritten };
  };
  await costOf("Two");
  await muster.later(10 * 60, async () => {
    const joined = { kind: "member_joined", log: "groups", actor: owner } as const;
    const at = Date.now() - 60_000;
    const group = { id: param.id, name: "Two" };
    await writeEvents(
      muster,
      Array.from({ length: 200 }, () => ({ ...joined, at, group })),
    );
    const first = await costOf("Three");
    const repeated = await costOf("Four");
    // It writes the row without its four index entries, reads the merged row, and looks for its fingerprints.
    expect(repeated).toEqual({
      roundTrips: first.roundTrips,
      rowsRead: first.rowsRead + 3,
      rowsWritten: first.rowsWritten - 4,
    });
    expect(first).toMatchObject({ roundTrips: 3, rowsWritten: 17 });
  });
  expect(await events()).toHaveLength(202);
});

test("edits of categories are merged one by one", async () => {
  const [one, two] = [await buildCategory(muster), await buildCategory(muster)];
  const edit = ({ id }: { id: string }, description: string) =>
    admin.api.groups.categories[":id"].$patch({ param: { id }, json: { description } });
  const changesIn = async ({ id }: { id: string }) =>
    changesOf(await db.select().from(auditEvents).where(eq(auditEvents.categoryId, id)));
  await edit(one, "A");
  await edit(two, "B");
  await edit(one, "C");
  expect(await changesIn(one)).toEqual([{ description: { from: null, to: "C" } }]);
  expect(await changesIn(two)).toEqual([{ description: { from: null, to: "B" } }]);
});

test("edits of corporations and of each director are merged", async () => {
  const { api, param, directors } = await buildManaged(world, { directors: 2 });
  const told = async () =>
    (await (await api.activity.$get({ param, query: {} })).json()).items
      .filter(({ kind }) => kind.endsWith("_updated"))
      .map(({ character, detail }) => [character?.characterId, detail.changes]);
  const [first, second] = await directors();
  if (!first || !second) throw new Error("There are two directors.");
  const set = ({ directorId }: typeof first, priority: number) =>
    api.directors[":directorId"].$put({ param: { ...param, directorId }, json: { priority } });

  await api.$put({ param, json: { isActive: false } });
  await api.$put({ param, json: { assignedCharacterId: second.characterId } });
  const director = { from: first.characterName, to: second.characterName };
  const status = { from: "active", to: "inactive" };
  expect(await told()).toEqual([[undefined, { status, director }]]);

  await set(first, 1);
  await set(second, 2);
  await set(first, 3);
  expect((await told()).slice(0, 2)).toEqual([
    [second.characterId, { priority: { from: "100", to: "2" } }],
    [first.characterId, { priority: { from: "100", to: "3" } }],
  ]);
});
