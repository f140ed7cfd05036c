import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import type { CorporationTitles } from "#shared/requirements/search.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import type { TokenRequest } from "#worker/auth/tokens/access-tokens.ts";
import { chooseDirector, problemOf } from "#worker/corporations/directors/rotation.ts";
import { selectDirectorsOf } from "#worker/corporations/directors/store.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { getTitles } from "#worker/esi/corporation-endpoints.ts";
import { EsiError, esiSentence } from "#worker/esi/error.ts";
import { missingFeatures } from "#worker/esi/scopes.ts";
import { selectTitles } from "./search-store.ts";

const MAX_CALLS = 2;

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
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
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
