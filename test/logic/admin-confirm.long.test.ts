// Half a minute: the command starts wrangler five times.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fold } from "#shared/fold.ts";
import { migrate } from "#test/tools/local/migrate.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { adminPins, characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { eq } from "drizzle-orm";

const [HELD, UNHELD] = [2_112_000_001, 2_112_000_002];

const home = mkdtempSync(join(tmpdir(), "muster-confirm-"));
afterAll(() => rmSync(home, { recursive: true }));

test("the deployer confirms an administrator by name, and only one whom a user holds", async () => {
  const place = makePlace(home, "local");
  const { env, dispose } = await openPlace(place);
  const confirm = (...args: string[]) =>
    runOps("confirm-administrator", "--config", place.config, ...args);
  try {
    await migrate(env);
    const db = openTestDatabase(env.DB);
    const name = "Aurelia O'Voss?";
    const character = { name, nameFolded: fold(name), linkedAt: new Date() };
    await db.batch([
      db.insert(users).values({ id: "buyer", createdAt: new Date() }),
      db
        .insert(characters)
        .values({ ...character, id: HELD, userId: "buyer", ownerHash: "it's new" }),
      db.insert(characters).values({ id: UNHELD, name: "Tovi Renn", nameFolded: "tovi renn" }),
      db.update(users).set({ mainCharacterId: HELD }).where(eq(users.id, "buyer")),
      db.insert(adminPins).values([
        { characterId: HELD, ownerHash: "old" },
        { characterId: UNHELD, ownerHash: "old", withheldSince: new Date() },
      ]),
    ]);

    expect(await confirm()).toMatchObject({
      status: 1,
      said: expect.stringContaining("This is not a terminal"),
    });
    expect(await confirm("--yes")).toMatchObject({
      status: 1,
      said: expect.stringContaining("state the names of the characters"),
    });
    expect(await db.select().from(auditEvents)).toEqual([]);

    const { status, said } = await confirm("--yes", "tovi renn", name);
    expect([status, said]).toEqual([0, expect.stringContaining(`whose main is ${name}.`)]);
    expect(said).toContain(
      "It is not linked to an account: confirm it after its owner has signed in.",
    );
    expect(await db.select().from(adminPins).where(eq(adminPins.characterId, HELD))).toEqual([
      { characterId: HELD, ownerHash: "it's new", withheldSince: null },
    ]);
    expect(await db.select().from(auditEvents)).toMatchObject([
      {
        kind: "administrator_confirmed",
        actorKind: "deployer",
        subjectId: "buyer",
        characterName: name,
      },
    ]);
  } finally {
    await dispose();
  }
});
