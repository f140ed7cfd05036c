import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

const log = async (who: BuiltUser, id: string, cursor?: string) =>
  (
    await who.api.groups[":id"].activity.$get({ param: { id }, query: cursor ? { cursor } : {} })
  ).json();

test("the log lists each event with its actor and subject, newest first", async () => {
  const mira = await buildUser(muster, { name: "Mira Tal" });
  const tovi = await buildUser(muster, { name: "Tovi Renn" });
  const group = await buildGroup(muster, { owner: mira, name: "Scouts" });
  const param = { id: group.id };
  await tovi.api.groups[":id"].join.$post({ param });
  await mira.api.groups[":id"].admins.$post({ param, json: { userId: tovi.userId } });
  const response = await mira.api.groups[":id"].transfer.$post({
    param,
    json: { newOwnerId: tovi.userId },
  });

  const { items, nextCursor } = await log(tovi, group.id);
  const [miraNamed, toviNamed] = [
    { userId: mira.userId, name: "Mira Tal" },
    { userId: tovi.userId, name: "Tovi Renn" },
  ];
  expect(nextCursor).toBe(null);
  expect(items).toMatchObject([
    { kind: "ownership_transferred", actor: miraNamed, subject: toviNamed },
    { kind: "admin_appointed", actor: miraNamed, subject: toviNamed },
    { kind: "member_joined", actor: toviNamed, subject: toviNamed },
  ]);
  expect(items[0]).toMatchObject({
    groupId: group.id,
    groupName: "Scouts",
    requestId: response.headers.get("x-request-id"),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test("the log keeps the names as they were at the time of the event, for system administrators", async () => {
  const mira = await buildUser(muster, { name: "Old Name" });
  const group = await buildGroup(muster, { owner: mira, name: "Old Group" });
  const param = { id: group.id };
  const rename = (name: string) => mira.api.groups[":id"].$patch({ param, json: { name } });
  await rename("New Group");
  await db
    .update(characters)
    .set({ name: "New Name", nameFolded: "new name" })
    .where(eq(characters.id, mira.mainCharacterId));
  await muster.later(6 * 60, () => rename("Newer Group"));
  expect((await log(admin, group.id)).items).toMatchObject([
    { actor: { name: "New Name" }, groupName: "New Group" },
    { actor: { name: "Old Name" }, groupName: "Old Group" },
  ]);
});

test("refused requests are not logged", async () => {
  const [mira, tovi] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner: mira, joinMode: "invitation_only" });
  const param = { id: group.id };
  await tovi.api.groups[":id"].join.$post({ param });
  await tovi.api.groups[":id"].$patch({ param, json: { name: "Mine" } });
  await mira.api.groups[":id"].leave.$post({ param });
  expect((await log(mira, group.id)).items).toEqual([]);
});

test("a long log is paged without duplicates", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira });
  const param = { id: group.id };
  // Two users take turns, because repeated edits by one user become one event.
  for (let n = 0; n < 105; n++) {
    const { api } = n % 2 === 0 ? mira : admin;
    await api.groups[":id"].$patch({ param, json: { name: `Name ${n}` } });
  }
  const first = await log(mira, group.id);
  const second = await log(mira, group.id, first.nextCursor ?? "");
  const names = [...first.items, ...second.items].map(({ detail }) => detail.changes?.["name"]?.to);
  expect(names).toEqual(Array.from({ length: 105 }, (_, n) => `Name ${104 - n}`));
  expect([first.items.length, second.nextCursor]).toEqual([100, null]);
});

test("a list of all events, filtered by group, actor, subject, kind or time, is served from an index", async () => {
  const from = (where: ReturnType<typeof sql>) => sql`
    explain query plan select * from ${auditEvents} where ${where}
    and id < 'zzz' order by id desc limit 100`;
  const kind: GroupEventKind = "member_joined";
  for (const where of [
    sql`true`,
    sql`id >= 'a'`,
    sql`group_id = 'g'`,
    sql`actor_id = 'a'`,
    sql`subject_id = 's'`,
    sql`kind = ${kind}`,
  ]) {
    const plan = (await db.all<{ detail: string }>(from(where))).map(({ detail }) => detail);
    expect(plan.join("; ")).toMatch(/^SEARCH audit_events USING INDEX/);
    expect(plan.join("; ")).not.toMatch(/TEMP B-TREE/);
  }
});
