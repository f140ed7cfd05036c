import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { desc, eq, isNull, sql } from "drizzle-orm";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import * as z from "zod/mini";
import { unstable_getMiniflareWorkerOptions as readOptions } from "wrangler";
import { createHashedToken, randomToken } from "#worker/ground/crypto.ts";
import { run } from "#worker/db/batch.ts";
import { openDatabase } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { orm, prepare } from "#worker/db/statements.ts";

/** The Worker of a build (`vite build`) with its bindings and static files, as miniflare takes it. */
export function readBuiltWorker(build: string) {
  const { workerOptions } = readOptions(join(build, "muster/wrangler.json"));
  const { modulesRules: _, rootPath: __, ...worker } = workerOptions;
  return {
    ...worker,
    name: "muster",
    ...modulesOf(join(build, "muster"), "index.js", "assets/*.js"),
  };
}

/** The first file is the Worker; it may import the others. */
export function modulesOf(folder: string, ...patterns: string[]) {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  const modules = files.map((file) => ({
    type: "ESModule" as const,
    path: `/${file}`,
    contents: readFileSync(join(folder, file), "utf8"),
  }));
  return { modulesRoot: "/", modules };
}

const SITE = "https://drill.muster.invalid";
const SESSION_MS = 600_000;
const SOME_KEY_BYTES = 32;

const builtSchema = z.object({ vars: z.record(z.string(), z.string()) });

/** Pages that a pilot opens first. */
const READS = ["/api/auth/session", "/api/groups", "/api/characters"];

/**
 * Starts the build on a restored local database and reads pages as one of its pilots, an administrator if there is one.
 * The Worker has no network: EVE and Discord do not hear of it. Returns what was read. Throws when a page fails.
 */
export async function startRestored(build: string, state: string): Promise<string> {
  const configuration = readFileSync(join(build, "muster/wrangler.json"), "utf8");
  const { vars } = z.parse(builtSchema, JSON.parse(configuration));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: () => {},
      resourcePersistencePath: join(state, "v3"),
      telemetry: { enabled: false },
      workers: [
        {
          ...readBuiltWorker(build),
          bindings: {
            ...vars,
            EVE_CLIENT_ID: vars["EVE_CLIENT_ID"] || "drill",
            EVE_CLIENT_SECRET: "drill",
            TOKEN_ENCRYPTION_KEY: randomBytes(SOME_KEY_BYTES).toString("base64"),
          },
          outboundService: () => {
            throw new Error("Muster has no network during a drill.");
          },
        },
      ],
    }),
  );
  try {
    await miniflare.ready;
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const response = await miniflare.dispatchFetch(`${SITE}${path}`, { headers });
      const text = await response.text();
      if (response.ok) return text;
      throw new Error(`${path} answers ${response.status}: ${text.slice(0, 300)}`);
    };
    const page = await read("/");
    if (!/<title>[^<]*Muster/.test(page)) throw new Error("/ is not the page of Muster.");
    await read("/api/health");
    const db = openDatabase(await miniflare.getD1Database("DB", "muster"));
    const pilot = await openSession(db, vars["ADMIN_CHARACTER_IDS"] ?? "");
    if (pilot === undefined) return "the first page; no account is there to read more";
    const headers = { Authorization: `Bearer ${pilot.token}` };
    for (const path of READS) await read(path, headers);
    return `the first page, and ${READS.length} more as ${pilot.name}`;
  } finally {
    await miniflare.dispose();
  }
}

const selectPilot = prepare({ userId: users.id, name: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(users)
    .innerJoin(characters, eq(characters.id, users.mainCharacterId))
    .where(isNull(users.suspendedUntil))
    .orderBy(
      desc(
        sql`${users.mainCharacterId} in (select value from json_each(${sql.placeholder("admins")}))`,
      ),
      users.id,
    )
    .limit(1),
);

/** A session in the restored database. */
async function openSession(db: Database, adminCharacterIds: string) {
  const admins = JSON.stringify((adminCharacterIds.match(/\d+/g) ?? []).map(Number));
  const [pilot] = await run(db, selectPilot({ admins }));
  if (pilot === undefined) return undefined;
  const { token, hash: tokenHash } = await createHashedToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
  await db.send([
    orm
      .insert(sessions)
      .values({
        tokenHash,
        id: randomToken(),
        userId: pilot.userId,
        device: "npm run drill",
        createdAt,
        lastSeenAt: createdAt,
        expiresAt,
      })
      .toSQL(),
  ]);
  return { token, name: pilot.name };
}
