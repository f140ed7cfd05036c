import { sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { getStructure, postNames } from "#worker/esi/universe-endpoints.ts";
import { selectUnnamed, upsertNames } from "./name-queries.ts";
import type { NameRow } from "./name-queries.ts";
import { findStationName } from "./stations.ts";
import { findSystem } from "./systems.ts";

const FIRST_STRUCTURE_ID = 1_000_000_000_000;
const NAMES_PER_CALL = 1000;
/** Every refusal costs error budget. */
const ASK_AGAIN_AFTER_MS = 7 * 24 * 60 * 60 * 1000;
/** Of structures asked in one go: a refusal is an error, and errors are few. */
const MAX_STRUCTURES = 5;

/** The name that comes with Muster, without asking anybody. */
function findStaticName(id: number): string | undefined {
  return findSystem(id)?.name ?? findStationName(id);
}

/** Asks for the names of the ids that are neither known nor lately refused, and keeps them for good. */
export async function learnNames(context: Context, esi: Esi, ids: number[]) {
  const wanted = sql`select value as id from json_each(${JSON.stringify(ids)})`;
  const rows = await selectUnnamed(context.db, wanted, undefined, new Date());
  await askNames(
    context,
    esi,
    rows.map(({ id }) => id),
  );
}

/** Asks ESI for these names. A failure of ESI leaves them for the next time. */
export async function askNames(context: Context, esi: Esi, ids: number[], grant?: EsiGrant) {
  const asked = [...new Set(ids)].filter((id) => findStaticName(id) === undefined);
  const structures = asked.filter((id) => id >= FIRST_STRUCTURE_ID).slice(0, MAX_STRUCTURES);
  const others = asked.filter((id) => id < FIRST_STRUCTURE_ID);
  const chunks = Array.from({ length: Math.ceil(others.length / NAMES_PER_CALL) }, (_, chunk) =>
    others.slice(chunk * NAMES_PER_CALL, (chunk + 1) * NAMES_PER_CALL),
  );
  const found = await Promise.all([
    ...chunks.map((chunk) => askBatch(esi, chunk)),
    ...(grant === undefined ? [] : structures.map((id) => askStructure(esi, id, grant))),
  ]);
  const rows = found.flat();
  if (rows.length > 0) await runBatch(context.db, [upsertNames(context.db, rows)]);
}

/** One id that ESI does not know spoils a batch: then each half is asked alone. */
async function askBatch(esi: Esi, ids: number[]): Promise<NameRow[]> {
  try {
    const answer = await esi.request(postNames, { params: {}, body: ids });
    return answer.state === "changed" ? answer.data.map(({ id, name }) => ({ id, name })) : [];
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const [id] = ids;
    if (error.reason !== "not_found" || id === undefined) return [];
    if (ids.length === 1) return [{ id, name: null, retryAt: later() }];
    const middle = Math.ceil(ids.length / 2);
    const first = await askBatch(esi, ids.slice(0, middle));
    return [...first, ...(await askBatch(esi, ids.slice(middle)))];
  }
}

async function askStructure(esi: Esi, id: number, grant: EsiGrant): Promise<NameRow[]> {
  try {
    const answer = await esi.request(getStructure, { params: { structure_id: id }, grant });
    return answer.state === "changed" ? [{ id, name: answer.data.name }] : [];
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    if (error.status !== 403 && error.status !== 404) return [];
    return [{ id, name: null, refusedTo: grant.characterId, retryAt: later() }];
  }
}

function later() {
  return new Date(Date.now() + ASK_AGAIN_AFTER_MS);
}
