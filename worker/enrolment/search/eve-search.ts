import { fold } from "#shared/fold.ts";
import type { EveHit, EveHits, EveSearchQuery } from "#shared/requirements/search.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { EsiError } from "#worker/esi/error.ts";
import { postIds } from "#worker/esi/universe-endpoints.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { upsertNames } from "#worker/universe/name-store.ts";
import { MAX_FOUND, selectKnown, selectManagedByText } from "./search-store.ts";

/** A user waits for the answer. */
const MAX_CALLS = 2;

/**
 * Corporations or alliances whose known name begins with the text, managed corporations with it in their name or ticker, and
 * the one of this name in EVE, if Muster does not know it yet.
 */
export async function searchEve(context: Context, query: EveSearchQuery): Promise<EveHits> {
  const { kind, q } = query;
  const folded = fold(q);
  const { db, config } = context;
  const [managed, known, cooldowns] = await runBatch(db, [
    selectManagedByText({ text: folded }),
    selectKnown(kind, folded),
    selectCooldowns(config, new Date()),
  ]);
  const hits = new Map<number, EveHit>();
  if (kind === "corporation") for (const hit of managed) hits.set(hit.id, hit);
  for (const { id, name } of known) {
    if (name !== null && !hits.has(id)) hits.set(id, { id, name, ticker: null });
  }
  const isNamed = [...hits.values()].some(({ name }) => fold(name) === folded);
  if (!isNamed) {
    const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
    try {
      const answer = await esi.request(postIds, { params: {}, body: [q] });
      const { corporations, alliances, characters } = answer.state === "changed" ? answer.data : {};
      const found =
        { corporation: corporations, alliance: alliances, pilot: characters }[kind] ?? [];
      for (const { id, name } of found) hits.set(id, { id, name, ticker: null });
      // A rule shows the name of what it lists.
      if (found.length > 0 && kind !== "pilot") await run(db, upsertNames(found));
    } catch (error) {
      if (!(error instanceof EsiError)) throw error;
      if (hits.size === 0) {
        throw new ApiError("eve_unavailable", {}, { cause: error });
      }
    }
  }
  return { items: [...hits.values()].slice(0, MAX_FOUND) };
}
