import { ALARM_KINDS } from "#worker/alarms/alarm-kinds.ts";
import type { AlarmGroup } from "#shared/corporations/alarms.ts";
import { getHoldings } from "#test/new-eden/corporations/holdings.ts";
import { corporationStructure } from "#test/new-eden/corporations/property.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { notify } from "./notices.ts";

/** What happens to a corporation. What is left out is as usual. */
export type Shout = {
  kind: string;
  /** The corporation's structure of this number. */
  structure?: number;
  /** Instead of the kind's usual text. */
  text?: string;
  /** Per cent. */
  shield?: number;
  attacker?: string;
  /** When EVE sent it; now, if left out. */
  at?: number;
  hoursLeft?: number;
};

const TICKS_PER_MS = 10_000n;
const FILE_TIME_STARTS_MS = BigInt(Date.UTC(1601, 0, 1));
const fileTime = (ms: number) => (BigInt(Math.round(ms)) - FILE_TIME_STARTS_MS) * TICKS_PER_MS;
const HOUR_MS = 3_600_000;
const ATTACKER_ID = 2_112_625_428;

/** As PyYAML quotes a text that is not plain. */
const quoted = (text: string) =>
  /^[\p{L}\d][\p{L}\d .-]*$/u.test(text) ? text : `'${text.replaceAll("'", "''")}'`;

/** EVE tells every director of the corporation. The text is YAML as EVE writes it, with anchors, lists and ticks. */
export function shout(world: World, corporationId: number, given: Shout): number {
  const { kind, structure = 0, shield = 94.98224673480567, attacker = "Ashen Reach" } = given;
  const at = given.at ?? now(world);
  const endsAt = at + (given.hoursLeft ?? 26) * HOUR_MS;
  const own = structureOf(world, corporationId, structure);
  const place = [
    `solarsystemID: ${own.systemId}`,
    `structureID: &id001 ${own.id}`,
    "structureShowInfoData:",
    "- showinfo",
    `- ${own.typeId}`,
    "- *id001",
    `structureTypeID: ${own.typeId}`,
  ];
  const times = [
    `autoTime: ${fileTime(endsAt + 3 * HOUR_MS)}`,
    "daysUntilAbandon: 4",
    `decloakTime: ${fileTime(endsAt)}`,
    "delayHours: 24",
    `dueDate: ${fileTime(endsAt)}`,
    `endDate: ${fileTime(endsAt)}`,
    `readyTime: ${fileTime(endsAt)}`,
    `reinforceExitTime: ${fileTime(endsAt)}`,
    `timeLeft: ${BigInt(endsAt - at) * TICKS_PER_MS}`,
    `timestamp: ${fileTime(endsAt)}`,
  ];
  const group = ALARM_KINDS[kind]?.group;
  const parts: Partial<Record<AlarmGroup, string[]>> = {
    attack: [
      "allianceID: 99003581",
      "allianceName: Ashen Reach",
      "armorPercentage: 100.0",
      `charID: ${ATTACKER_ID}`,
      "corpLinkData:",
      "- showinfo",
      "- 2",
      "- 98599770",
      `corpName: ${quoted(attacker)}`,
      "hullPercentage: 100.0",
      `shieldPercentage: ${shield}`,
    ],
    fuel: ["listOfTypesAndQty:", "- - 440", "  - 4051"],
    wars: [`againstID: ${corporationId}`, "cost: 100000000.0", "declaredByID: 98599770"],
    money: [
      "amount: 123456789.0",
      "billTypeID: 7",
      "creditorID: 1000125",
      `debtorID: ${corporationId}`,
    ],
  };
  const isNowhere = ALARM_KINDS[kind]?.isNowhere === true;
  const lines = [...((group && parts[group]) ?? []), ...(isNowhere ? [] : place), ...times];
  const text = given.text ?? `${lines.join("\n")}\n`;
  return notify(world, { type: kind, characterId: ATTACKER_ID, corporationId, at, text });
}

function structureOf(world: World, corporationId: number, index: number) {
  const corporation = world.corporations.get(corporationId);
  if (corporation === undefined) throw new Error(`No corporation has the id ${corporationId}.`);
  const own = corporationStructure(world, corporation, getHoldings(world, corporation), index);
  return { id: own.structure_id, typeId: own.type_id, systemId: own.system_id };
}

/** The kind that a button of the control page shouts. */
export const SHOUTS: Record<AlarmGroup | "unknown", string> = {
  attack: "StructureUnderAttack",
  timers: "StructureLostShields",
  fuel: "StructureFuelAlert",
  sovereignty: "SovStructureReinforced",
  moons: "MoonminingExtractionStarted",
  wars: "WarDeclared",
  money: "CorpAllBillMsg",
  unknown: "StructureSangASong",
};
