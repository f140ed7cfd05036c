import { asc, isNotNull } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import type { Context } from "#worker/env.ts";
import { postAffiliation } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import type { Closure, Priority } from "#worker/esi/limits.ts";
import { selectClosures, storeClosures } from "#worker/esi/shared-limits.ts";
import { learnNames } from "#worker/universe/names.ts";
import { upsertAffiliations } from "./refresh-store.ts";
import type { Affiliation } from "./refresh-store.ts";

const CHARACTERS_PER_CALL = 1000;
/** Calls of one run; where there are more characters, the runs of a day take turns. */
const CALLS_PER_RUN = 20;
const HOUR_MS = 60 * 60 * 1000;

/** Learns the corporations and alliances of these characters, with their names: two calls as a rule. */
export async function refreshPublicInfo(context: Context, characterIds: number[]): Promise<number> {
  const { db, config } = context;
  const closures = await selectClosures(db, config, new Date());
  return refreshAffiliations(context, characterIds, "interactive", closures);
}

/** The same for all linked characters, as a job; returns how many changed their corporation or alliance. */
export async function refreshAllAffiliations(context: Context): Promise<number> {
  const { db, config } = context;
  const now = Date.now();
  const [rows, closures] = await db.batch([
    selectLinkedIds(db),
    selectClosures(db, config, new Date(now)),
  ]);
  const ids = takeTurn(
    rows.map(({ id }) => id),
    Math.floor(now / HOUR_MS),
  );
  return refreshAffiliations(context, ids, "background", closures);
}

function selectLinkedIds(db: Database) {
  return db
    .select({ id: characters.id })
    .from(characters)
    .where(isNotNull(characters.userId))
    .orderBy(asc(characters.id));
}

/** The ids whose turn it is in this hour: all of them, unless they are more than one run can ask for. */
export function takeTurn(ids: number[], hour: number): number[] {
  const runs = Math.ceil(ids.length / (CHARACTERS_PER_CALL * CALLS_PER_RUN));
  return runs <= 1 ? ids : ids.filter((_, index) => index % runs === hour % runs);
}

async function refreshAffiliations(
  context: Context,
  characterIds: number[],
  priority: Priority,
  closures: Closure[],
): Promise<number> {
  const { db, config } = context;
  const esi = openEsi(config, { priority, closures });
  const asOf = Date.now();
  const known: Affiliation[] = [];
  let failure: EsiError | undefined;
  for (let from = 0; from < characterIds.length && !failure; from += CHARACTERS_PER_CALL) {
    const ids = characterIds.slice(from, from + CHARACTERS_PER_CALL);
    try {
      known.push(...(await askAffiliations(esi, ids, asOf)));
    } catch (error) {
      if (!(error instanceof EsiError)) throw error;
      failure = error;
    }
  }
  const [written] = await db.batch([
    upsertAffiliations(db, known),
    ...storeClosures(db, config, esi.closures()),
  ]);
  const ids = known.flatMap(({ corporationId, allianceId }) => [corporationId, allianceId]);
  await learnNames(
    context,
    esi,
    [...new Set(ids)].filter((id) => id !== null),
  );
  // What was answered before the failure is kept.
  if (failure !== undefined) throw failure;
  return written.meta.changes;
}

/** One id that ESI does not know spoils a batch: then each half is asked alone. */
async function askAffiliations(esi: Esi, ids: number[], asOf: number): Promise<Affiliation[]> {
  try {
    const answer = await esi.request(postAffiliation, { params: {}, body: ids });
    if (answer.state === "unchanged") return [];
    return answer.data.map(({ character_id, corporation_id, alliance_id }) => ({
      characterId: character_id,
      corporationId: corporation_id,
      allianceId: alliance_id ?? null,
      asOf,
    }));
  } catch (error) {
    if (!isSpoiled(error)) throw error;
    if (ids.length === 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const first = await askAffiliations(esi, ids.slice(0, middle), asOf);
    return [...first, ...(await askAffiliations(esi, ids.slice(middle), asOf))];
  }
}

/** A refused compatibility date has the status of a bad id, and no half of the batch would fare better. */
function isSpoiled(error: unknown): boolean {
  if (!(error instanceof EsiError)) return false;
  const isBadId = error.status === 400 && !/compatibility/i.test(error.message);
  return error.reason === "not_found" || isBadId;
}
