import { CORPORATION_ROLES } from "#test/new-eden/esi/document.ts";
import * as ids from "#test/new-eden/ids.ts";
import { buildPilot } from "./pilot.ts";
import type { Pilot, PilotSeed } from "./pilot.ts";

const DIRECTOR_ROLES = ["Director"];

/** The pilots that the documentation names. */
const NAMED: [id: number, corporationId: number, seed: PilotSeed][] = [
  [
    ids.AURELIA_VOSS_ID,
    ids.SABLE_MERIDIAN_ID,
    {
      name: "Aurelia Voss",
      note: "CEO and director of Sable Meridian; administers Muster",
      gender: "female",
      roles: [...DIRECTOR_ROLES, "Personnel_Manager", "Accountant", "Station_Manager"],
      title: "Chief of the Meridian",
      securityStatus: 4.2,
      career: "capital",
      bornDaysAgo: 5_210,
      history: [
        [ids.SABLE_MERIDIAN_ID, 3_102],
        [ids.THIRD_SHIFT_ID, 4_020],
        [ids.LANTERN_WORKS_ID, 4_410],
        [ids.PALE_HARBOR_ID, 4_760],
        [ids.CINDER_AND_SALT_ID, 4_905],
        [ids.SCHOOL_OF_APPLIED_KNOWLEDGE_ID, 4_960],
        [ids.CENTER_FOR_ADVANCED_STUDIES_ID, 5_210],
      ],
    },
  ],
  [
    ids.MIRA_TAL_ID,
    ids.SABLE_MERIDIAN_ID,
    {
      name: "Mira Tal",
      note: "director of Sable Meridian",
      gender: "female",
      roles: DIRECTOR_ROLES,
      title: "Quartermaster",
      career: "veteran",
      bornDaysAgo: 3_320,
    },
  ],
  [
    ids.JUNO_CASTELLAN_ID,
    ids.SABLE_MERIDIAN_ID,
    {
      name: "Juno Castellan",
      note: "director of Sable Meridian",
      gender: "female",
      roles: CORPORATION_ROLES,
      career: "industrialist",
      bornDaysAgo: 2_870,
    },
  ],
  [
    ids.OSKAR_WREN_ID,
    ids.SABLE_MERIDIAN_ID,
    {
      name: "Oskar Wren",
      note: "was a director of Sable Meridian and lost the role",
      gender: "male",
      career: "veteran",
      bornDaysAgo: 3_011,
    },
  ],
  [
    ids.KESTREL_ANSGAR_ID,
    ids.SABLE_MERIDIAN_ID,
    {
      name: "Kestrel Ansgar",
      note: "pilot of Sable Meridian",
      gender: "male",
      career: "veteran",
      bornDaysAgo: 1_980,
    },
  ],
  [
    ids.TOVI_RENN_ID,
    ids.SABLE_MERIDIAN_ID,
    { name: "Tovi Renn", gender: "male", queue: "paused", note: "skill queue paused" },
  ],
  [
    ids.NYX_HALLORAN_ID,
    ids.SABLE_MERIDIAN_ID,
    {
      name: "Nyx Halloran",
      note: "her token is revoked until she signs in",
      gender: "female",
      queue: "finished_while_away",
    },
  ],
  [
    ids.PIP_MARLOWE_ID,
    ids.SCIENCE_AND_TRADE_INSTITUTE_ID,
    {
      name: "Pip Marlowe",
      note: "in an NPC corporation",
      gender: "male",
      career: "rookie",
      bornDaysAgo: 24,
      history: [[ids.SCIENCE_AND_TRADE_INSTITUTE_ID, 24]],
    },
  ],
  [
    ids.CASSIAN_DROSS_ID,
    ids.CENTER_FOR_ADVANCED_STUDIES_ID,
    { name: "Cassian Dross", note: "biomassed", gender: "male", isBiomassed: true, queue: "empty" },
  ],
  [
    ids.IDRIS_VALE_ID,
    ids.LANTERN_WORKS_ID,
    { name: "Idris Vale", note: "no skill queue", gender: "male", queue: "empty" },
  ],
  [
    ids.MAGPIE_OLLERTON_ID,
    ids.ASHFALL_LOGISTICS_ID,
    {
      name: "Magpie Ollerton",
      note: "500,000 assets",
      gender: "female",
      career: "industrialist",
      assetCount: 500_000,
    },
  ],
  [
    ids.YAROSLAVA_ID,
    ids.PALE_HARBOR_ID,
    { name: "Ярослава Звёздная", note: "a name in Cyrillic", gender: "female", career: "veteran" },
  ],
];

/** The other pilots: the first of each list is the CEO. */
const CREWS: [corporationId: number, firstId: number, names: string[]][] = [
  [
    ids.SABLE_MERIDIAN_ID,
    2_112_000_051,
    ["Bram Oyelaran", "Sela Quist", "Dov Harrow", "Ilse Maren", "Corvin Ash", "Tamsin Rook"],
  ],
  [
    ids.LANTERN_WORKS_ID,
    2_112_000_101,
    ["Hesper Lund", "Abel Quarry", "Wren Talbot", "Odile Sarr", "Matthias Brandt", "Zed Okafor"],
  ],
  [
    ids.ASHFALL_LOGISTICS_ID,
    2_112_000_111,
    ["Roland Eskil", "Petra Vance", "Amos Birk", "Linnea Storm", "Fenn Calloway"],
  ],
  [
    ids.PALE_HARBOR_ID,
    2_112_000_121,
    ["Valka Stroud", "Nico Ferreira", "Ash Lindqvist", "Maeve Dunmore", "Tiberius Kole"],
  ],
  [
    ids.CINDER_AND_SALT_ID,
    2_112_000_131,
    ["Saoirse Hale", "Gideon Marsh", "Lux Fontaine", "Bo Tanaka", "Renata Cruz"],
  ],
  [
    ids.QUIET_ENGINES_ID,
    2_112_000_141,
    ["Edda Moss", "Jonah Pike", "Birgit Olsen", "Teo O'Malley", "Hanne D'Arcy-Bell"],
  ],
];

const CAREERS = ["pilot", "veteran", "rookie", "industrialist", "pilot", "capital"] as const;

/** New copies for each world, which may change them. */
export function seedPilots(): Pilot[] {
  const crews = CREWS.flatMap(([corporationId, firstId, names]) =>
    names.map((name, index) =>
      buildPilot(firstId + index, corporationId, {
        name,
        career: CAREERS[index % CAREERS.length] ?? "pilot",
        roles: index === 0 && corporationId !== ids.SABLE_MERIDIAN_ID ? [...DIRECTOR_ROLES] : [],
      }),
    ),
  );
  const named = NAMED.map(([id, corporationId, seed]) =>
    buildPilot(id, corporationId, {
      ...seed,
      roles: [...(seed.roles ?? [])],
      titleIds: [...(seed.titleIds ?? [])],
    }),
  );
  return [...named, ...crews];
}
