import { asc, isNotNull } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { postAffiliation } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { EsiError } from "#worker/esi/error.ts";
import { learnNames } from "#worker/universe/names.ts";
import { upsertAffiliations } from "./refresh-store.ts";
import type { Affiliation } from "./refresh-store.ts";

const CHARACTERS_PER_CALL = 1000;
/** Calls of one run. If there are more characters than that, the runs of a day take turns. */
const CALLS_PER_RUN = 20;
const HOUR_MS = 60 * 60 * 1000;

const selectLinkedIds = prepare({ id: characters.id }, (fields) =>
  orm
    .select(fields)
    .from(characters)
    .where(isNotNull(characters.userId))
    .orderBy(asc(characters.id)),
);

/**
 * Fetches the corporations and alliances of all linked characters, with their names. Returns how many characters changed
 * their corporation or alliance.
 */
export async function refreshAllAffiliations(context: Context): Promise<number> {
  const { db, config } = context;
  const now = Date.now();
  const [linked, cooldowns] = await runBatch(db, [
    selectLinkedIds(),
    selectCooldowns(config, new Date(now)),
  ]);
  const ids = takeTurn(
    linked.map(({ id }) => id),
    Math.floor(now / HOUR_MS),
  );
  const esi = openEsi(config, { priority: "background", cooldowns });
  const known: Affiliation[] = [];
  let failure: EsiError | undefined;
  for (let from = 0; from < ids.length && !failure; from += CHARACTERS_PER_CALL) {
    try {
      const chunk = ids.slice(from, from + CHARACTERS_PER_CALL);
      known.push(...(await fetchAffiliations(esi, chunk, now)));
    } catch (error) {
      if (!(error instanceof EsiError)) throw error;
      failure = error;
    }
  }
  const [changes] = await runBatch(db, [
    upsertAffiliations(known),
    ...upsertCooldowns(config, esi.newCooldowns()),
  ]);
  const shown = known.flatMap(({ corporationId, allianceId }) => [corporationId, allianceId]);
  await learnNames(
    context,
    esi,
    [...new Set(shown)].filter((id) => id !== null),
  );
  // What was fetched before the failure is stored.
  if (failure !== undefined) throw failure;
  return changes;
}

/** The ids whose turn it is in this hour: all of them, unless they are more than one run can fetch. */
export function takeTurn(ids: number[], hour: number): number[] {
  const runs = Math.ceil(ids.length / (CHARACTERS_PER_CALL * CALLS_PER_RUN));
  return runs <= 1 ? ids : ids.filter((_, index) => index % runs === hour % runs);
}

/** ESI refuses a list with a single unknown id, so a refused list is split in halves. */
async function fetchAffiliations(esi: Esi, ids: number[], asOf: number): Promise<Affiliation[]> {
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
    if (!isRefusal(error)) throw error;
    if (ids.length === 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const first = await fetchAffiliations(esi, ids.slice(0, middle), asOf);
    return [...first, ...(await fetchAffiliations(esi, ids.slice(middle), asOf))];
  }
}

/** A refused compatibility date has the status of an unknown id, but splitting the list would not help. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof EsiError)) return false;
  const isUnknownId = error.status === 400 && !/compatibility/i.test(error.message);
  return error.reason === "not_found" || isUnknownId;
}
