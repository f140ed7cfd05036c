import { esiDate, findPilot } from "#test/new-eden/esi/call.ts";
import type { Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { fleetOf } from "#test/new-eden/people/fleets.ts";
import { getSheet } from "#test/new-eden/people/sheet.ts";

/** The places of commanders; ESI says -1 where there is none. */
const NO_PLACE = { squad_id: -1, wing_id: -1 };
const SQUAD = { squad_id: 3_129_411_261_968, wing_id: 2_073_711_261_968 };

/** Fleets: a member learns which one and who its boss is, and only the boss who else is in it. */
export const fleetHandlers: Record<string, Handler> = {
  "GET /characters/{character_id}/fleet": (call) => {
    const pilot = findPilot(call);
    const fleet = fleetOf(call.world, pilot.id);
    if (fleet === undefined) throw new EsiError(404, "Character is not in a fleet");
    const isBoss = fleet.bossId === pilot.id;
    return {
      body: {
        fleet_boss_id: fleet.bossId,
        fleet_id: fleet.id,
        role: isBoss ? "fleet_commander" : "squad_member",
        ...(isBoss ? NO_PLACE : SQUAD),
      },
    };
  },
  "GET /fleets/{fleet_id}/members": ({ world, ids, token }) => {
    const fleet = world.fleets.get(ids["fleet_id"] ?? 0);
    // One answer for fleets that are gone and for those of another boss: https://github.com/esi/esi-issues/issues/773
    if (fleet === undefined || fleet.bossId !== token?.characterId) {
      throw new EsiError(404, "The fleet does not exist or you don't have access to it!");
    }
    return {
      body: [...fleet.members].map(([id, { joinedAt, shipTypeId }]) => {
        const pilot = world.pilots.get(id);
        const { systemId } = pilot ? getSheet(world, pilot).whereabouts : { systemId: 30_000_142 };
        const isBoss = id === fleet.bossId;
        return {
          character_id: id,
          join_time: esiDate(joinedAt),
          role: isBoss ? "fleet_commander" : "squad_member",
          role_name: isBoss ? "Fleet Commander (Boss)" : "Squad Member",
          ship_type_id: shipTypeId,
          solar_system_id: systemId,
          takes_fleet_warp: true,
          ...(isBoss ? NO_PLACE : SQUAD),
        };
      }),
    };
  },
};
