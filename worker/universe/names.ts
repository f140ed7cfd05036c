import { sql } from "drizzle-orm";
import type { SQLWrapper } from "drizzle-orm";
import { run } from "#worker/db/batch.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import type { Context } from "#worker/env.ts";
import { inChunks } from "#worker/ground/in-chunks.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { getStructure, postNames } from "#worker/esi/universe-endpoints.ts";
import { selectUnnamed, upsertNames, WEEK_MS } from "./name-store.ts";
import type { NameRow } from "./name-store.ts";

/** SQL: the ticker of a corporation, if it is managed here: EVE tells tickers one at a time. */
export const tickerOf = (corporationId: SQLWrapper) =>
  sql<
    string | null
  >`(select ${corporations.ticker} from ${corporations} where ${corporations.id} = ${corporationId})`;

/** SQL: the same of the corporation that a character is in, for lists that do not read the affiliation. */
export const tickerOfPilot = (characterId: SQLWrapper) =>
  tickerOf(sql`(select ${characterAffiliations.corporationId} from ${characterAffiliations}
    where ${characterAffiliations.characterId} = ${characterId})`);

const FIRST_STRUCTURE_ID = 1_000_000_000_000;
const NAMES_PER_CALL = 1000;
/** Structures per call of `fetchNames`: each may be refused. */
const MAX_STRUCTURES = 5;

/** Fetches and stores the names of the ids that are neither known nor were refused lately. */
export async function learnNames(context: Context, esi: Esi, ids: number[]) {
  const wanted = sql`select value as id from json_each(${JSON.stringify(ids)})`;
  const unnamed = await run(context.db, selectUnnamed(wanted, undefined, new Date()));
  await fetchNames(
    context,
    esi,
    unnamed.map(({ id }) => id),
  );
}

/** Fetches and stores these names. If ESI fails, they stay unnamed until the next time. */
export async function fetchNames({ db }: Context, esi: Esi, ids: number[], grant?: EsiGrant) {
  const unknown = [...new Set(ids)];
  const structures = unknown.filter((id) => id >= FIRST_STRUCTURE_ID).slice(0, MAX_STRUCTURES);
  const others = unknown.filter((id) => id < FIRST_STRUCTURE_ID);
  const found = await Promise.all([
    ...inChunks(others, NAMES_PER_CALL).map((chunk) => fetchChunk(esi, chunk)),
    ...(grant === undefined ? [] : structures.map((id) => fetchStructure(esi, id, grant))),
  ]);
  const named = found.flat();
  if (named.length > 0) await run(db, upsertNames(named));
}

/** ESI refuses a list with a single unknown id (404), so a refused list is split in halves. */
async function fetchChunk(esi: Esi, ids: number[]): Promise<NameRow[]> {
  try {
    const answer = await esi.request(postNames, { params: {}, body: ids });
    return answer.state === "changed" ? answer.data.map(({ id, name }) => ({ id, name })) : [];
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const [id] = ids;
    if (error.reason !== "not_found" || id === undefined) return [];
    if (ids.length === 1) return [{ id, name: null }];
    const middle = Math.ceil(ids.length / 2);
    const first = await fetchChunk(esi, ids.slice(0, middle));
    return [...first, ...(await fetchChunk(esi, ids.slice(middle)))];
  }
}

async function fetchStructure(esi: Esi, id: number, grant: EsiGrant): Promise<NameRow[]> {
  try {
    const answer = await esi.request(getStructure, { params: { structure_id: id }, grant });
    return answer.state === "changed" ? [{ id, name: answer.data.name }] : [];
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const refused = { id, name: null, refusedTo: grant.characterId };
    // The usual answer, not a fault: the character may not dock, and seldom may a week later.
    if (error.reason === "missing_role") return [{ ...refused, retryAt: inAWeek() }];
    return error.reason === "not_found" ? [refused] : [];
  }
}

const inAWeek = () => new Date(Date.now() + WEEK_MS);

/** EVE's own corporations give no roles and titles: https://developers.eveonline.com/docs/guides/id-ranges/ */
const FIRST_PLAYER_CORPORATION_ID = 2_000_000;

export function isNpcCorporation(id: number): boolean {
  return id < FIRST_PLAYER_CORPORATION_ID;
}
