import { dice, pick } from "#test/new-eden/dice.ts";
import { STATIONS } from "#test/new-eden/universe/places.ts";
import { ITEM_TYPES, STATION_CONTAINER_ID } from "#test/new-eden/universe/types.ts";
import type { ItemType } from "#test/new-eden/universe/types.ts";
import type { Pilot } from "./pilot.ts";
import type { Sheet } from "./sheet.ts";

/** Assets come in this many: the first is a ship or a container that holds the others. */
const PILE = 40;
const INSIDE = 18;

const SHIPS = ITEM_TYPES.filter(({ kind }) => kind === "ship");
/** Structures and skill injectors do not lie about in every hangar. */
const RARE_FROM_PRICE = 500_000_000;
const MAX_STACK_VALUE = 100_000_000;
const OTHERS = ITEM_TYPES.filter(
  ({ kind, id, price = 0 }) =>
    kind !== "ship" && id !== STATION_CONTAINER_ID && price < RARE_FROM_PRICE,
);

/** Asset `index` of the pilot, always the same: half a million objects need no memory. */
export function assetAt(pilot: Pilot, sheet: Sheet, index: number) {
  const pile = Math.floor(index / PILE);
  const place = index % PILE;
  const rollPile = dice(sheet.assetSeed * 17 + pile);
  const station = pick(rollPile, STATIONS);
  const isShip = index === 0 || rollPile() > 0.4;
  if (place === 0) {
    const ship = pick(rollPile, SHIPS);
    const shipTypeId = index === 0 ? sheet.shipTypeId : ship.id;
    return {
      is_singleton: true,
      item_id: itemId(pilot, index),
      location_flag: "Hangar",
      location_id: station.id,
      location_type: "station",
      quantity: 1,
      type_id: isShip ? shipTypeId : STATION_CONTAINER_ID,
    };
  }
  const roll = dice(sheet.assetSeed * 29 + index);
  const type = pick(roll, OTHERS);
  const isCopy = type.kind === "blueprint" && roll() > 0.4;
  const isInside = place <= INSIDE;
  return {
    ...(isCopy && { is_blueprint_copy: true }),
    is_singleton: isCopy,
    item_id: itemId(pilot, index),
    location_flag: isInside ? (isShip ? "Cargo" : "Unlocked") : "Hangar",
    location_id: isInside ? itemId(pilot, pile * PILE) : station.id,
    location_type: isInside ? "item" : "station",
    quantity: type.kind === "blueprint" ? 1 : 1 + Math.floor(roll() ** 4 * largestStack(type)),
    type_id: type.id,
  };
}

function largestStack({ price = 0 }: ItemType): number {
  return Math.min(20_000, MAX_STACK_VALUE / Math.max(price, 1));
}

/** Unique to the pilot, above the ids of structures. */
export function itemId(pilot: Pilot, index: number): number {
  return 1_045_000_000_000 + (pilot.id % 1_000) * 1_000_000 + index;
}
