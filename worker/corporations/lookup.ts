import type {
  CorporationLookup,
  CorporationLookupQuery,
} from "#shared/corporations/corporations.ts";
import { selectLinked } from "#worker/corporations/directors/store.ts";
import { requestPublicInfo, toPublicInfo } from "#worker/corporations/fetch/public-info.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { postIds } from "#worker/esi/universe-endpoints.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** A user waits for the answer. */
const MAX_CALLS = 3;

/** What EVE says about a corporation, for the form in which its id is typed. */
export async function lookUpCorporation(
  context: Context,
  { corporationId, name: searched = "" }: CorporationLookupQuery,
): Promise<CorporationLookup> {
  const id = corporationId ?? (await findIdByName(context, searched));
  const { info } = await findManageable(context, id);
  if (info === undefined) throw new ApiError("eve_unavailable");
  const { name, ticker, memberCount } = info;
  return { corporationId: id, name, ticker, memberCount };
}

/** The id of the corporation with this name in EVE, in any case. */
async function findIdByName({ db, config }: Context, name: string): Promise<number> {
  const cooldowns = await run(db, selectCooldowns(config, new Date()));
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
  try {
    const answer = await esi.request(postIds, { params: {}, body: [name] });
    const [found] = (answer.state === "changed" && answer.data.corporations) || [];
    if (found !== undefined) return found.id;
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    throw new ApiError("eve_unavailable");
  }
  throw new ApiError("corporation_unknown", {}, { field: "name" });
}

/**
 * The public information of a corporation, undefined while EVE does not answer, and the character if it is linked.
 * Refuses a corporation that EVE does not know or that cannot be managed.
 */
export async function findManageable(context: Context, corporationId: number, characterId = 0) {
  const { db, config } = context;
  const [cooldowns, [linked]] = await runBatch(db, [
    selectCooldowns(config, new Date()),
    selectLinked({ characterId }),
  ]);
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
  try {
    return { info: await requestManageable(esi, corporationId), linked };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    if (error.reason === "not_found") {
      throw new ApiError("corporation_id_unknown", {}, { field: "corporationId" });
    }
    return { info: undefined, linked };
  }
}

async function requestManageable(esi: Esi, corporationId: number) {
  const answer = await requestPublicInfo(esi, corporationId);
  if (answer.state === "unchanged") throw new EsiError("bad_answer");
  const { name, type, state } = answer.data;
  if (type === "npc_owned") {
    throw new ApiError("corporation_npc", { name }, { field: "corporationId" });
  }
  if (state === "closed")
    throw new ApiError("corporation_closed", { name }, { field: "corporationId" });
  return toPublicInfo(answer.data);
}
