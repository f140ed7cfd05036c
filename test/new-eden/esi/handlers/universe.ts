import { dice } from "#test/new-eden/dice.ts";
import type { Call, Handler } from "#test/new-eden/esi/call.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { nameIn, STATIONS, STRUCTURES, SYSTEMS } from "#test/new-eden/universe/places.ts";
import { groupOf, ITEM_TYPES } from "#test/new-eden/universe/types.ts";

/** A position in meters, always the same for the same id. */
function position(id: number) {
  const roll = dice(id);
  const [x = 0, y = 0, z = 0] = [roll(), roll(), roll()].map((part) => (part - 0.5) * 1e17);
  return { x, y, z };
}

function find<T extends { id: number }>(
  { ids }: Call,
  name: string,
  list: T[],
  missing: string,
): T {
  const found = list.find(({ id }) => id === ids[name]);
  if (found === undefined) throw new EsiError(404, missing);
  return found;
}

export const universeHandlers: Record<string, Handler> = {
  "GET /universe/systems/{system_id}": (call) => {
    const system = find(call, "system_id", SYSTEMS, "Solar system not found!");
    const stations = STATIONS.filter(({ systemId }) => systemId === system.id);
    return {
      body: {
        constellation_id: system.constellationId,
        name: nameIn(call.language, system),
        position: position(system.id),
        security_status: system.securityStatus,
        ...(stations.length > 0 && { stations: stations.map(({ id }) => id) }),
        system_id: system.id,
      },
    };
  },
  "GET /universe/stations/{station_id}": (call) => {
    const station = find(call, "station_id", STATIONS, "Station not found!");
    return {
      body: {
        max_dockable_ship_volume: 50_000_000,
        name: station.name,
        office_rental_cost: 10_000,
        owner: station.corporationId,
        position: position(station.id),
        race_id: 1,
        reprocessing_efficiency: 0.5,
        reprocessing_stations_take: 0.05,
        services: ["market", "repair-facilities", "fitting", "docking", "insurance"],
        station_id: station.id,
        system_id: station.systemId,
        type_id: 52_678,
      },
    };
  },
  /** A pilot that may not dock gets the same error as for an unknown structure. */
  "GET /universe/structures/{structure_id}": ({ world, ids, token }) => {
    const pilot = world.pilots.get(token?.characterId ?? 0);
    const allianceId = world.corporations.get(pilot?.corporationId ?? 0)?.allianceId ?? 0;
    const structure = STRUCTURES.find(({ id }) => id === ids["structure_id"]);
    if (!structure?.alliances.includes(allianceId)) throw new EsiError(403, "Forbidden");
    return {
      body: {
        name: structure.name,
        owner_id: structure.ownerId,
        position: position(structure.id),
        solar_system_id: structure.systemId,
        type_id: structure.typeId,
      },
    };
  },
  "GET /universe/types/{type_id}": (call) => {
    const type = find(call, "type_id", ITEM_TYPES, "Type not found!");
    return {
      body: {
        description: "",
        group_id: groupOf(type),
        name: type.name,
        published: true,
        type_id: type.id,
      },
    };
  },
  /** Some types have only one of the prices, and some have none. */
  "GET /markets/prices": () => ({
    body: ITEM_TYPES.map(({ id, kind, price }) => ({
      ...(price !== undefined && { adjusted_price: Math.round(price * 98) / 100 }),
      ...(price !== undefined && kind !== "blueprint" && { average_price: price }),
      type_id: id,
    })),
  }),
};
