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

const ticksLeft = { key: "timeLeft", as: "ticksLeft" } as const;
const attacked = {
  group: "attack",
  says: (name) => msg`${name} is under attack`,
  parts: ["shields", "attacker"],
  repeats: true,
} as const satisfies AlarmKind;
const destroyed = {
  group: "attack",
  says: (name) => msg`${name} was destroyed`,
} as const satisfies AlarmKind;
const lostShields = {
  group: "timers",
  says: (name) => msg`${name} lost its shields`,
  time: ticksLeft,
} as const satisfies AlarmKind;
const lowFuel = {
  group: "fuel",
  says: (name) => msg`${name} is low on fuel`,
  parts: ["fuel"],
} as const satisfies AlarmKind;
const online = {
  group: "fuel",
  says: (name) => msg`${name} is online`,
} as const satisfies AlarmKind;
const moonReady = { key: "readyTime", as: "fileTime" } as const;
const war = { group: "wars", parts: ["war"], isNowhere: true } as const;
const declared = {
  ...war,
  says: (name) => msg`War was declared: ${name}`,
} as const satisfies AlarmKind;
const ended = { ...war, says: (name) => msg`A war ends: ${name}` } as const satisfies AlarmKind;
const ally = {
  ...war,
  says: (name) => msg`An ally joined a war: ${name}`,
} as const satisfies AlarmKind;
const money = { group: "money", parts: ["bill"], isNowhere: true } as const;
const bill = {
  ...money,
  says: () => msg`A bill is due`,
  time: { key: "dueDate", as: "fileTime" },
} as const satisfies AlarmKind;

/**
 * The kinds of EVE's notices of which Muster tells, by the names in ESI's document. A new kind is a row here and nothing else: EVE's
 * other notices are dropped before anything is written.
 */
export const ALARM_KINDS: Readonly<Record<string, AlarmKind>> = {
  StructureUnderAttack: attacked,
  SkyhookUnderAttack: attacked,
  OrbitalAttacked: attacked,
  TowerAlertMsg: attacked,
  StructureDestroyed: destroyed,
  SkyhookDestroyed: destroyed,

  StructureLostShields: lostShields,
  SkyhookLostShields: lostShields,
  StructureLostArmor: {
    group: "timers",
    says: (name) => msg`${name} lost its armor`,
    time: ticksLeft,
  },
  OrbitalReinforced: {
    group: "timers",
    says: (name) => msg`${name} was reinforced`,
    parts: ["attacker"],
    time: { key: "reinforceExitTime", as: "fileTime" },
  },
  StructureAnchoring: {
    group: "timers",
    says: (name) => msg`${name} is being anchored`,
    time: ticksLeft,
  },
  StructureUnanchoring: {
    group: "timers",
    says: (name) => msg`${name} is being unanchored`,
    time: ticksLeft,
  },

  StructureFuelAlert: lowFuel,
  TowerResourceAlertMsg: lowFuel,
  StructureWentLowPower: { group: "fuel", says: (name) => msg`${name} went into low power` },
  StructureWentHighPower: { group: "fuel", says: (name) => msg`${name} has full power again` },
  StructureServicesOffline: {
    group: "fuel",
    says: (name) => msg`Services of ${name} went offline`,
  },
  StructureOnline: online,
  SkyhookOnline: online,
  StructureImpendingAbandonmentAssetsAtRisk: {
    group: "fuel",
    says: (name) => msg`${name} will be abandoned`,
    time: { key: "daysUntilAbandon", as: "days" },
  },
  StructureLowReagentsAlert: {
    group: "fuel",
    says: (name) => msg`${name} is low on reagents`,
    parts: ["fuel"],
  },
  StructureNoReagentsAlert: { group: "fuel", says: (name) => msg`${name} has no reagents` },
  OwnershipTransferred: { group: "fuel", says: (name) => msg`${name} has a new owner` },

  EntosisCaptureStarted: {
    group: "sovereignty",
    says: (name) => msg`Entosis on a sovereignty structure in ${name}`,
  },
  SovStructureReinforced: {
    group: "sovereignty",
    says: (name) => msg`A sovereignty structure in ${name} was reinforced`,
    time: { key: "decloakTime", as: "fileTime" },
  },
  SovCommandNodeEventStarted: {
    group: "sovereignty",
    says: (name) => msg`Command nodes appeared in ${name}`,
  },
  SovStructureDestroyed: {
    group: "sovereignty",
    says: (name) => msg`A sovereignty structure in ${name} was destroyed`,
  },
  SovAllClaimLostMsg: { group: "sovereignty", says: (name) => msg`Sovereignty of ${name} is lost` },
  SovAllClaimAquiredMsg: {
    group: "sovereignty",
    says: (name) => msg`Sovereignty of ${name} is won`,
  },
  IHubDestroyedByBillFailure: {
    group: "sovereignty",
    says: (name) => msg`The infrastructure hub of ${name} was destroyed by an unpaid bill`,
  },

  MoonminingExtractionStarted: {
    group: "moons",
    says: (name) => msg`${name} started an extraction`,
    time: moonReady,
  },
  MoonminingExtractionFinished: {
    group: "moons",
    says: (name) => msg`${name} has an extraction ready`,
    time: { key: "autoTime", as: "fileTime" },
  },
  MoonminingExtractionCancelled: {
    group: "moons",
    says: (name) => msg`${name} cancelled an extraction`,
  },
  MoonminingAutomaticFracture: {
    group: "moons",
    says: (name) => msg`${name} fractured its moon by itself`,
  },
  MoonminingLaserFired: { group: "moons", says: (name) => msg`${name} fired its moon drill` },

  WarDeclared: { ...declared, time: { key: "delayHours", as: "hours" } },
  CorpWarDeclaredMsg: declared,
  AllWarDeclaredMsg: declared,
  WarAdopted: declared,
  WarInherited: declared,
  WarRetracted: ended,
  WarRetractedByConcord: { ...ended, time: { key: "endDate", as: "fileTime" } },
  WarInvalid: { ...ended, time: { key: "endDate", as: "fileTime" } },
  CorpWarSurrenderMsg: ended,
  AllWarSurrenderMsg: ended,
  AllyJoinedWarAggressorMsg: ally,
  AllyJoinedWarAllyMsg: ally,
  AllyJoinedWarDefenderMsg: ally,

  CorpAllBillMsg: bill,
  AllMaintenanceBillMsg: bill,
  BillOutOfMoneyMsg: { ...money, says: () => msg`A bill could not be paid` },
  InfrastructureHubBillAboutToExpire: {
    group: "money",
    says: (name) => msg`The bill of the infrastructure hub in ${name} expires`,
    parts: ["bill"],
    time: { key: "dueDate", as: "fileTime" },
  },
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
