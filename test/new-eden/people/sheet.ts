import { DAY_MS } from "#shared/time.ts";
import { dice, pick } from "#test/new-eden/dice.ts";
import * as ids from "#test/new-eden/ids.ts";
import { STATIONS } from "#test/new-eden/universe/places.ts";
import type { Attributes } from "#test/new-eden/universe/skills.ts";
import { CAPSULE_ID, ITEM_TYPES } from "#test/new-eden/universe/types.ts";
import type { World } from "#test/new-eden/world.ts";
import { now } from "#test/new-eden/world.ts";
import type { Career, Pilot } from "./pilot.ts";
import { learnSkills, planQueue, settle } from "./training.ts";
import type { QueueEntry, TrainedSkill } from "./training.ts";

export type Whereabouts = { systemId: number; stationId?: number; structureId?: number };

/** The private data of a pilot. Times are in milliseconds. */
export type Sheet = {
  attributes: Attributes;
  lastRemapAt: number | undefined;
  bonusRemaps: number;
  skills: TrainedSkill[];
  unallocatedPoints: number;
  queue: QueueEntry[];
  whereabouts: Whereabouts;
  isOnline: boolean;
  lastLoginAt: number;
  lastLogoutAt: number;
  logins: number;
  shipTypeId: number;
  shipName: string;
  balance: number;
  assetCount: number;
  /** Selects other assets. */
  assetSeed: number;
  assetsChangedAt: number;
};

const HOUR_MS = 60 * 60 * 1000;

const CAREERS: Record<Career, { balance: number; assets: number }> = {
  rookie: { balance: 2_400_000, assets: 14 },
  pilot: { balance: 310_000_000, assets: 180 },
  veteran: { balance: 4_200_000_000, assets: 920 },
  capital: { balance: 18_700_000_000, assets: 1_460 },
  industrialist: { balance: 61_000_000_000, assets: 2_640 },
};

/** The locations of the pilots that the documentation names; all others are docked at a station. */
const WHEREABOUTS: Record<number, Whereabouts> = {
  [ids.AURELIA_VOSS_ID]: { systemId: 30_000_144, structureId: ids.MERIDIAN_ANCHORAGE_ID },
  [ids.MIRA_TAL_ID]: { systemId: 30_000_142, stationId: 60_003_760 },
  [ids.KESTREL_ANSGAR_ID]: { systemId: 30_002_813 },
  [ids.YAROSLAVA_ID]: { systemId: 31_001_593, structureId: ids.SEALED_VAULT_ID },
};

/** The pilot's sheet, created on first use. Finished levels of an online pilot become skills at once. */
export function getSheet(world: World, pilot: Pilot): Sheet {
  let sheet = world.sheets.get(pilot.id);
  if (sheet === undefined) {
    sheet = buildSheet(world, pilot);
    world.sheets.set(pilot.id, sheet);
  }
  if (sheet.isOnline) Object.assign(sheet, settle(sheet.skills, sheet.queue, now(world)));
  return sheet;
}

/** The pilot logs in: EVE applies the finished levels of the queue. */
export function logIn(world: World, sheet: Sheet) {
  Object.assign(sheet, settle(sheet.skills, sheet.queue, now(world)));
  sheet.isOnline = true;
  sheet.lastLoginAt = now(world);
  sheet.logins += 1;
}

export function logOut(world: World, sheet: Sheet) {
  sheet.isOnline = false;
  sheet.lastLogoutAt = now(world);
}

function buildSheet(world: World, pilot: Pilot): Sheet {
  const roll = dice(pilot.id * 3);
  const career = CAREERS[pilot.career];
  const attributes = rollAttributes(roll);
  const skills = learnSkills(pilot.id, pilot.career);
  const lastLoginAt = world.bornAt - (0.5 + roll() * 40) * HOUR_MS;
  const station = pick(roll, STATIONS);
  const ships = ITEM_TYPES.filter(({ kind, id }) => kind === "ship" && id !== CAPSULE_ID);
  const ship = ships[Math.floor(roll() * ships.length)];
  const isAway = pilot.queue === "finished_while_away";
  const isOnline = !isAway && pilot.id % 3 === 0;
  return {
    attributes,
    lastRemapAt: roll() > 0.3 ? world.bornAt - (30 + roll() * 500) * DAY_MS : undefined,
    bonusRemaps: Math.floor(roll() * 3),
    skills,
    unallocatedPoints: roll() > 0.5 ? Math.floor(roll() * 400_000) : 0,
    queue: planQueue(pilot.id, pilot.queue, { skills, attributes, now: world.bornAt }),
    whereabouts: WHEREABOUTS[pilot.id] ?? { systemId: station.systemId, stationId: station.id },
    isOnline,
    lastLoginAt: isAway ? world.bornAt - 41 * DAY_MS : lastLoginAt,
    lastLogoutAt: isAway
      ? world.bornAt - 41 * DAY_MS + HOUR_MS
      : lastLoginAt + (isOnline ? -9 : 0.4) * HOUR_MS,
    logins: 20 + Math.floor(roll() * 3_000),
    shipTypeId: ship?.id ?? CAPSULE_ID,
    shipName: `${pilot.name}'s ${ship?.name ?? "Capsule"}`,
    balance: Math.round(career.balance * (0.3 + roll() * 1.4) * 100) / 100,
    assetCount: pilot.assetCount ?? career.assets + Math.floor(roll() * 40),
    assetSeed: pilot.id,
    assetsChangedAt: world.bornAt - roll() * DAY_MS,
  };
}

/** EVE's base of 17 for each attribute and 14 points to distribute, plus implants. */
function rollAttributes(roll: () => number): Attributes {
  const implants = Math.floor(roll() * 6);
  const [high, low] = [10, 4].map((points) => 17 + points + implants);
  const rest = 17 + implants;
  const isFighter = roll() > 0.5;
  return {
    charisma: rest,
    intelligence: isFighter ? rest : (high ?? rest),
    memory: isFighter ? rest : (low ?? rest),
    perception: isFighter ? (high ?? rest) : rest,
    willpower: isFighter ? (low ?? rest) : rest,
  };
}
