import type { D1Database } from "@cloudflare/workers-types";
import { newEdenApp } from "#test/new-eden/app.ts";
import { loadState, saveState } from "#test/new-eden/saved-state.ts";
import type { SavedState } from "#test/new-eden/saved-state.ts";
import { createWorld } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { dayOf, resetDatabase } from "./reset.ts";
import { NEW_EDEN_PATH } from "./vars.ts";

type Kept = {
  bornAt: number;
  state: SavedState;
  codes: [string, World["codes"] extends Map<string, infer Code> ? Code : never][];
  discordCodes: [
    string,
    World["discord"]["codes"] extends Map<string, infer Code> ? Code : never,
  ][];
};
type Row = { seeding: string; version: number; kept: string };

/** A character keeps its latest grants, and the first ones, which the snapshot knows: a row of D1 takes 2 MB, and a grant about 700 bytes. */
const MOST_GRANTS = 20;
/** These requests change nothing, except for what an isolate may forget. */
const READ_ONLY = /^\/(?:esi|images|discord\/api)\//;
/** Another isolate has seeded at the same time. */
const SEEDED_TWICE = /UNIQUE constraint failed: demo_world/;

/** The world as this isolate has last read it. */
let known: World | undefined;

/**
 * Answers as New Eden does. The isolates of the demo have one world, a row of D1: a request that may change it works on a
 * copy of its own, which is saved if the row is still the one that was read, and otherwise meets the world that another request has left.
 */
export async function askNewEden(database: D1Database, request: Request): Promise<Response> {
  const isRead = request.method === "GET" && READ_ONLY.test(new URL(request.url).pathname);
  if (isRead && known !== undefined) {
    const response = await newEdenApp.fetch(request.clone(), { world: known });
    // It may not know yet what another isolate has changed: a refusal is asked again of the newest world.
    if (response.status < 400) return response;
  }
  for (;;) {
    // One at a time: each attempt meets what the one before has lost against.
    // oxlint-disable-next-line no-await-in-loop
    const { row, world } = await readWorld(database);
    // oxlint-disable-next-line no-await-in-loop
    const response = await newEdenApp.fetch(request.clone(), { world });
    // oxlint-disable-next-line no-await-in-loop
    if (isRead || (await saveWorld(database, row, world))) {
      known = world;
      return response;
    }
  }
}

async function readWorld(database: D1Database) {
  const row = await database.prepare("select seeding, version, kept from demo_world").first<Row>();
  if (row === null) throw new Error("The demo is not seeded yet.");
  const kept: Kept = JSON.parse(row.kept);
  const world = createWorld(NEW_EDEN_PATH);
  world.bornAt = kept.bornAt;
  world.codes = new Map(kept.codes);
  world.discord.codes = new Map(kept.discordCodes);
  await loadState(world, kept.state);
  return { row, world };
}

/** False: the row has changed since it was read. */
async function saveWorld(database: D1Database, row: Row, world: World): Promise<boolean> {
  const kept = await keptOf(world);
  if (kept === row.kept) return true;
  const saved = await database
    .prepare(
      "update demo_world set version = version + 1, kept = ? where seeding = ? and version = ?",
    )
    .bind(kept, row.seeding, row.version)
    .run();
  return saved.meta.changes === 1;
}

async function keptOf(world: World): Promise<string> {
  const state = await saveState(world);
  const kept: Kept = {
    bornAt: world.bornAt,
    state: { ...state, grants: fewOf(state.grants) },
    codes: [...world.codes],
    discordCodes: [...world.discord.codes],
  };
  return JSON.stringify(kept);
}

function fewOf(grants: SavedState["grants"]): SavedState["grants"] {
  const alive = grants.filter(({ death }) => death === undefined);
  return alive.filter(({ characterId }, index) => {
    const later = alive.slice(index + 1).filter((one) => one.characterId === characterId);
    return later.length < MOST_GRANTS;
  });
}

/** Seeds the community unless it was seeded today, by this build or a newer one. */
export async function seedIfDue(database: D1Database, time: number): Promise<void> {
  const { builtSnapshot, takenAt } = await import("./built.ts");
  const found = await database.prepare("select seeding from demo_world").first<string>("seeding");
  const [day = 0, builtAt = 0] = found?.split(" ").map(Number) ?? [];
  const today = dayOf(time);
  // Clocks differ a little, and isolates of the former build live on for a moment: none takes a reset back.
  if (day > today || (day === today && builtAt >= takenAt)) return;
  const snapshot = builtSnapshot();
  const kept: Kept = { bornAt: time, state: snapshot.newEden, codes: [], discordCodes: [] };
  try {
    await resetDatabase(database, snapshot, time, [
      database.prepare("delete from demo_world where seeding <> ?").bind(`${today} ${takenAt}`),
      database
        .prepare("insert into demo_world (seeding, version, kept) values (?, 0, ?)")
        .bind(`${today} ${takenAt}`, JSON.stringify(kept)),
    ]);
  } catch (error) {
    if (!(error instanceof Error) || !SEEDED_TWICE.test(error.message)) throw error;
  }
  known = undefined;
}
