// A minute: nine commands, each of which starts Node, wrangler and a database. command-refusals.test.ts has their first answer.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { migrate } from "#test/tools/local/migrate.ts";
import { makePlace, openPlace, runOpsWith } from "#test/support/commands/wrangler-place.ts";

const home = mkdtempSync(join(tmpdir(), "muster-states-"));
afterAll(() => rmSync(home, { recursive: true }));

test("every command for a local database takes MUSTER_STATE, and says where to begin when there is none", async () => {
  const [here, elsewhere] = [makePlace(home, "here"), makePlace(home, "elsewhere")];
  const { env, dispose } = await openPlace(elsewhere);
  await migrate(env);
  await dispose();
  const file = join(home, "backup.sql");
  const ops = (state: string, script: string, ...args: string[]) =>
    runOpsWith(
      { ...process.env, MUSTER_STATE: state },
      script,
      "--local",
      "--config",
      here.config,
      ...args,
    );
  const missing = join(home, "missing");
  for (const [script, ...args] of [
    ["backup/backup", "--output", join(home, "none.sql")],
    ["verify-audit"],
    ["confirm-administrator"],
    ["move-in/move-in", "undo", "--yes"],
  ] as const) {
    const { status, said } = await ops(missing, script, ...args);
    expect([script, status === 0]).toEqual([script, false]);
    expect(said).toContain(`${missing} has no database. Start it once with npm run dev.`);
  }
  expect(await ops(elsewhere.state, "backup/backup", "--output", file)).toMatchObject({
    status: 0,
    said: expect.stringContaining(`Database: this machine's, in ${elsewhere.state}.`),
  });
  expect(await ops(elsewhere.state, "confirm-administrator")).toMatchObject({
    status: 0,
    said: expect.stringContaining("No administrator's rights are withheld."),
  });
  const full = await ops(elsewhere.state, "backup/restore", file);
  expect(full).toMatchObject({ status: 1, said: expect.stringContaining("is not empty") });
  expect(full.said).toContain("MUSTER_STATE=.wrangler/restored");
  const fresh = join(home, "fresh");
  expect(await ops(fresh, "backup/restore", file)).toMatchObject({
    status: 0,
    said: expect.stringContaining("Restored:"),
  });
  expect(await ops(fresh, "verify-audit")).toMatchObject({ status: 0 });
});
