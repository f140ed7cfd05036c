import { DAY_MS } from "#shared/time.ts";
import { dice, pick } from "#test/new-eden/dice.ts";
import { esiDate } from "#test/new-eden/esi/call.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import { STATIONS } from "#test/new-eden/universe/places.ts";
import { ITEM_TYPES } from "#test/new-eden/universe/types.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Holdings } from "./holdings.ts";

/** Assets come in this many: the first is an office that contains the others. */
const OFFICE = 100;
const OFFICE_TYPE_ID = 27;
const HANGARS = ["CorpSAG1", "CorpSAG2", "CorpSAG3", "CorpSAG4"] as const;
const STRUCTURE_TYPE_IDS = [35_832, 35_833, 35_835] as const;

/** Asset `index` of the corporation, always the same. */
export function corporationAsset(
  { id: corporationId }: Corporation,
  { seeds }: Holdings,
  index: number,
) {
  const itemId = (of: number) => 1_046_000_000_000 + (corporationId % 1_000) * 10_000_000 + of;
  const office = index - (index % OFFICE);
  const station = pick(dice(corporationId + office), STATIONS);
  if (index === office) {
    return {
      is_singleton: true,
      item_id: itemId(index),
      location_flag: "OfficeFolder",
      location_id: station.id,
      location_type: "station",
      quantity: 1,
      type_id: OFFICE_TYPE_ID,
    };
  }
  const roll = dice((seeds.assets ?? 0) * 7_919 + corporationId * 13 + index);
  const type = pick(roll, ITEM_TYPES);
  return {
    is_singleton: false,
    item_id: itemId(index),
    location_flag: pick(roll, HANGARS),
    location_id: itemId(office),
    location_type: "item",
    quantity: 1 + Math.floor(roll() ** 4 * 20_000),
    type_id: type.id,
  };
}

export function corporationStructure(
  world: World,
  { id: corporationId, ticker }: Corporation,
  { seeds }: Holdings,
  index: number,
) {
  const roll = dice(corporationId * 17 + index + (seeds.structures ?? 0) * 999);
  return {
    corporation_id: corporationId,
    fuel_expires: esiDate(world.bornAt + roll() * 40 * DAY_MS),
    name: `${ticker} ${index + 1}`,
    profile_id: 100 + index,
    reinforce_hour: Math.floor(roll() * 24),
    services: [{ name: "Clone Bay", state: roll() > 0.2 ? "online" : "offline" }],
    state: "shield_vulnerable",
    structure_id: 1_040_000_000_000 + (corporationId % 1_000) * 10_000 + index,
    system_id: 30_000_142,
    type_id: pick(roll, STRUCTURE_TYPE_IDS),
  };
}
