import {
  ASHFALL_LOGISTICS_ID,
  AURELIA_VOSS_ID,
  CENTER_FOR_ADVANCED_STUDIES_ID,
  CINDER_AND_SALT_ID,
  DOOMHEIM_ID,
  LANTERN_WORKS_ID,
  LONG_WATCH_ID,
  NULL_CONCORD_ID,
  PALE_HARBOR_ID,
  QUIET_ENGINES_ID,
  SABLE_MERIDIAN_ID,
  SCHOOL_OF_APPLIED_KNOWLEDGE_ID,
  SCIENCE_AND_TRADE_INSTITUTE_ID,
  THIRD_SHIFT_ID,
} from "#test/new-eden/ids.ts";

export type Corporation = {
  id: number;
  name: string;
  ticker: string;
  description: string;
  /** Undefined in NPC corporations. */
  ceoId: number | undefined;
  allianceId: number | undefined;
  taxPercent: number;
  foundedDaysAgo: number;
  homeStationId: number;
  isClosed: boolean;
  /** EVE has up to sixteen; their ids are powers of two. */
  titles: Title[];
};

type Title = { id: number; name: string };

/** A contact of a corporation or an alliance. */
export type Contact = {
  id: number;
  type: "character" | "corporation" | "alliance";
  standing: number;
};

export type Alliance = {
  id: number;
  name: string;
  ticker: string;
  executorId: number;
  creatorId: number;
  foundedDaysAgo: number;
};

/** Jita IV - Moon 4 and other home stations. */
const JITA = 60_003_760;
const AMARR = 60_008_494;
const DODIXIE = 60_011_866;

const TITLES: Title[] = [
  { id: 1, name: "Fleet Commander" },
  { id: 2, name: "Quartermaster" },
  { id: 4, name: "Recruiter" },
];

type CorporationSeed = Pick<Corporation, "id" | "name" | "ticker" | "description"> &
  Partial<Corporation>;

const CORPORATIONS: CorporationSeed[] = [
  {
    id: SABLE_MERIDIAN_ID,
    name: "Sable Meridian",
    ticker: "SBLM",
    description: "Small gang, long memory. We keep the lights on between Jita and the dark.",
    ceoId: AURELIA_VOSS_ID,
    allianceId: NULL_CONCORD_ID,
    taxPercent: 10,
    foundedDaysAgo: 3_102,
  },
  {
    id: LANTERN_WORKS_ID,
    name: "Lantern Works",
    ticker: "LNTRN",
    description: "Hulls, hulls and more hulls.",
    ceoId: 2_112_000_101,
    allianceId: NULL_CONCORD_ID,
    taxPercent: 5,
    foundedDaysAgo: 2_417,
    homeStationId: AMARR,
  },
  {
    id: ASHFALL_LOGISTICS_ID,
    name: "Ashfall Logistics",
    ticker: "ASHFL",
    description: "If it fits in a freighter, it flies.",
    ceoId: 2_112_000_111,
    allianceId: NULL_CONCORD_ID,
    taxPercent: 7.5,
    foundedDaysAgo: 1_890,
  },
  {
    id: PALE_HARBOR_ID,
    name: "Pale Harbor Syndicate",
    ticker: "PALEH",
    description: "Salvage rights are a matter of opinion.",
    ceoId: 2_112_000_121,
    allianceId: LONG_WATCH_ID,
    taxPercent: 12,
    foundedDaysAgo: 2_964,
    homeStationId: DODIXIE,
  },
  {
    id: CINDER_AND_SALT_ID,
    name: "Cinder & Salt",
    ticker: "CNDR",
    description: "Wormholes. Bring probes.",
    ceoId: 2_112_000_131,
    allianceId: LONG_WATCH_ID,
    taxPercent: 15,
    foundedDaysAgo: 1_204,
    homeStationId: DODIXIE,
  },
  {
    id: QUIET_ENGINES_ID,
    name: "Quiet Engines",
    ticker: "QUIET",
    description: "Mining, tea, no drama.",
    ceoId: 2_112_000_141,
    taxPercent: 2,
    foundedDaysAgo: 640,
    homeStationId: AMARR,
  },
  {
    id: THIRD_SHIFT_ID,
    name: "Third Shift Haulage",
    ticker: "SHFT3",
    description: "",
    foundedDaysAgo: 3_400,
    isClosed: true,
  },
  npc(SCHOOL_OF_APPLIED_KNOWLEDGE_ID, "School of Applied Knowledge", "SAK"),
  npc(SCIENCE_AND_TRADE_INSTITUTE_ID, "Science and Trade Institute", "STI"),
  npc(CENTER_FOR_ADVANCED_STUDIES_ID, "Center for Advanced Studies", "CAS"),
  npc(DOOMHEIM_ID, "Doomheim", "DOOM"),
];

export const ALLIANCES: Alliance[] = [
  {
    id: NULL_CONCORD_ID,
    name: "Null Concord",
    ticker: "NULLC",
    executorId: SABLE_MERIDIAN_ID,
    creatorId: AURELIA_VOSS_ID,
    foundedDaysAgo: 2_380,
  },
  {
    id: LONG_WATCH_ID,
    name: "The Long Watch",
    ticker: "WATCH",
    executorId: PALE_HARBOR_ID,
    creatorId: 2_112_000_121,
    foundedDaysAgo: 1_150,
  },
];

function npc(id: number, name: string, ticker: string): CorporationSeed {
  return { id, name, ticker, description: `${name} of New Eden.`, taxPercent: 11 };
}

/** New copies for each world, which may change them. */
export function seedCorporations(): Corporation[] {
  return CORPORATIONS.map(buildCorporation);
}

/** A corporation with defaults for the omitted fields. */
export function buildCorporation(seed: CorporationSeed): Corporation {
  return {
    ceoId: undefined,
    allianceId: undefined,
    taxPercent: 0,
    foundedDaysAgo: 8_500,
    homeStationId: JITA,
    isClosed: false,
    titles: isNpcCorporation(seed.id) ? [] : TITLES.map((title) => ({ ...title })),
    ...seed,
  };
}

/** EVE's range for NPC corporations. */
export function isNpcCorporation(id: number) {
  return id >= 1_000_000 && id < 2_000_000;
}
