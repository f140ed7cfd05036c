import type { Handler } from "#test/new-eden/esi/call.ts";
import { findStranger } from "#test/new-eden/people/strangers.ts";
import { EsiError } from "#test/new-eden/esi/error.ts";
import { STATIONS, SYSTEMS } from "#test/new-eden/universe/places.ts";
import { ITEM_TYPES } from "#test/new-eden/universe/types.ts";
import type { World } from "#test/new-eden/world.ts";

type Named = { id: number; name: string };

/** The categories that can be resolved, with their names in `/universe/names` and `/universe/ids`. */
function categories(world: World) {
  return [
    { single: "character", plural: "characters", things: world.pilots },
    { single: "corporation", plural: "corporations", things: world.corporations },
    { single: "alliance", plural: "alliances", things: world.alliances },
    { single: "solar_system", plural: "systems", things: byId(SYSTEMS) },
    { single: "station", plural: "stations", things: byId(STATIONS) },
    { single: "inventory_type", plural: "inventory_types", things: byId(ITEM_TYPES) },
  ] satisfies { single: string; plural: string; things: ReadonlyMap<number, Named> }[];
}

function byId(things: Named[]): ReadonlyMap<number, Named> {
  return new Map(things.map((thing) => [thing.id, thing]));
}

export const nameHandlers: Record<string, Handler> = {
  /** An id that cannot be resolved fails the whole call. Biomassed pilots keep their names. */
  "POST /universe/names": ({ world, body }) => {
    const known = categories(world);
    return {
      body: body.map(Number).map((id) => {
        const category = known.find(({ things }) => things.has(id));
        const name = category?.things.get(id)?.name ?? findStranger(world, id)?.name;
        if (name === undefined) {
          throw new EsiError(404, "Ensure all IDs are valid before resolving.");
        }
        return { category: category?.single ?? "character", id, name };
      }),
    };
  },
  /** Whole names, case-insensitive; unknown names are omitted. */
  "POST /universe/ids": ({ world, body }) => {
    const wanted = new Set(body.map((name) => String(name).toLowerCase()));
    const found = categories(world).map(({ plural, things }) => [
      plural,
      [...things.values()]
        .filter(({ name }) => wanted.has(name.toLowerCase()))
        .map(({ id, name }) => ({ id, name })),
    ]);
    return { body: Object.fromEntries(found.filter(([, hits]) => hits && hits.length > 0)) };
  },
};
