import { and, eq, ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { guard, GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { insertWhere, orm, rows, write } from "#worker/db/statements.ts";

const muster = await startMuster();
const { db } = muster.context;

test("a conditional insert writes one row if the condition holds, and no row otherwise", async () => {
  const row = { id: 1, name: "New", nameFolded: "new", linkedAt: new Date(9) };
  const isNew = and(eq(characters.id, 1));
  const absent = sql`not exists (select 1 from ${characters} where ${isNew})`;
  const inserted = await runBatch(db, [
    insertWhere(characters, row, absent),
    insertWhere(characters, row, absent),
  ]);
  expect(inserted).toEqual([1, 0]);
  const fields = {
    name: characters.name,
    linkedAt: characters.linkedAt,
    userId: characters.userId,
  };
  const [found] = await run(
    db,
    rows(fields, (aliased) => orm.select(aliased).from(characters).where(isNew)),
  );
  expect(found).toEqual({ name: "New", linkedAt: new Date(9), userId: null });
});

test("a guard that does not hold undoes its batch and is told apart from other errors", async () => {
  const { userId } = await buildUser(muster);
  const change = orm
    .update(users)
    .set({ createdAt: new Date(1) })
    .where(eq(users.id, userId));
  await expect(runBatch(db, [change, guard(sql`false`)])).rejects.toBeInstanceOf(GuardFailed);
  const isUnchanged = and(eq(users.id, userId), ne(users.createdAt, new Date(1)));
  expect(await db.$count(users, isUnchanged)).toBe(1);
  expect(await runBatch(db, [change, guard(sql`true`)])).toEqual([1, 0]);

  const malformed = runBatch(db, [write(sql`select json('not JSON')`)]);
  await expect(malformed).rejects.toThrow("malformed JSON");
  await expect(malformed).rejects.not.toBeInstanceOf(GuardFailed);
});
