import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { names } from "#worker/db/schema/characters.ts";
import { corporations, dataPages } from "#worker/db/schema/corporations.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { columnsToFold } from "#worker/db/schema/installation.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { FOLDED_COLUMNS, nameOfFolded } from "#worker/work/fold-again.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

const muster = await startMuster();
const { db } = muster.context;
const drive = await driveQueue(muster);
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

/** As a migration does. */
const listAll = () =>
  db.insert(columnsToFold).values(
    FOLDED_COLUMNS.map((one) => ({
      name: nameOfFolded(one),
      after: one.key.dataType === "number" ? 0 : "",
    })),
  );

/** Runs the cron of a minute and its messages. Returns how many messages it had. */
async function minute() {
  await drive.cron(EVERY_MINUTE);
  const { length } = muster.queue.waiting;
  await drive.drain();
  return length;
}

test("what a former version has stored is folded in slices, and then a minute has nothing to do", async () => {
  expect(await minute()).toBe(0);
  const pilot = await buildUser(muster, { name: "Größe Müller" });
  const category = await buildCategory(muster);
  const { id: groupId } = await buildGroup(muster, {
    owner: admin,
    category,
    members: [pilot],
    visibility: "hidden",
    name: "Пилоты Ёлки",
  });
  await db.update(groups).set({ nameFolded: "пилоты ёлки" }).where(eq(groups.id, groupId));
  await db
    .update(characters)
    .set({ nameFolded: "größe müller" })
    .where(eq(characters.id, pilot.mainCharacterId));
  await db.insert(applications).values({
    id: "wiki",
    name: "WÏKI",
    isPublic: true,
    redirectUris: [],
    postLogoutUris: [],
    claims: [],
    createdAt: new Date(),
  });
  const ids = Array.from({ length: 120 }, (_, index) => 98_000_000 + index);
  await db.run(sql`insert into ${names} (id, name, name_folded)
    select value, 'Légion ' || value, 'légion ' || value from json_each(${JSON.stringify(ids)})`);
  const corporation = { name: "Şirket", nameFolded: "şirket", ticker: "ŞRK", tickerFolded: "şrk" };
  await db.insert(corporations).values({ id: 7, ...corporation, createdAt: new Date() });
  await db.insert(corporationMembers).values({
    corporationId: 7,
    characterId: pilot.mainCharacterId,
    name: "Größe Müller",
    nameFolded: "größe müller",
    listedAt: new Date(),
  });
  const titles = { source: "titles", isStaged: false, page: 1, itemCount: 1 };
  const data = JSON.stringify([{ title_id: 3, name: "Ｆｌｅｅｔ" }]);
  await db.insert(dataPages).values({ corporationId: 7, ...titles, data });
  await db.insert(watchEntries).values({
    id: "watched",
    subject: "corporation",
    eveId: 1,
    name: "Işık",
    reason: "Çaldı",
    createdAt: new Date(),
    until: new Date(Date.now() * 2),
  });
  await listAll();

  expect(await minute()).toBe(1);

  const first = <Row>([row]: Row[]) => row;
  expect(first(await db.select().from(groups).where(eq(groups.id, groupId)))?.nameFolded).toBe(
    "пилоты елки",
  );
  expect(await db.select({ name: nonPublicListings.nameFolded }).from(nonPublicListings)).toEqual([
    { name: "пилоты елки" },
    { name: "пилоты елки" },
  ]);
  expect(
    await db
      .select({ name: groupMembers.nameFolded })
      .from(groupMembers)
      .where(eq(groupMembers.userId, pilot.userId)),
  ).toEqual([{ name: "grosse muller" }]);
  expect(first(await db.select().from(applications))?.nameFolded).toBe("wiki");
  expect(await db.$count(names, sql`${names.nameFolded} glob 'legion 98*'`)).toBe(120);
  expect(first(await db.select().from(corporations))).toMatchObject({
    nameFolded: "sirket",
    tickerFolded: "srk",
  });
  expect(first(await db.select().from(corporationMembers))?.nameFolded).toBe("grosse muller");
  expect(first(await db.select().from(dataPages))?.titlesFolded).toBe('{"3":"fleet"}');
  expect(first(await db.select().from(watchEntries))).toMatchObject({
    nameFolded: "isik",
    reasonFolded: "caldi",
  });
  expect(await db.$count(columnsToFold)).toBe(0);
  expect(await minute()).toBe(0);
});

test("a column of a newer version leaves the list, and what is folded is not written again", async () => {
  await db.insert(columnsToFold).values({ name: "later.name_folded", after: 0 });
  await listAll();
  muster.costs.reset();
  await minute();
  expect(await db.$count(columnsToFold)).toBe(0);
  // The list alone: its rows are deleted, and two slices of names move on.
  expect(muster.costs.rowsWritten).toBeLessThan(60);
});
