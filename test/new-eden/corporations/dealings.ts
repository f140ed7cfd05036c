import { createHash } from "node:crypto";
import { DAY_MS } from "#shared/time.ts";
import { dice, pick } from "#test/new-eden/dice.ts";
import { esiDate } from "#test/new-eden/esi/call.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import { STATIONS, SYSTEMS } from "#test/new-eden/universe/places.ts";
import { ITEM_TYPES } from "#test/new-eden/universe/types.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { getHoldings, memberIds } from "./holdings.ts";
import type { Holdings } from "./holdings.ts";

const HOUR_MS = 60 * 60 * 1000;
const THE_FORGE_ID = 10_000_002;

const anyStation = (roll: () => number) => pick(roll, STATIONS).id;

export function memberTracking(world: World, corporation: Corporation, { seeds }: Holdings) {
  return memberIds(world, corporation).map((id) => {
    // Each touch is of the tenth of the members who were online.
    const roll = dice(id + Math.floor(((seeds.tracking ?? 0) + (id % 10)) / 10) * 101);
    const loggedOnAt = world.bornAt - roll() * 60 * DAY_MS;
    return {
      character_id: id,
      location_id: anyStation(roll),
      logoff_date: esiDate(Math.min(world.bornAt, loggedOnAt + roll() * 5 * HOUR_MS)),
      logon_date: esiDate(loggedOnAt),
      ship_type_id: 587,
      start_date: esiDate(world.bornAt - (60 + roll() * 2_000) * DAY_MS),
    };
  });
}

export function corporationOrder(
  world: World,
  { id: corporationId }: Corporation,
  { seeds }: Holdings,
  index: number,
) {
  const roll = dice(corporationId * 19 + index);
  const total = 10 + Math.floor(roll() * 5_000);
  const left = dice(index + (seeds.orders ?? 0))();
  const { id: typeId, price = 10_000 } = pick(roll, ITEM_TYPES);
  return {
    duration: 90,
    is_buy_order: roll() > 0.7,
    issued: esiDate(world.bornAt - roll() * 80 * DAY_MS),
    issued_by: 93_000_000 + index,
    location_id: anyStation(roll),
    order_id: 6_700_000_000 + (corporationId % 1_000) * 100_000 + index,
    price: Math.round(price * (90 + roll() * 30)) / 100,
    range: "region",
    region_id: THE_FORGE_ID,
    type_id: typeId,
    volume_remain: Math.ceil(total * left),
    volume_total: total,
    wallet_division: 1 + (index % 7),
  };
}

/** Contract `index`; 0 is the oldest. It changes once, when it is accepted. */
export function corporationContract(
  world: World,
  { id: corporationId }: Corporation,
  { finishedContracts, atBirth }: Holdings,
  index: number,
) {
  const roll = dice(corporationId * 23 + index);
  const issuedAt = world.bornAt - (atBirth.contracts - index) * HOUR_MS;
  const isFinished = finishedContracts.has(index);
  return {
    acceptor_id: isFinished ? 93_000_001 : 0,
    assignee_id: 0,
    availability: "public",
    collateral: 0,
    contract_id: 190_000_000 + (corporationId % 1_000) * 100_000 + index,
    ...(isFinished && { date_accepted: esiDate(issuedAt + HOUR_MS) }),
    date_expired: esiDate(issuedAt + 14 * DAY_MS),
    date_issued: esiDate(issuedAt),
    for_corporation: true,
    issuer_corporation_id: corporationId,
    issuer_id: 93_000_000 + (index % 100),
    price: Math.round(roll() * 1e10) / 100,
    reward: 0,
    start_location_id: anyStation(roll),
    status: isFinished ? "finished" : "outstanding",
    title: index % 5 === 0 ? "Doctrine ship, “ready to fly”" : "",
    type: "item_exchange",
    volume: 28_900,
  };
}

const firstKillmail = ({ id }: Pick<Corporation, "id">) => 130_000_000 + (id % 1_000) * 100_000;

/** Killmail `index`; 0 is the oldest. */
export function recentKillmail(corporation: Pick<Corporation, "id">, index: number) {
  return {
    killmail_hash: createHash("sha1").update(`${corporation.id}:${index}`).digest("hex"),
    killmail_id: firstKillmail(corporation) + index,
  };
}

const SHIPS = ITEM_TYPES.filter(({ kind }) => kind === "ship");

/** The killmail with this id and hash; undefined without one. Every third is a loss. */
export function killmailBody(world: World, id: number, hash: string) {
  const corporations = [...world.corporations.values()];
  const corporation = corporations.find((one) => {
    const index = id - firstKillmail(one);
    return index >= 0 && index < 100_000 && recentKillmail(one, index).killmail_hash === hash;
  });
  if (corporation === undefined) return undefined;
  const index = id - firstKillmail(corporation);
  const roll = dice(corporation.id * 29 + index);
  const member = pick(roll, memberIds(world, corporation));
  const others = corporations.filter(
    (one) => one !== corporation && memberIds(world, one).length > 0,
  );
  const other = pick(roll, others);
  const stranger = pick(roll, memberIds(world, other));
  const isLoss = index % 3 === 0;
  const [victim, killer] = isLoss
    ? [ofCorporation(corporation, member), ofCorporation(other, stranger)]
    : [ofCorporation(other, stranger), ofCorporation(corporation, member)];
  const { atBirth } = getHoldings(world, corporation);
  const helpers = Array.from({ length: Math.floor(roll() * 6) }, () => ({
    ...killer,
    damage_done: 10,
    final_blow: false,
    security_status: 0,
  }));
  return {
    attackers: [
      { ...killer, damage_done: 1_000, final_blow: true, security_status: 0, ship_type_id: 587 },
      ...helpers,
    ],
    killmail_id: id,
    killmail_time: esiDate(
      Math.min(now(world), world.bornAt - (atBirth.killmails - index) * HOUR_MS),
    ),
    solar_system_id: pick(roll, SYSTEMS).id,
    victim: {
      ...victim,
      damage_taken: 1_200,
      items: Array.from({ length: Math.floor(roll() * 8) }, (_, slot) => ({
        flag: 11 + slot,
        item_type_id: pick(roll, ITEM_TYPES).id,
        [roll() > 0.5 ? "quantity_destroyed" : "quantity_dropped"]: 1 + Math.floor(roll() * 5),
        singleton: 0,
      })),
      position: { x: 0, y: 0, z: 0 },
      ship_type_id: pick(roll, SHIPS).id,
    },
  };
}

const ofCorporation = ({ id, allianceId }: Corporation, characterId: number) => ({
  ...(allianceId !== undefined && { alliance_id: allianceId }),
  character_id: characterId,
  corporation_id: id,
});
