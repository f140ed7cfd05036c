import { DAY_MS } from "#shared/time.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Activity, ActivityQuery } from "#shared/events/activity.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { readAllActivity, someDay, writeEvents } from "#test/support/people/activity-builders.ts";
import type { Written } from "#test/support/people/activity-builders.ts";
import { buildUser, prepareSignIn } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { characters, sessions } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { LOOKED_AT } from "#worker/audit/store.ts";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

const write = (events: Written[]) => writeEvents(muster, events);
const read = async (query: ActivityQuery) => (await admin.api.activity.$get({ query })).json();

const readAll = (query: ActivityQuery) => readAllActivity(admin, query);
const kindsOf = (items: Activity[]) => items.map(({ kind }) => kind);

test("what happens to groups, categories and accounts stands in one list, the newest first", async () => {
  const mira = await buildUser(muster, { name: "Mira Tal" });
  await admin.api.groups.categories.$post({
    json: {
      name: "Industry",
      description: null,
      visibility: "public",
      allowGroupCreation: "anyone",
    },
  });
  const group = await buildGroup(muster, { owner: mira, name: "Scouts", joinMode: "open" });
  const param = { id: group.id };
  const tovi = await buildUser(muster, { name: "Tovi Renn", alts: ["Tovi Alt"] });
  await tovi.api.groups[":id"].join.$post({ param });
  await tovi.api.auth.main.$put({ json: { characterId: tovi.characterIds[1] ?? 0 } });

  const { items } = await read({});
  expect(items.slice(0, 3)).toMatchObject([
    {
      log: "accounts",
      kind: "main_changed",
      actor: { userId: tovi.userId, name: "Tovi Renn" },
      characterName: "Tovi Alt",
    },
    {
      log: "groups",
      kind: "member_joined",
      actor: { userId: tovi.userId, name: "Tovi Renn" },
      groupName: "Scouts",
    },
    { log: "groups", kind: "category_created", actor: { name: "Aurelia Voss" } },
  ]);
});

test("what an administrator does in a group of others stands in the log of that group", async () => {
  const [mira, tovi] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner: mira, members: [tovi] });
  const param = { id: group.id };
  await admin.api.groups[":id"].admins.$post({ param, json: { userId: tovi.userId } });
  await admin.api.groups[":id"].transfer.$post({ param, json: { newOwnerId: tovi.userId } });
  const own = await (await tovi.api.groups[":id"].activity.$get({ param, query: {} })).json();
  // Managers read only names of users on the group's lists. The administrator is on none of them.
  expect(own.items).toMatchObject([
    { kind: "ownership_transferred", actor: { userId: null, name: null } },
    { kind: "admin_appointed", actor: { userId: null, name: null } },
  ]);
  const all = await read({ group: group.id });
  expect(all.items).toMatchObject([
    { kind: "ownership_transferred", actor: { name: "Aurelia Voss" } },
    { kind: "admin_appointed", actor: { name: "Aurelia Voss" } },
  ]);
  expect(all.items.map(({ id }) => id)).toEqual(own.items.map(({ id }) => id));
});

test("the list is filtered by actor, subject, group, kind and day, one by one and together", async () => {
  const [mira, tovi] = await Promise.all([
    buildUser(muster, { name: "Mira Filter", alts: ["Mira's Alt"] }),
    buildUser(muster, { name: "Тови Фильтр" }),
  ]);
  const scouts = { id: "scouts", name: "Scouts" };
  const { start, query } = someDay();
  await write([
    { at: start, log: "groups", kind: "group_created", actor: mira, subject: mira, group: scouts },
    {
      at: start + 1,
      log: "groups",
      kind: "admin_appointed",
      actor: mira,
      subject: tovi,
      group: scouts,
    },
    { at: start + 2, log: "groups", kind: "member_left", actor: tovi, subject: tovi },
    {
      at: start + 3,
      log: "accounts",
      kind: "discord_linked",
      subject: tovi,
      detail: { discordName: "tovi" },
    },
    { at: start + 4, log: "accounts", kind: "character_sold", subject: mira },
    { at: start + 5, log: "corporations", kind: "director_added", actor: mira, subject: tovi },
    {
      at: start + 6,
      log: "corporations",
      kind: "director_unhealthy",
      subject: mira,
      detail: { problem: "missing_role" },
    },
  ]);
  const find = async (more: ActivityQuery) => kindsOf((await read({ ...query, ...more })).items);
  expect(await find({})).toHaveLength(7);
  const byMira = ["director_added", "admin_appointed", "group_created"];
  expect(await find({ actor: "mira filter" })).toEqual(byMira);
  expect(await find({ actor: "MIRA'S ALT" })).toEqual(byMira);
  expect(await find({ subject: "Mira Filter" })).toEqual([
    "director_unhealthy",
    "character_sold",
    "group_created",
  ]);
  expect(await find({ subject: "тови фильтр" })).toEqual([
    "director_added",
    "discord_linked",
    "member_left",
    "admin_appointed",
  ]);
  expect(await find({ group: "scouts" })).toEqual(["admin_appointed", "group_created"]);
  expect(await find({ kind: "member_left" })).toEqual(["member_left"]);
  expect(await find({ kind: "character_sold" })).toEqual(["character_sold"]);
  expect(await find({ kind: "director_added" })).toEqual(["director_added"]);
  expect(await find({ actor: "Mira Filter", subject: "Тови Фильтр" })).toEqual([
    "director_added",
    "admin_appointed",
  ]);
  expect(await find({ actor: "Mira Filter", kind: "director_unhealthy" })).toEqual([]);
  expect(await find({ actor: "Тови Фильтр", subject: "Тови Фильтр" })).toEqual([
    "discord_linked",
    "member_left",
  ]);
  expect(await find({ group: "scouts", kind: "admin_appointed", actor: "Mira Filter" })).toEqual([
    "admin_appointed",
  ]);
  expect(await find({ subject: "Mira Filter", kind: "discord_linked" })).toEqual([]);
  expect(await find({ actor: "Nobody" })).toEqual([]);
});

test("a day is a day in EVE's time, and both ends of a time count", async () => {
  const mira = await buildUser(muster);
  const [before, first, last, after] = [someDay(), someDay(), someDay(), someDay()];
  await write(
    [before.start + DAY_MS - 1, first.start, last.start + DAY_MS - 1, after.start].flatMap(
      (at): Written[] => [
        { at, log: "groups", kind: "group_created", actor: mira },
        { at, log: "accounts", kind: "account_created", subject: mira },
      ],
    ),
  );
  const { items } = await read({ from: first.query.from, to: last.query.to });
  expect(items.map(({ createdAt }) => Date.parse(createdAt))).toEqual([
    last.start + DAY_MS - 1,
    last.start + DAY_MS - 1,
    first.start,
    first.start,
  ]);
});

test("pages of several logs together are in order, and nothing is lost or told twice", async () => {
  const mira = await buildUser(muster);
  const { start, query } = someDay();
  // Runs of one log and then of the other, and moments in which something happened in both.
  await write(
    Array.from({ length: 350 }, (_, n): Written => {
      const at = start + Math.floor(n / 2) * 1000;
      if (n % 70 < 40 || n % 3 === 0) {
        return { at, log: "groups", kind: "member_joined", actor: mira };
      }
      return n % 5 === 0
        ? { at, log: "corporations", kind: "director_healthy", subject: mira }
        : { at, log: "accounts", kind: "session_ended", subject: mira };
    }),
  );
  const { items, pages } = await readAll(query);
  expect(pages).toBe(4);
  expect(new Set(items.map(({ id }) => id)).size).toBe(350);
  const times = items.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("a filter that is none is refused by name", async () => {
  const refused = async (query: Record<string, string>) =>
    (await admin.api.activity.$get({ query })).status;
  expect(await refused({ kind: "meteor" })).toBe(400);
  expect(await refused({ from: "yesterday" })).toBe(400);
  expect(await refused({ to: "2026-02-30" })).toBe(400);
  expect(await refused({ cursor: "nonsense" })).toBe(400);
  expect(await refused({ actor: " " })).toBe(400);
});

test("the log of an account keeps the names of its time", async () => {
  const mira = await buildUser(muster, { name: "Former Main", alts: ["New Main"] });
  await mira.api.auth.main.$put({ json: { characterId: mira.characterIds[1] ?? 0 } });
  const other = await prepareSignIn(mira.userId, mira.mainCharacterId);
  await db.insert(sessions).values(other.row);
  await mira.api.auth.sessions.$delete();
  const { items } = await read({ subject: "Former Main" });
  expect(items).toMatchObject([
    { kind: "sessions_ended", actor: { name: "New Main" }, subject: { name: "New Main" } },
    {
      kind: "main_changed",
      actor: { name: "Former Main" },
      subject: { name: "Former Main" },
      characterName: "New Main",
    },
  ]);
});

test("a character that has left every account is still found by its name", async () => {
  const mira = await buildUser(muster, { name: "Mira Seller", alts: ["Sold Alt"] });
  const { start, query } = someDay();
  await write([
    {
      at: start,
      log: "corporations",
      kind: "director_unhealthy",
      subject: mira,
      detail: { problem: "missing_role" },
    },
  ]);
  const [, alt = 0] = mira.characterIds;
  await db
    .update(auditEvents)
    .set({ characterId: alt, subjectId: null })
    .where(eq(auditEvents.createdAt, new Date(start)));
  await db.update(characters).set({ userId: null }).where(eq(characters.id, alt));
  const found = await read({ ...query, subject: "sold alt" });
  expect(kindsOf(found.items)).toEqual(["director_unhealthy"]);
});

// ── The table for spreadsheets ────────────────────────────────────────────────────────────────────

test("the list is exported as a table that no spreadsheet takes for formulas", async () => {
  const mira = await buildUser(muster, { name: '=HYPERLINK("evil")' });
  const { start, query } = someDay();
  await write([
    {
      at: start,
      log: "groups",
      kind: "group_created",
      actor: mira,
      group: { id: "g", name: '+1, "two"' },
    },
    { at: start + 1, log: "accounts", kind: "account_created", subject: mira },
  ]);
  const response = await admin.api["activity.csv"].$get({ query });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=".+\.csv"$/);
  expect(response.headers.get("link")).toBe(null);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  const lines = text.split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFF"Time \(EVE\)","Log","Event","Actor",/);
  expect(lines[1]).toContain('"account_created","\'=HYPERLINK(""evil"")"');
  expect(lines[2]).toContain('"\'+1, ""two""","g"');
  expect(lines).toHaveLength(4);
});

test("a name that begins with any sign of a formula is text in the table", async () => {
  const { start, query } = someDay();
  const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
  await write(
    signs.map((sign, n) => ({
      at: start + n,
      log: "groups",
      kind: "group_created",
      group: { id: "g", name: `${sign}1` },
    })),
  );
  const text = await (await admin.api["activity.csv"].$get({ query })).text();
  for (const sign of signs) expect(text).toContain(`"'${sign}1"`);
});

test("a long export continues where its link leads, without a second head", async () => {
  const mira = await buildUser(muster);
  const { start, query } = someDay();
  await write(
    Array.from({ length: 1001 }, (_, n): Written => ({
      at: start + n,
      log: "groups",
      kind: "member_joined",
      actor: mira,
    })),
  );
  const first = await admin.api["activity.csv"].$get({ query });
  const [, next] = first.headers.get("link")?.match(/^<(.+)>; rel="next"$/) ?? [];
  expect((await first.text()).trim().split("\r\n")).toHaveLength(1001);
  const second = await muster.send(next ?? "", {
    headers: { authorization: `Bearer ${admin.sessionToken}` },
  });
  expect((await second.text()).trim().split("\r\n")).toEqual([expect.stringMatching(/^"2020-/)]);
  expect(second.headers.get("link")).toBe(null);
});

// ── Costs ─────────────────────────────────────────────────────────────────────────────────────────

test("a rare match far back in a long log is found by asking on, and a request looks only so far", async () => {
  const [mira, tovi, nyx] = await Promise.all([
    buildUser(muster, { name: "Busy Mira" }),
    buildUser(muster, { name: "Rare Tovi" }),
    buildUser(muster, { name: "Busy Nyx" }),
  ]);
  const { start, query } = someDay();
  const byTovi = { actor: tovi, subject: nyx };
  await write([
    { at: start + 400, log: "groups", kind: "member_removed", ...byTovi },
    { at: start + 500, log: "corporations", kind: "director_added", ...byTovi },
    { at: start + 600, log: "groups", kind: "admin_appointed", ...byTovi },
    ...Array.from({ length: LOOKED_AT * 5 }, (_, n): Written => ({
      at: start + 1000 + n,
      log: "groups",
      kind: "invitation_sent",
      actor: mira,
      subject: nyx,
    })),
  ]);
  const rare = { ...query, subject: "Busy Nyx", kind: "admin_appointed" } as const;
  await read(query);
  muster.costs.reset();
  const first = await read(rare);
  expect(first.items).toEqual([]);
  expect(first.nextCursor).not.toBe(null);
  expect(muster.costs.roundTrips).toBe(1);
  expect(muster.costs.rowsRead).toBeLessThan(LOOKED_AT * 5);
  expect(kindsOf((await readAll(rare)).items)).toEqual(["admin_appointed"]);

  // The log of corporations waits until that of groups has been looked through to the same moment.
  const both = await readAll({ ...query, actor: "Rare Tovi", subject: "Busy Nyx" });
  expect(kindsOf(both.items)).toEqual(["admin_appointed", "director_added", "member_removed"]);
});

test("a page costs one round trip and reads its rows, however long the logs are", async () => {
  const [mira, tovi] = await Promise.all([
    buildUser(muster, { name: "Cost Mira" }),
    buildUser(muster, { name: "Cost Tovi" }),
  ]);
  const { start } = someDay();
  await write(
    Array.from({ length: 3000 }, (_, n): Written =>
      n % 3 === 0
        ? {
            at: start + n,
            log: "corporations",
            kind: "director_healthy",
            actor: mira,
            subject: tovi,
          }
        : n % 3 === 1
          ? {
              at: start + n,
              log: "groups",
              kind: "member_joined",
              actor: mira,
              subject: tovi,
              group: { id: "long", name: "Long" },
            }
          : { at: start + n, log: "accounts", kind: "session_ended", subject: mira },
    ),
  );
  const PAGE = 101;
  for (const query of [
    {},
    { actor: "Cost Mira" },
    { subject: "Cost Tovi" },
    { group: "long" },
    { kind: "member_joined" },
    { kind: "session_ended" },
    { kind: "director_healthy" },
    { to: new Date(start).toISOString().slice(0, 10) },
  ] as const) {
    let cursor: string | null | undefined;
    for (let page = 0; page < 3; page += 1) {
      muster.costs.reset();
      const { items, nextCursor } = await read({ ...query, ...(cursor && { cursor }) });
      expect(items).toHaveLength(100);
      expect(muster.costs.roundTrips).toBe(1);
      // One row of each log, and of an account's event its user, main and character.
      expect(muster.costs.rowsRead).toBeLessThan(PAGE * 7);
      cursor = nextCursor;
    }
  }
});
