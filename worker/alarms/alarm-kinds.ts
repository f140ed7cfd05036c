import { msg } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { AlarmGroup } from "#shared/corporations/alarms.ts";

/** What EVE's text has besides the place. Only these are read. */
type Part = "shields" | "attacker" | "fuel" | "war" | "bill";

/**
 * How a text gives the time at which something happens: as ticks of 100 ns from the notice's own time, as a Windows file time (ticks
 * since 1601), or as days or hours from the notice's own time.
 */
export type AlarmTime = {
  key: string;
  as: "ticksLeft" | "fileTime" | "days" | "hours";
};

export type AlarmKind = {
  group: AlarmGroup;
  /** `name`: the structure, else the system, else the sides of the war. */
  says: (name: string) => Message;
  parts?: readonly Part[];
  time?: AlarmTime;
  /** EVE tells it again while it goes on: one post. */
  repeats?: boolean;
  /** It has neither a structure nor a system. */
  isNowhere?: boolean;
};

type OfGroup = Omit<AlarmKind, "group">;

/** The kinds of a group, with what all of them have. */
const ofGroup = (group: AlarmGroup, kinds: Record<string, OfGroup>, all: Partial<OfGroup> = {}) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, kind]): [string, AlarmKind] => [
      name,
      { group, ...all, ...kind },
    ]),
  );

const ticksLeft = { key: "timeLeft", as: "ticksLeft" } as const;
const fileTime = (key: string) => ({ key, as: "fileTime" }) as const;

const attacked: OfGroup = {
  says: (name) => msg`${name} is under attack`,
  parts: ["shields", "attacker"],
  repeats: true,
};
const destroyed: OfGroup = { says: (name) => msg`${name} was destroyed` };
const lostShields: OfGroup = { says: (name) => msg`${name} lost its shields`, time: ticksLeft };
const lowFuel: OfGroup = { says: (name) => msg`${name} is low on fuel`, parts: ["fuel"] };
const online: OfGroup = { says: (name) => msg`${name} is online` };
const declared: OfGroup = { says: (name) => msg`War was declared: ${name}` };
const ended: OfGroup = { says: (name) => msg`A war ends: ${name}` };
const ally: OfGroup = { says: (name) => msg`An ally joined a war: ${name}` };
const bill: OfGroup = { says: () => msg`A bill is due`, time: fileTime("dueDate") };

/**
 * The kinds of EVE's notices of which Muster tells, by the names in ESI's document. A new kind is a row here and nothing else: EVE's
 * other notices are dropped before anything is written.
 */
export const ALARM_KINDS: Readonly<Record<string, AlarmKind>> = {
  ...ofGroup("attack", {
    StructureUnderAttack: attacked,
    SkyhookUnderAttack: attacked,
    OrbitalAttacked: attacked,
    TowerAlertMsg: attacked,
    StructureDestroyed: destroyed,
    SkyhookDestroyed: destroyed,
  }),
  ...ofGroup("timers", {
    StructureLostShields: lostShields,
    SkyhookLostShields: lostShields,
    StructureLostArmor: { says: (name) => msg`${name} lost its armor`, time: ticksLeft },
    OrbitalReinforced: {
      says: (name) => msg`${name} was reinforced`,
      parts: ["attacker"],
      time: fileTime("reinforceExitTime"),
    },
    StructureAnchoring: { says: (name) => msg`${name} is being anchored`, time: ticksLeft },
    StructureUnanchoring: { says: (name) => msg`${name} is being unanchored`, time: ticksLeft },
  }),
  ...ofGroup("fuel", {
    StructureFuelAlert: lowFuel,
    TowerResourceAlertMsg: lowFuel,
    StructureWentLowPower: { says: (name) => msg`${name} went into low power` },
    StructureWentHighPower: { says: (name) => msg`${name} has full power again` },
    StructureServicesOffline: { says: (name) => msg`Services of ${name} went offline` },
    StructureOnline: online,
    SkyhookOnline: online,
    StructureImpendingAbandonmentAssetsAtRisk: {
      says: (name) => msg`${name} will be abandoned`,
      time: { key: "daysUntilAbandon", as: "days" },
    },
    StructureLowReagentsAlert: {
      says: (name) => msg`${name} is low on reagents`,
      parts: ["fuel"],
    },
    StructureNoReagentsAlert: { says: (name) => msg`${name} has no reagents` },
    OwnershipTransferred: { says: (name) => msg`${name} has a new owner` },
  }),
  ...ofGroup("sovereignty", {
    EntosisCaptureStarted: { says: (name) => msg`Entosis on a sovereignty structure in ${name}` },
    SovStructureReinforced: {
      says: (name) => msg`A sovereignty structure in ${name} was reinforced`,
      time: fileTime("decloakTime"),
    },
    SovCommandNodeEventStarted: { says: (name) => msg`Command nodes appeared in ${name}` },
    SovStructureDestroyed: {
      says: (name) => msg`A sovereignty structure in ${name} was destroyed`,
    },
    SovAllClaimLostMsg: { says: (name) => msg`Sovereignty of ${name} is lost` },
    SovAllClaimAquiredMsg: { says: (name) => msg`Sovereignty of ${name} is won` },
    IHubDestroyedByBillFailure: {
      says: (name) => msg`The infrastructure hub of ${name} was destroyed by an unpaid bill`,
    },
  }),
  ...ofGroup("moons", {
    MoonminingExtractionStarted: {
      says: (name) => msg`${name} started an extraction`,
      time: fileTime("readyTime"),
    },
    MoonminingExtractionFinished: {
      says: (name) => msg`${name} has an extraction ready`,
      time: fileTime("autoTime"),
    },
    MoonminingExtractionCancelled: { says: (name) => msg`${name} cancelled an extraction` },
    MoonminingAutomaticFracture: { says: (name) => msg`${name} fractured its moon by itself` },
    MoonminingLaserFired: { says: (name) => msg`${name} fired its moon drill` },
  }),
  ...ofGroup(
    "wars",
    {
      WarDeclared: { ...declared, time: { key: "delayHours", as: "hours" } },
      CorpWarDeclaredMsg: declared,
      AllWarDeclaredMsg: declared,
      WarAdopted: declared,
      WarInherited: declared,
      WarRetracted: ended,
      WarRetractedByConcord: { ...ended, time: fileTime("endDate") },
      WarInvalid: { ...ended, time: fileTime("endDate") },
      CorpWarSurrenderMsg: ended,
      AllWarSurrenderMsg: ended,
      AllyJoinedWarAggressorMsg: ally,
      AllyJoinedWarAllyMsg: ally,
      AllyJoinedWarDefenderMsg: ally,
    },
    { parts: ["war"], isNowhere: true },
  ),
  ...ofGroup(
    "money",
    {
      CorpAllBillMsg: bill,
      AllMaintenanceBillMsg: bill,
      BillOutOfMoneyMsg: { says: () => msg`A bill could not be paid` },
      InfrastructureHubBillAboutToExpire: {
        says: (name) => msg`The bill of the infrastructure hub in ${name} expires`,
        time: fileTime("dueDate"),
        isNowhere: false,
      },
    },
    { parts: ["bill"], isNowhere: true },
  ),
};

/**
 * Kinds that this table lacks and that are told as alarms are: they are counted, so that somebody sees that Muster should learn them.
 * All others concern a pilot alone, such as mails, contracts, insurance and kill rights.
 */
export const UNKNOWN_ALARM =
  /^(?:Structure[A-Z]|Structures|Skyhook|Orbital|Sov|Entosis|Tower|Moonmining|InfrastructureHub|IHub|StationConquer)/;

/** EVE sends them as well, and they tell of no alarm. */
export const NO_ALARMS: ReadonlySet<string> = new Set([
  "StructureCourierContractChanged",
  "StructureItemsDelivered",
  "StructureItemsMovedToSafety",
  "StructurePaintPurchased",
  "StructuresJobsCancelled",
  "StructuresJobsPaused",
  "StructuresReinforcementChanged",
  "SkyhookDeployed",
]);
