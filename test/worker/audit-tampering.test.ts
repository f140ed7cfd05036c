import { sql } from "drizzle-orm";
import fc from "fast-check";
import { assert, beforeAll, expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import { runQueue } from "#test/support/workerd/traces.ts";
import { newEventId } from "#worker/audit/event-id.ts";
import { personalFields } from "#worker/audit/seals/canonical.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { verifyLog } from "#worker/audit/seals/verify.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import { auditInWords } from "#worker/ops/audit-words.ts";

const muster = await startMuster();
const { db } = muster.context;
const LATER = 20 * 60;
/** What verification reads, and the column that says which row it is. */
const TABLES = { audit_events: "seq", audit_digests: "seq", audit_seals: "number" } as const;
type Table = keyof typeof TABLES;
const PERSONAL = new Set(
  Object.keys(personalFields).map((name) =>
    name.replaceAll(/[A-Z]/g, (at) => `_${at.toLowerCase()}`),
  ),
);

const all = async (text: string) => (await muster.env.DB.prepare(text).all()).results;
const saved: Record<string, Record<string, unknown>[]> = {};
let columns: Record<Table, string[]>;

/** A sealed log with a merge, a deletion, and a move that was undone. */
beforeAll(async () => {
  const [owner, into, from, gone] = [
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster, { name: "Gone Pilot" }),
  ];
  for (const member of [into, from, gone]) await buildGroup(muster, { owner: member });
  const group = await buildGroup(muster, { owner });
  for (const user of [into, from, gone]) {
    await user.api.groups[":id"].join.$post({ param: { id: group.id } });
    await user.api.groups[":id"].leave.$post({ param: { id: group.id } });
  }
  const moved = "move-that-was-undone";
  for (let nth = 0; nth < 3; nth += 1) await addEvent("member_moved_in", moved);
  await muster.later(LATER, () => sealLog(muster.context));
  const main = { characterId: from.mainCharacterId, name: from.mainCharacterName };
  const mergeId = await offerMerge(
    db,
    { intoId: into.userId, fromId: from.userId },
    { ...main, ownerHash: `owner-of-${from.userId}` },
  );
  const param = { id: mergeId ?? "" };
  await db.run(sql`delete from groups where id in (select group_id from group_members
    where role = 'owner' and user_id in (${into.userId}, ${from.userId}, ${gone.userId}))`);
  const { digest } = await (await into.api.account.merges[":id"].$get({ param })).json();
  const merged = await into.api.account.merges[":id"].confirm.$post({ param, json: { digest } });
  const deleted = await gone.api.account.$delete({ json: { name: "Gone Pilot" } });
  assert(merged.status === 200 && deleted.status === 204);
  await runQueue(muster);
  await db.run(sql`update audit_digests set salt = null, removed_by_move = ${moved}
    where seq in (select seq from audit_events where request_id = ${moved})`);
  await db.run(sql`delete from audit_events where request_id = ${moved}`);
  await addEvent("community_move_undone", moved);
  await muster.later(LATER, () => sealLog(muster.context));
  await muster.env.DB.batch(
    (
      await all("select name from sqlite_master where type = 'trigger' and tbl_name like 'audit_%'")
    ).map(({ name }) => muster.env.DB.prepare(`drop trigger ${String(name)}`)),
  );
  for (const table of Object.keys(TABLES)) saved[table] = await all(`select * from ${table}`);
  const named = async (table: Table) =>
    (await all(`select name from pragma_table_info('${table}')`)).map(({ name }) => String(name));
  columns = {
    audit_events: await named("audit_events"),
    audit_digests: await named("audit_digests"),
    audit_seals: await named("audit_seals"),
  };
});

async function addEvent(kind: string, requestId: string) {
  await db.run(sql`insert into audit_events (id, log, kind, actor_kind, detail, request_id, created_at)
    values (${newEventId(Date.now())}, 'groups', ${kind}, 'deployer', '{}', ${requestId}, ${Date.now()})`);
}

async function restore() {
  const statements = Object.entries(saved).flatMap(([table, rows]) => [
    muster.env.DB.prepare(`delete from ${table}`),
    ...rows.map((row) => {
      const names = Object.keys(row);
      const places = names.map(() => "?").join(", ");
      return muster.env.DB.prepare(
        `insert into ${table} (${names.join(", ")}) values (${places})`,
      ).bind(...Object.values(row));
    }),
  ]);
  await muster.env.DB.batch(statements);
}

test("the log with its merge, deletion and undone move is sound, and names what explains them", async () => {
  const verification = await verifyLog(db);
  expect(verification.findings).toEqual([]);
  expect(verification.merged).toBeGreaterThan(0);
  expect(verification.erased).toBeGreaterThan(0);
  expect(verification.removed).toBe(3);
  expect(verification.reasons).toHaveLength(3);
  expect(auditInWords(verification, undefined)).toContain(verification.reasons.join(", "));
});

const change = fc.record({
  table: fc.constantFrom<Table>("audit_events", "audit_digests", "audit_seals"),
  what: fc.constantFrom("change", "change", "change", "empty", "delete", "insert", "move"),
  row: fc.nat(),
  column: fc.nat(),
  to: fc.constantFrom("x", "", "0", "-1", "[]", "2", "1e999"),
});

test("whatever one value or row is changed, inserted, deleted or moved, the log is not sound", async () => {
  await fc.assert(
    fc.asyncProperty(change, async ({ table, what, row, column, to }) => {
      const rows = saved[table] ?? [];
      const at = rows[row % rows.length] ?? {};
      const key = TABLES[table];
      const names = columns[table];
      const name = names[column % names.length] ?? key;
      const where = `where ${key} = ${String(at[key])}`;
      const before = at[name];
      const value = typeof before === "number" ? before + 1 : to;
      if (value === before) return;
      // For an event that the undone move removed, only the digest and the move count: the reason is sealed and named.
      const isOfRemoved = table === "audit_digests" && at["removed_by_move"] !== null;
      if (isOfRemoved && ["event_id", "salt", "personal"].includes(name)) return;
      // The personal fields of a deleted account's event cannot be compared: the deletion is sealed and named.
      const seq = Number(at["seq"]);
      const isErased = saved["audit_digests"]?.some(
        (one) => one["seq"] === seq && one["salt"] === null,
      );
      if (table === "audit_events" && isErased && PERSONAL.has(name)) return;
      const run = (text: string, ...values: unknown[]) =>
        muster.env.DB.prepare(text)
          .bind(...values)
          .run();
      const noted = (await verifyLog(db)).head;
      try {
        try {
          if (what === "change") await run(`update ${table} set ${name} = ? ${where}`, value);
          if (what === "empty") await run(`update ${table} set ${name} = '' ${where}`);
          if (what === "delete") await run(`delete from ${table} ${where}`);
          if (what === "move") await run(`update ${table} set ${key} = -${key} ${where}`);
          if (what === "insert") {
            const copied = names.map((one) =>
              one === key
                ? `-${one} - 1`
                : ["id", "event_id"].includes(one)
                  ? `${one} || 'x'`
                  : one,
            );
            await run(
              `insert into ${table} (${names.join(", ")}) select ${copied.join(", ")} from ${table} ${where}`,
            );
          }
        } catch {
          // A constraint of the database refused it.
          return;
        }
        const isSame = JSON.stringify(await all(`select * from ${table}`)) === JSON.stringify(rows);
        if (isSame) return;
        const verification = await verifyLog(db, noted);
        const words = auditInWords(verification, noted);
        expect({ table, what, name, found: verification.findings.length > 0 }).toEqual({
          table,
          what,
          name,
          found: true,
        });
        expect(words).toContain("tampered with");
      } finally {
        await restore();
      }
    }),
    { numRuns: share(150, 50) },
  );
});

test("explanations that no seal covers explain nothing", async () => {
  const seqOf = async (where: string) =>
    Number((await all(`select seq from audit_events ${where} limit 1`))[0]?.["seq"]);
  const plain = await seqOf("where kind = 'member_left' and actor_name not like 'Deleted%'");
  const forgeries: [string, string[]][] = [
    [
      "a deleted event and a forged move",
      [
        `delete from audit_events where seq = ${plain}`,
        `update audit_digests set removed_by_move = 'forged', salt = null where seq = ${plain}`,
        `insert into move_ins (id, system, state, started_at, finished_at, plan_hash) values ('forged', 'seat', 'undone', 1, 1, '')`,
      ],
    ],
    [
      "another actor and a forged merge",
      [
        `insert into merged_users (from_id, into_id) select actor_id, 'forger' from audit_events where seq = ${plain}`,
        `update audit_events set actor_id = 'forger' where seq = ${plain}`,
      ],
    ],
    [
      "a rewritten event and a forged rewriting",
      [
        `insert into log_rewrites (user_id, into_id, pseudonym) values ('nobody', 'forger', 'Deleted user')`,
        `update audit_events set actor_id = 'forger', actor_name = 'Deleted user' where seq = ${plain}`,
        `update audit_digests set salt = null where seq = ${plain}`,
      ],
    ],
  ];
  for (const [name, statements] of forgeries) {
    for (const text of statements)
      await muster.env.DB.prepare(text)
        .run()
        .catch(() => undefined);
    const { findings } = await verifyLog(db);
    expect([name, findings.map(({ seq }) => seq)]).toEqual([name, [plain]]);
    await muster.env.DB.prepare("delete from log_rewrites").run();
    await muster.env.DB.prepare("delete from merged_users where into_id = 'forger'").run();
    await restore();
  }
});
