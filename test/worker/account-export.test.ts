import { Column, getTableColumns, getTableName, is, SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountExportSchema, exportPageSchema, EXPORTS_PER_HOUR } from "#shared/export.ts";
import type { ExportPage } from "#shared/export.ts";
import { ALL_TABLES } from "#test/support/workerd/all-tables.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { fillAccount } from "#test/support/people/fill-account.ts";
import { buildGroup, operationInput } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { LISTS } from "#worker/account/export/lists.ts";
import { joinExport } from "#web/account/join-export.ts";
import { PERSONAL_DATA } from "#worker/account/personal-data.ts";

async function exportOf(user: BuiltUser) {
  const pages: ExportPage[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = cursor === undefined ? {} : { cursor };
    const page = await readJson(await user.api.account.export.$get({ query }), exportPageSchema);
    pages.push(page);
    cursor = page.nextCursor;
  }
  return { pages, file: accountExportSchema.parse(joinExport(pages)) };
}

test("every table of the database has a decision on export, deletion and merging", async () => {
  const { db } = (await startMuster()).context;
  const found = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like 'sqlite%'
      and name not like '\\_cf%' escape '\\' and name not like 'd1\\_%' escape '\\'`,
  );
  const decided = Object.keys(PERSONAL_DATA).toSorted();
  expect(found.map(({ name }) => name).toSorted()).toEqual(decided);
  expect(ALL_TABLES.map(getTableName).toSorted()).toEqual(decided);
});

test("an exported table has lists, and other tables have none", () => {
  for (const [table, { exported }] of Object.entries(PERSONAL_DATA)) {
    const lists = Object.entries(LISTS).filter(([, list]) => getTableName(list.table) === table);
    const names = lists.map(([name]) => name).toSorted();
    expect([table, names]).toEqual([table, "leftOut" in exported ? [] : exported.toSorted()]);
  }
});

/** Columns that are in no list, by table. */
const LEFT_OUT: Record<string, string[]> = {
  // Secrets, and which of several grants covers what.
  eve_tokens: ["refresh_token", "access_token", "spares", "own_scopes"],
  sessions: ["token_hash", "proof_hash"],
  discord_accounts: ["refresh_token"],
  application_grants: ["generation", "issuer", "nonce"],
  // How far the log was read, and where this Muster is.
  discord_direct_messages: [
    "after_seq",
    "attempt",
    "due_seq",
    "lease_id",
    "lease_until",
    "origin",
    "outages",
  ],
  calendar_feeds: ["secret_hash"],
  invite_codes: ["code", "code_hash"],
  group_members: ["emergency_id", "end_due_at"],
  // Who else commands or cancelled it, and what its groups are told.
  operations: [
    "cancelled_at",
    "cancelled_by",
    "commander_id",
    "ends_at",
    "is_own",
    "series_at",
    "series_id",
  ],
  emergency_accesses: ["id"],
  users: ["daily_acts"],
  // EVE's refusals in a row, of which the export has when it is asked again.
  unknown_characters: ["refusals"],
  // Conditions may name groups that the user does not see.
  membership_problems: ["causes"],
  // Other people.
  audit_events: ["actor_name", "group_visibility", "subject_name"],
};
/** Columns that duplicate others, and internal ones. */
const INTERNAL = new Set([
  "into_id",
  "from_id",
  "name_folded",
  "user_id",
  "created_by",
  "invitee_id",
  "inviter_id",
  "rank",
  "etag",
  "discord_id",
  "levels",
  "points",
  "roles_etag",
  "roles_expire_at",
  "held_id",
  "attempted_at",
  "version",
  "refresh_lease_until",
  "seq",
  "actor_kind",
  "actor_id",
  "subject_id",
  "request_id",
  "decision_id",
  "assignee_id",
  "share_until",
  "erase_at",
  "author_id",
  "paid_by",
  "reviewer_group_id",
  "owner_hash",
  "group_id",
  "category_id",
  "corporation_id",
]);
/** Tables with only some columns in the export, because their rows are not about the user alone. */
const REFERRED_TO = new Set(["names", "corporations"]);

test("every column of an exported table is exported, or is listed here as left out", () => {
  for (const table of ALL_TABLES) {
    const name = getTableName(table);
    const lists = Object.values(LISTS).filter((list) => list.table === table);
    if (lists.length === 0 || REFERRED_TO.has(name)) continue;
    const exported = new Set(
      lists.flatMap(({ fields }) => Object.values(fields("")).flatMap(columnsOf)),
    );
    const missing = Object.values(getTableColumns(table))
      .map((column) => column.name)
      .filter((column) => !exported.has(column) && !INTERNAL.has(column));
    expect([name, missing.toSorted()]).toEqual([name, (LEFT_OUT[name] ?? []).toSorted()]);
  }
});

/** The names of the columns that a field reads. */
function columnsOf(field: unknown): string[] {
  if (is(field, Column)) return [field.name];
  return is(field, SQL) ? field.queryChunks.flatMap(columnsOf) : [];
}

test("a user downloads what Muster keeps about them, without tokens, codes or other people", async () => {
  const muster = await startMuster({});
  const mira = await buildUser(muster, { name: "Mira Sol", alts: ["Alt of Mira"] });
  const oskar = await buildUser(muster, { name: "Oskar Dane" });
  await fillAccount(muster, mira, oskar);

  const { pages, file } = await exportOf(mira);
  expect(pages).toHaveLength(1);
  expect(file.version).toBe(1);
  const lengths = Object.entries(file).flatMap(([name, list]) =>
    Array.isArray(list) && list.length === 0 ? [name] : [],
  );
  expect(lengths).toEqual([]);
  expect(file.characters.map(({ characterName }) => characterName)).toEqual([
    "Mira Sol",
    "Alt of Mira",
  ]);
  expect(file.sheets).toContainEqual({
    characterId: mira.mainCharacterId,
    section: "wallet",
    data: { balance: 12.5 },
  });
  expect(file.memberships.map(({ groupName, role }) => [groupName, role])).toEqual([
    ["Scouts", "admin"],
  ]);
  expect(file.actions.map(({ kind, by }) => [kind, by])).toContainEqual(["member_removed", "you"]);

  expect(file.notesAboutRequests).toMatchObject([{ byName: "Renwick Pell" }, {}]);
  const text = JSON.stringify(file);
  for (const secret of [
    "Oskar",
    "SECRETNOTE",
    oskar.userId,
    mira.sessionToken,
    "a-refresh-token",
    "SECRETCODE",
  ]) {
    expect(text).not.toContain(secret);
  }
  expect((await exportOf(mira)).file.events.at(-1)).toMatchObject({ kind: "account_exported" });
});

test("an export does not show system groups to their members", async () => {
  const muster = await startMuster();
  const [owner, member] = [await buildUser(muster), await buildUser(muster)];
  const group = await buildGroup(muster, {
    owner,
    members: [member],
    name: "Watched",
    visibility: "system",
  });
  await owner.api.groups[":id"].members[":userId"].$delete({
    param: { id: group.id, userId: member.userId },
  });
  expect(JSON.stringify((await exportOf(member)).file)).not.toContain("Watched");
  expect(JSON.stringify((await exportOf(owner)).file)).toContain("Watched");
});

test("an export does not tell what became of the operations of a group that the user has left", async () => {
  const muster = await startMuster();
  const [owner, planner] = [await buildUser(muster), await buildUser(muster)];
  const group = await buildGroup(muster, { owner, admins: [planner], visibility: "hidden" });
  const plan = operationInput([group.id]);
  const { id } = await (await planner.api.operations.$post({ json: plan })).json();
  const param = { id };
  const answer = { answer: "coming" as const, brings: "" };
  await planner.api.operations[":id"].answer.$put({ param, json: answer });
  expect((await exportOf(planner)).file.operationsPlanned).toHaveLength(1);
  await planner.api.groups[":id"].leave.$post({ param: { id: group.id } });
  const changed = { ...plan, title: "Capital Move", place: "Hidden Staging", version: 0 };
  expect((await owner.api.operations[":id"].$put({ param, json: changed })).status).toBe(200);
  const text = JSON.stringify((await exportOf(planner)).file);
  for (const secret of ["Capital Move", "Hidden Staging"]) expect(text).not.toContain(secret);
});

test("a large account is exported in pages, each of one batch with a bounded number of rows", async () => {
  const muster = await startMuster();
  const user = await buildUser(muster, {
    alts: Array.from({ length: 12 }, (_, index) => `Alt ${index}`),
  });
  const { db } = muster.context;
  const skills = JSON.stringify({ skills: Array.from({ length: 400 }, (_, id) => ({ id })) });
  await db.run(sql`insert into character_sections (character_id, section, data)
    select c.id, s.value, ${skills} from characters c,
      json_each('["info","skills","skillQueue","wallet","assets"]') s where c.user_id = ${user.userId}`);
  // Half a million assets are 500 pages of ESI.
  await db.run(sql`with recursive n (page) as (select 1 union all select page + 1 from n where page < 500)
    insert into asset_pages (character_id, page, item_count, value)
    select ${user.mainCharacterId}, page, 1000, 1.5 from n`);
  await db.run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 900)
    insert into audit_events (id, log, kind, actor_kind, actor_id, subject_id, detail, request_id, created_at)
    select '000000' || printf('%06d', i), 'accounts', 'session_ended', 'user', ${user.userId}, ${user.userId},
      '{}', 'r', 0 from n`);

  const costs: number[] = [];
  const { pages, file } = await exportOf({
    ...user,
    api: muster.client(user.sessionToken),
  });
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.length).toBeLessThan(8);
  for (const page of pages) {
    expect(
      Math.max(...Object.values(page).map((list) => (Array.isArray(list) ? list.length : 0))),
    ).toBeLessThanOrEqual(250);
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
  }
  expect(file.sheets).toHaveLength(13 * 5);
  expect(file.assetPages).toHaveLength(500);
  expect(file.assetPages.reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(500_000);
  // And the event of the download itself.
  expect(new Set(file.events.map(({ id }) => id)).size).toBe(901);
  expect(file.events).toHaveLength(901);

  let cursor: string | null | undefined;
  while (cursor !== null) {
    muster.costs.reset();
    const query = cursor === undefined ? {} : { cursor };
    const answer = await user.api.account.export.$get({ query });
    cursor = (await readJson(answer, exportPageSchema)).nextCursor;
    costs.push(muster.costs.roundTrips);
  }
  expect(costs).toEqual([2, ...costs.slice(1).map(() => 1)]);
});

test("exports are limited per hour, and a cursor expires and works only for its user", async () => {
  const muster = await startMuster();
  const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
  const { db } = muster.context;
  await db.run(sql`with recursive n (page) as (select 1 union all select page + 1 from n where page < 300)
    insert into asset_pages (character_id, page, item_count, value)
    select ${mira.mainCharacterId}, page, 1, 1 from n`);
  const first = await readJson(await mira.api.account.export.$get({ query: {} }), exportPageSchema);
  const cursor = first.nextCursor ?? "";
  const refused = await readError(await oskar.api.account.export.$get({ query: { cursor } }));
  expect(refused).toMatchObject({ code: "invalid_request" });
  expect((await mira.api.account.export.$get({ query: { cursor } })).status).toBe(200);
  await muster.later(16 * 60, async () => {
    expect((await mira.api.account.export.$get({ query: { cursor } })).status).toBe(400);
  });

  for (let started = 1; started < EXPORTS_PER_HOUR; started += 1) {
    expect((await mira.api.account.export.$get({ query: {} })).status).toBe(200);
  }
  const limited = await mira.api.account.export.$get({ query: {} });
  expect(limited.status).toBe(429);
  expect(limited.headers.get("retry-after")).toBe("3600");
  expect((await oskar.api.account.export.$get({ query: {} })).status).toBe(200);
  await muster.later(3601, async () => {
    expect((await mira.api.account.export.$get({ query: {} })).status).toBe(200);
  });
});
