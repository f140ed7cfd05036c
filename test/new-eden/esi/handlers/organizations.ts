import { memberIds } from "#test/new-eden/corporations/holdings.ts";
import { daysBefore } from "#test/new-eden/esi/call.ts";
import type { Call, Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { isNpcCorporation } from "#test/new-eden/people/organizations.ts";
import { imageUrls } from "./icons.ts";

/** The public data of corporations and alliances. */
export const organizationHandlers: Record<string, Handler> = {
  "GET /corporations/{corporation_id}": (call) => {
    const corporation = findCorporation(call);
    const { id, allianceId, ceoId } = corporation;
    const isNpc = isNpcCorporation(id);
    return {
      body: {
        ...(allianceId !== undefined && { alliance_id: allianceId }),
        ...(ceoId !== undefined && { ceo_id: ceoId, creator_id: ceoId }),
        date_founded: daysBefore(call.world, corporation.foundedDaysAgo),
        description: corporation.description,
        friendly_fire: isNpc ? "illegal" : "legal",
        home_station_id: corporation.homeStationId,
        member_count: memberIds(call.world, corporation).length,
        name: corporation.name,
        shares: isNpc ? 100_000_000 : 1_000,
        state: corporation.isClosed ? "closed" : "active",
        tax_rates: { isk: corporation.taxPercent, loyalty_point: 0 },
        ticker: corporation.ticker,
        type: isNpc ? "npc_owned" : "player_owned",
        war_eligible: !isNpc && !corporation.isClosed,
      },
    };
  },
  "GET /corporations/{corporation_id}/icons": (call) => ({
    body: imageUrls(call.world, `corporations/${findCorporation(call).id}/logo`, [64, 128, 256]),
  }),
  "GET /alliances/{alliance_id}": (call) => {
    const alliance = findAlliance(call);
    return {
      body: {
        creator_corporation_id: alliance.executorId,
        creator_id: alliance.creatorId,
        date_founded: daysBefore(call.world, alliance.foundedDaysAgo),
        executor_corporation_id: alliance.executorId,
        name: alliance.name,
        ticker: alliance.ticker,
      },
    };
  },
  "GET /alliances/{alliance_id}/icons": (call) => ({
    body: imageUrls(call.world, `alliances/${findAlliance(call).id}/logo`, [64, 128]),
  }),
};

export function findCorporation({ world, ids }: Call) {
  const corporation = world.corporations.get(ids["corporation_id"] ?? 0);
  if (corporation === undefined) throw new EsiError(404, "Corporation not found");
  return corporation;
}

export function findAlliance({ world, ids }: Call) {
  const alliance = world.alliances.get(ids["alliance_id"] ?? 0);
  if (alliance === undefined) throw new EsiError(404, "Alliance not found");
  return alliance;
}
