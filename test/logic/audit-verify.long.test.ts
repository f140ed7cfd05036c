// Half a minute: the command reads a database and its backup by wrangler.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { newEventId } from "#worker/audit/event-id.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { readConfig } from "#worker/ground/config.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { migrate } from "#test/tools/local/migrate.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { openTestQueue } from "#test/support/workerd/test-queue.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";

const HOUR_MS = 60 * 60 * 1000;

const home = mkdtempSync(join(tmpdir(), "muster-verify-"));
afterAll(() => rmSync(home, { recursive: true }));

test("a database and its backup are verified, and a changed byte in the backup is located", async () => {
  const place = makePlace(home, "local");
  const { env, dispose } = await openPlace(place);
  const verify = (...args: string[]) => runOps("verify-audit", "--config", place.config, ...args);
  const backup = join(home, "backup.sql");
  let fingerprint = "";
  try {
    await migrate(env);
    const db = openTestDatabase(env.DB);
    for (let nth = 0; nth < 5; nth += 1) {
      await db.insert(auditEvents).values({
        id: newEventId(Date.now() - HOUR_MS),
        log: "groups",
        kind: "group_updated",
        actorKind: "user",
        actorId: "an-actor",
        actorName: `Åse O'Neill ${nth}`,
        groupId: "a-group",
        groupName: `Group ${nth}`,
        detail: { changes: { name: { from: "Line\nbreak \\n", to: `To ${nth}` } } },
        requestId: "a-request",
        createdAt: new Date(),
      });
    }
    const config = await readConfig(localVars(0));
    await sealLog({ db, config, queue: openTestQueue().binding, requestId: "test" });

    const sound = await verify("--local");
    expect(sound).toMatchObject({
      status: 0,
      said: expect.stringContaining("The log is sound: 5 events are as they were sealed"),
    });
    [fingerprint = ""] = /1:[\w-]{43}/.exec(sound.said) ?? [];
    const args = ["--config", place.config, "--local", "--output", backup];
    const backedUp = await runOps("backup/backup", ...args);
    expect(backedUp.status).toBe(0);
  } finally {
    await dispose();
  }
  expect(await verify(backup, "--head", fingerprint)).toMatchObject({ status: 0 });
  expect(await verify(backup, "--head", `2:${"A".repeat(43)}`)).toMatchObject({
    status: 1,
    said: expect.stringContaining("Seal 2 is not the one that was noted"),
  });
  expect(await verify()).toMatchObject({
    status: 2,
    said: expect.stringContaining("Say which database"),
  });
  const text = readFileSync(backup, "utf8");
  writeFileSync(backup, text.replace("O''Neill 3", "O''Neall 3"));
  const changed = await verify(backup);
  expect(changed.status).toBe(1);
  expect(changed.said).toMatch(/Event 4 \(.+\) was changed after it was sealed, seal 1\./);
});
