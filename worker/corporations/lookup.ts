import type { CorporationLookup } from "#shared/corporations.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { getCorporation } from "#worker/esi/corporation-endpoints.ts";
import { EsiError, esiSentence } from "#worker/esi/error.ts";
import { selectClosures } from "#worker/esi/shared-limits.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { selectLinked } from "./store.ts";
import type { PublicInfo } from "./store.ts";

/** Retries of a person's wait. */
const MAX_CALLS = 3;

/**
 * What EVE tells everybody of a corporation that may be managed, undefined while EVE does not answer; and the
 * character, if it is linked. Throws, in words, when EVE does not know the corporation or it cannot be managed.
 */
export async function lookUp(context: Context, corporationId: number, characterId = 0) {
  const { db, config } = context;
  const [closures, [linked]] = await db.batch([
    selectClosures(db, config, new Date()),
    selectLinked(db, characterId),
  ]);
  const esi = openEsi(config, { priority: "interactive", closures, maxCalls: MAX_CALLS });
  try {
    return { info: await askManageable(esi, corporationId), linked };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    if (error.reason === "not_found") {
      throw refuse("EVE knows no corporation with this ID. Check the number.");
    }
    return { info: undefined, linked };
  }
}

/** The same for a person who types a number. */
export async function lookUpForPerson(
  context: Context,
  corporationId: number,
): Promise<CorporationLookup> {
  const { info } = await lookUp(context, corporationId);
  if (info === undefined) throw new ApiError("upstream_unavailable", esiSentence("unavailable"));
  const { name, ticker, memberCount } = info;
  return { corporationId, name, ticker, memberCount };
}

/** Throws `EsiError`, and `ApiError` for those that cannot be managed. */
async function askManageable(
  esi: Esi,
  corporationId: number,
): Promise<PublicInfo & { memberCount: number }> {
  const answer = await esi.request(getCorporation, { params: { corporation_id: corporationId } });
  if (answer.state === "unchanged") throw new EsiError("bad_answer");
  const { name, type, state } = answer.data;
  if (type === "npc_owned") {
    throw refuse(`${name} is a corporation of EVE itself: it has no directors who could be asked.`);
  }
  if (state === "closed") throw refuse(`${name} has been closed.`);
  return toPublicInfo(answer.data);
}

export function toPublicInfo(data: {
  name: string;
  ticker: string;
  member_count: number;
  ceo_id?: number | undefined;
  alliance_id?: number | undefined;
}) {
  return {
    name: data.name,
    ticker: data.ticker,
    memberCount: data.member_count,
    ceoId: data.ceo_id ?? null,
    allianceId: data.alliance_id ?? null,
  };
}

function refuse(words: string): ApiError {
  return new ApiError("invalid_request", words, { fields: { corporationId: words } });
}
