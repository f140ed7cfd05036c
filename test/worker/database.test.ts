import { and, eq, sql } from "drizzle-orm";
import { expect, expectTypeOf, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { guard, GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { columns, insertWhere, orm, prepare, rows, write } from "#worker/db/statements.ts";

const muster = await startMuster();
const { db } = muster.context;

const selectUser = prepare(
  {
    userId: users.id,
    characterId: characters.id,
    name: characters.name,
    createdAt: users.createdAt,
    scopes: eveTokens.scopes,
  },
  (fields) =>
    orm
      .select(fields)
      .from(users)
      .innerJoin(characters, eq(characters.userId, users.id))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .where(eq(users.id, sql.placeholder("userId"))),
);

test("a joined row has every column under its own name and in the schema's type", async () => {
  const { userId, mainCharacterId: characterId } = await buildUser(muster);
  const [row] = await run(db, selectUser({ userId }));
  expect(row).toMatchObject({ userId, characterId });
  expect(row?.createdAt).toBeInstanceOf(Date);
  expectTypeOf(row).toEqualTypeOf<
    | {
        userId: string;
        characterId: number;
        name: string;
        createdAt: Date;
        scopes: string[] | null;
      }
    | undefined
  >();
});

test("a prepared statement is built once and takes its values at each call", async () => {
  const [first, second] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const [found, other] = await runBatch(db, [
    selectUser({ userId: first.userId }),
    selectUser({ userId: second.userId }),
  ]);
  expect(found.map(({ userId }) => userId)).toEqual([first.userId]);
  expect(other.map(({ userId }) => userId)).toEqual([second.userId]);
  expect(selectUser({ userId: "a" }).toSQL().sql).toBe(selectUser({ userId: "b" }).toSQL().sql);
  expect(() => selectUser({}).toSQL()).toThrow("userId");
});

test("SQL that the builder cannot express shares the columns and types of the schema", async () => {
  const { userId } = await buildUser(muster);
  const [found, changed] = await runBatch(db, [
    rows(
      { id: users.id, createdAt: users.createdAt, answer: sql<number>`42` },
      (fields) => sql`select ${columns(fields)} from ${users} where ${users.id} = ${userId}`,
    ),
    write(sql`update ${users} set created_at = 5 where ${users.id} = ${userId}`),
  ]);
  expect(found).toEqual([{ id: userId, createdAt: expect.any(Date), answer: 42 }]);
  expect(changed).toBe(1);
});

test("what a write returns is read like any row", async () => {
  const { userId } = await buildUser(muster);
  const [row] = await run(
    db,
    rows({ createdAt: users.createdAt }, (fields) =>
      orm
        .update(users)
        .set({ createdAt: new Date(7) })
        .where(eq(users.id, userId))
        .returning(fields),
    ),
  );
  expect(row).toEqual({ createdAt: new Date(7) });
});

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
  const [row] = await run(db, selectUser({ userId }));
  expect(row?.createdAt).not.toEqual(new Date(1));
  expect(await runBatch(db, [change, guard(sql`true`)])).toEqual([1, 0]);

  const malformed = runBatch(db, [write(sql`select json('not JSON')`)]);
  await expect(malformed).rejects.toThrow("malformed JSON");
  await expect(malformed).rejects.not.toBeInstanceOf(GuardFailed);
});
