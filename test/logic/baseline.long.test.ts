// A minute: databases of before the baseline are updated by the commands.
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { migrate as migrateLocally } from "#test/tools/local/migrate.ts";
import { prepareDatabase } from "#test/tools/local/prepare-state.ts";
import { StartError } from "#test/tools/local/start-error.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";
import { FORMER_MIGRATIONS, formerDatabase, formerTables } from "#test/support/former/database.ts";
import { BASELINE, crossBaseline } from "#worker/ops/deploy/baseline.ts";
import { migrate, openServer } from "#worker/ops/deploy/migrate.ts";
import { wrangler } from "#worker/ops/wrangler.ts";

const PASSES_THROUGH = "the commit ad4d6164 of 25 November 2026";
const home = mkdtempSync(join(tmpdir(), "muster-baseline-"));
afterAll(() => rmSync(home, { recursive: true }));

/** A local database of the last schema before the baseline, or with fewer of its migrations recorded. */
async function openFormer(name: string, migrations?: string[]) {
  const place = makePlace(home, name);
  const { env, dispose } = await openPlace(place);
  for (const statements of formerDatabase(migrations)) {
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  }
  return { place, env, dispose };
}

/** Every row of the tables before the baseline, in the columns of then. */
async function formerRows({ DB }: Env) {
  const tables = formerTables();
  const answers = await DB.batch<Record<string, unknown>>(
    tables.map(({ name, columns }) =>
      DB.prepare(`select ${columns.map((column) => `"${column}"`).join(", ")} from "${name}"`),
    ),
  );
  return tables.map(({ name }, at) => ({
    name,
    rows: (answers[at]?.results ?? []).map((row) => JSON.stringify(row)).toSorted(),
  }));
}

async function applied({ DB }: Env) {
  const { results } = await DB.prepare("select name from d1_migrations order by id").all();
  return results.map(({ name }) => String(name));
}

const migrations = () => globSync("*.sql", { cwd: "migrations" }).toSorted();

test("a local database of the last schema before the baseline keeps every row of every table", async () => {
  const { env, dispose } = await openFormer("local");
  try {
    const before = await formerRows(env);
    for (const { name, rows } of before) expect([name, rows.length > 0]).toEqual([name, true]);
    await migrateLocally(env);
    expect(await formerRows(env)).toEqual(before);
    expect(await applied(env)).toEqual([...FORMER_MIGRATIONS, ...migrations()]);
    await migrateLocally(env);
    expect(await applied(env)).toEqual([...FORMER_MIGRATIONS, ...migrations()]);
  } finally {
    await dispose();
  }
});

test("a deployment crosses the baseline without a loss and applies what follows, and wrangler finds all of it", async () => {
  const { place, env, dispose } = await openFormer("deployed");
  symlinkSync(resolve("migrations"), join(home, "deployed/migrations"), "junction");
  try {
    const before = await formerRows(env);
    const target = { place: "--local", config: place.config } as const;
    const server = openServer(target);
    await env.DB.prepare("drop index groups_by_name").run();
    await expect(migrate(server)).rejects.toThrow(
      "The database is not what its migrations made, and nothing was changed.\nThe index groups_by_name is missing.",
    );
    expect(await applied(env)).toEqual(FORMER_MIGRATIONS);
    await env.DB.prepare("CREATE INDEX `groups_by_name` ON `groups` (`name_folded`,`id`)").run();
    await crossBaseline(server.send);
    await crossBaseline(server.send);
    expect(await applied(env)).toEqual([...FORMER_MIGRATIONS, ...BASELINE]);
    await migrate(server);
    const apply = ["d1", "migrations", "apply", "DB", "--local", "--config", place.config];
    expect(await wrangler(apply)).toContain("No migrations to apply!");
    expect(await applied(env)).toEqual([...FORMER_MIGRATIONS, ...migrations()]);
    expect(await formerRows(env)).toEqual(before);
  } finally {
    await dispose();
  }
});

test("an older local database is refused with what to do, and stays as it is", async () => {
  const older = FORMER_MIGRATIONS.slice(0, -1);
  const { place, env, dispose } = await openFormer("older", older);
  const before = await formerRows(env);
  await dispose();
  expect(() => prepareDatabase(place.state)).toThrow(
    new StartError(
      `The database is too old for this version of Muster (its last migration is 0075_doubtful_lists.sql), and nothing was changed. Delete ${place.state} to start afresh, or start ${PASSES_THROUGH} on it once.`,
    ),
  );
  const again = await openPlace(place);
  expect(await applied(again.env)).toEqual(older);
  expect(await formerRows(again.env)).toEqual(before);
  await again.dispose();
});

test("a backup of the last schema before the baseline is restored, older and newer ones are refused", async () => {
  const former = await openFormer("backed-up");
  const before = await formerRows(former.env);
  await former.dispose();
  const file = join(home, "former.sql");
  const ops = (script: string, config: string, ...more: string[]) =>
    runOps(`backup/${script}`, "--local", "--config", config, ...more);
  expect((await ops("backup", former.place.config, "--output", file)).status).toBe(0);

  const empty = makePlace(home, "restored");
  const text = readFileSync(file, "utf8");
  const refuse = async (name: string, changed: string) => {
    expect(changed).not.toBe(text);
    const path = join(home, name);
    writeFileSync(path, changed);
    const { status, said } = await ops("restore", empty.config, path);
    expect(status).toBe(1);
    return said;
  };
  const lastRow = /^INSERT INTO "d1_migrations".*'0076_kept_grants\.sql'.*\n/m;
  expect(await refuse("older.sql", text.replace(lastRow, ""))).toContain(
    `Not restored. The backup is too old for this version of Muster (its last migration is 0075_doubtful_lists.sql), and nothing was touched: restore it with ${PASSES_THROUGH}, migrate it there, and then use this version.\n`,
  );
  const newer = text.replace(lastRow, (row) => row.replace("0076_kept_grants", "9000_later"));
  expect(await refuse("newer.sql", newer)).toContain(
    "Not restored. The backup has migrations that this version of Muster does not know (9000_later.sql), and nothing was touched: restore it with a newer version.\n",
  );

  expect(await ops("restore", empty.config, file)).toMatchObject({
    status: 0,
    said: expect.stringContaining("\nRestored: "),
  });
  const restored = await openPlace(empty);
  expect(await formerRows(restored.env)).toEqual(before);
  expect(await applied(restored.env)).toEqual([...FORMER_MIGRATIONS, ...BASELINE]);
  await restored.dispose();
});
