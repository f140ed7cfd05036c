import * as z from "zod/mini";
import data from "#test/new-eden/data/universe.json" with { type: "json" };
import * as ids from "#test/new-eden/ids.ts";

export type System = { id: number; name: string; securityStatus: number; constellationId: number };
export type Station = { id: number; name: string; systemId: number; corporationId: number };

/** Only members of one of the `alliances` may dock at a structure and read its name. */
export type Structure = {
  id: number;
  name: string;
  ownerId: number;
  systemId: number;
  typeId: number;
  alliances: number[];
};

const rows = z.array(z.tuple([z.number(), z.string(), z.number(), z.number()]));

export const SYSTEMS: System[] = z
  .parse(rows, data.systems)
  .map(([id, name, securityStatus, constellationId]) => ({
    id,
    name,
    securityStatus,
    constellationId,
  }));

/** A few names as EVE has them in other languages. The Latin alphabets keep the English ones. */
const OTHER_NAMES: Record<number, Record<string, string>> = {
  30_000_142: { ru: "Джита", zh: "吉他", ja: "ジタ", ko: "지타" },
  30_000_144: { ru: "Периметр", zh: "皮尔米特", ja: "ペリミター", ko: "페리미터" },
  30_002_187: { ru: "Амарр", zh: "艾玛", ja: "アマー", ko: "아마르" },
  30_002_813: { ru: "Тама", zh: "塔玛", ja: "タマ", ko: "타마" },
};

export const nameIn = (language: string, { id, name }: System): string =>
  OTHER_NAMES[id]?.[language] ?? name;

export const STATIONS: Station[] = z
  .parse(rows, data.stations)
  .map(([id, name, systemId, corporationId]) => ({ id, name, systemId, corporationId }));

const ASTRAHUS = 35_832;
const FORTIZAR = 35_833;

export const STRUCTURES: Structure[] = [
  {
    id: ids.MERIDIAN_ANCHORAGE_ID,
    name: "Perimeter - Meridian Anchorage",
    ownerId: ids.SABLE_MERIDIAN_ID,
    systemId: 30_000_144,
    typeId: FORTIZAR,
    alliances: [ids.NULL_CONCORD_ID],
  },
  {
    id: ids.WATCHTOWER_ID,
    name: "Amamake - The Watchtower",
    ownerId: ids.PALE_HARBOR_ID,
    systemId: 30_002_537,
    typeId: ASTRAHUS,
    alliances: [ids.LONG_WATCH_ID],
  },
  {
    id: ids.SEALED_VAULT_ID,
    name: "J121116 - Sealed Vault",
    ownerId: ids.CINDER_AND_SALT_ID,
    systemId: 31_001_593,
    typeId: ASTRAHUS,
    alliances: [],
  },
];
