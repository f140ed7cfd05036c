import * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { fold } from "#shared/fold.ts";
import type {
  CorporationTitles,
  EveHit,
  EveHits,
  EveSearchQuery,
} from "#shared/requirements/search.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import type { TokenRequest } from "#worker/auth/tokens/access-tokens.ts";
import { chooseDirector, problemOf } from "#worker/corporations/directors/rotation.ts";
import { selectDirectorsOf } from "#worker/corporations/directors/store.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { getTitles } from "#worker/esi/corporation-endpoints.ts";
import { EsiError, esiSentence } from "#worker/esi/error.ts";
import { missingFeatures } from "#worker/esi/scopes.ts";
import { postIds } from "#worker/esi/universe-endpoints.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { upsertNames } from "#worker/universe/name-store.ts";
import { MAX_FOUND, selectKnown, selectManagedByText, selectTitles } from "./search-store.ts";

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

const MAX_TITLE_CALLS = 2;

const titlesSchema = z.array(z.object({ title_id: z.int(), name: z._default(z.string(), "") }));

/** The titles of a managed corporation, from a director's last reading or, without one, from EVE. */
export async function readTitles(
  context: Context,
  corporationId: number,
): Promise<CorporationTitles> {
  const { db, config } = context;
  const [[corporation], directors, cooldowns] = await runBatch(db, [
    selectTitles({ corporationId }),
    selectDirectorsOf({ corporationId }),
    selectCooldowns(config, new Date()),
  ]);
  if (corporation === undefined) {
    return failed(english`Only titles of corporations that are managed here can be read.`);
  }
  if (corporation.titles !== null) return { titles: toTitles(corporation.titles), problem: null };
  const able = directors.filter(({ scopes }) => !missingFeatures(scopes ?? []).includes("titles"));
  const director = chooseDirector(able);
  if (director === undefined) {
    return failed(english`A director of ${corporation.name} has to grant director access again.`);
  }
  const { characterId, characterName } = director;
  const renew = (wanted: TokenRequest) => getAccessToken(context, characterId, wanted);
  const token = await renew({ scopes: director.scopes ?? [] });
  if (token.state !== "ok") {
    return failed(
      token.state === "revoked"
        ? english`EVE no longer accepts the authorization of ${characterName}.`
        : esiSentence("unavailable"),
    );
  }
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_TITLE_CALLS });
  try {
    const answer = await esi.request(getTitles, {
      params: { corporation_id: corporationId },
      grant: { characterId, ...token, renew },
    });
    const titles = answer.state === "changed" ? toTitles(answer.data.json) : [];
    return { titles, problem: null };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const isOfDirector = problemOf(error.reason) !== undefined;
    return failed(esiSentence(isOfDirector ? error.reason : "unavailable"));
  }
}

function toTitles(json: string): CorporationTitles["titles"] {
  return titlesSchema
    .parse(JSON.parse(json))
    .map(({ title_id: titleId, name }) => ({ titleId, name: name || `Title ${titleId}` }));
}

function failed(problem: string): CorporationTitles {
  return { titles: [], problem };
}
