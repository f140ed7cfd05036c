// A minute: the command starts wrangler a dozen times.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, ne } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { fold } from "#shared/fold.ts";
import { encrypt, importKeyring } from "#worker/ground/crypto.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { categories, groupMembers, groups } from "#worker/db/schema/groups.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { serveNewEden } from "#test/new-eden/server.ts";
import { migrate } from "#test/tools/local/migrate.ts";
import { allianceAuthExport } from "#test/support/move-in/alliance-auth-export.ts";
import { generateCommunity } from "#test/support/move-in/old-community.ts";
import { textOf } from "#test/support/move-in/text-of.ts";
import { truthOf } from "#test/support/move-in/truth.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";

const IMPORTER = 2_110_000_001;
const { TOKEN_ENCRYPTION_KEY, EVE_CLIENT_ID, EVE_CLIENT_SECRET } = localVars(0);

const home = mkdtempSync(join(tmpdir(), "muster-move-in-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

test("a community moves in by a command that plans, asks, writes once, and can be undone", async () => {
  const place = makePlace(home, "local");
  const { env, dispose } = await openPlace(place);
  const moveIn = (...args: string[]) =>
    runOps("move-in/move-in", "--config", place.config, ...args);
  const db = openTestDatabase(env.DB);
  const count = async () => [
    (await db.select().from(users)).length,
    (await db.select().from(characters)).length,
    (await db.select().from(eveTokens)).length,
    (await db.select().from(groups)).length,
    (await db.select().from(groupMembers)).length,
    (await db.select().from(categories)).length,
    (await db.select().from(auditEvents)).length,
  ];
  vi.stubEnv("TOKEN_ENCRYPTION_KEY", TOKEN_ENCRYPTION_KEY);
  vi.stubEnv("EVE_CLIENT_ID", EVE_CLIENT_ID);
  vi.stubEnv("EVE_CLIENT_SECRET", EVE_CLIENT_SECRET);
  const eve = await serveNewEden();
  vi.stubEnv("EVE_SSO_URL", newEdenUrls(eve.base).EVE_SSO_URL);
  try {
    await migrate(env);
    const keyring = await importKeyring(TOKEN_ENCRYPTION_KEY, []);
    const name = "The Importer";
    await db.batch([
      db.insert(users).values({ id: "importer", createdAt: new Date() }),
      db.insert(characters).values({
        id: IMPORTER,
        name,
        nameFolded: fold(name),
        userId: "importer",
        ownerHash: "mine",
      }),
      db.insert(eveTokens).values({
        characterId: IMPORTER,
        refreshToken: await encrypt(keyring, "refresh", String(IMPORTER)),
        accessToken: "",
        accessExpiresAt: new Date(0),
        scopes: ["publicData"],
        state: "ok",
        stateSince: new Date(),
      }),
    ]);
    const before = await count();
    const old = generateCommunity({ users: 50, seed: 11 });
    const text = await textOf(allianceAuthExport(old));
    const file = join(home, "aa.json");
    const cutOff = join(home, "cut-off.json");
    writeFileSync(file, text);
    writeFileSync(cutOff, text.slice(0, -50));
    const report = join(home, "report.csv");
    const command = ["alliance-auth", file, "--owner", name];

    const refused = [
      await moveIn("elephant", file),
      await moveIn("alliance-auth", cutOff, "--owner", name, "--yes"),
    ];
    expect(refused).toMatchObject([
      { status: 1, said: expect.stringContaining("Usage: npm run move-in") },
      { status: 1, said: expect.stringContaining("Stopped. Line 1: The file is cut off") },
    ]);
    expect(await count()).toEqual(before);

    const planned = await moveIn(...command, "--plan", "--report", report);
    expect(planned).toMatchObject({
      status: 0,
      said: expect.stringContaining("Nothing was written to the database."),
    });
    const { pilots, tokens } = truthOf(old);
    expect(planned.said).toContain(`Pilots       ${pilots.size} new accounts`);
    expect(statSync(report).mode & 0o777).toBe(0o600);
    expect(readFileSync(report, "utf8")).toContain('"refused","membership"');
    expect(await count()).toEqual(before);

    // These tokens are made up, so EVE refuses them.
    const dead = await moveIn(...command, "--yes", "--report", join(home, "report-2.csv"));
    expect(dead).toMatchObject({
      status: 1,
      said: expect.stringContaining("EVE accepts none of the 5 tokens"),
    });
    expect(await count()).toEqual(before);

    const last = join(home, "report-3.csv");
    const moved = await moveIn(...command, "--yes", "--no-trial", "--report", last);
    expect(moved).toMatchObject({ status: 0, said: expect.stringContaining("has moved in.") });
    const after = await count();
    expect(after.slice(0, 3)).toEqual([
      1 + pilots.size,
      1 + [...pilots.values()].flatMap((pilot) => pilot.characters).length,
      1 + tokens.size,
    ]);
    expect(moved.said + planned.said).not.toContain("refresh-");
    const again = await moveIn(...command, "--yes", "--delete");
    expect(again).toMatchObject({
      status: 0,
      said: expect.stringContaining("Nothing was changed."),
    });
    expect(again.said).toContain(`Deleted: ${file}.`);
    expect(existsSync(file)).toBe(false);
    expect(await count()).toEqual(after);

    const [pilot] = await db.select().from(users).where(ne(users.id, "importer"));
    const ofPilot = eq(users.id, pilot?.id ?? "");
    await db.update(users).set({ noticesSeenAt: new Date() }).where(ofPilot);
    expect(await moveIn("undo", "--yes")).toMatchObject({
      status: 1,
      said: expect.stringContaining("Stopped. A pilot of the move has logged in"),
    });
    expect(await count()).toEqual(after);
    await db.update(users).set({ noticesSeenAt: null }).where(ofPilot);

    expect(await moveIn("undo", "--yes")).toMatchObject({
      status: 0,
      said: expect.stringContaining("Undone."),
    });
    // The log keeps that it was undone.
    expect(await count()).toEqual([...before.slice(0, -1), (before.at(-1) ?? 0) + 1]);
  } finally {
    eve.stop();
    await dispose();
  }
});
