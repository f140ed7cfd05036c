import type {
  CharacterAttributes,
  CorporationHistoryEntry,
  Section,
  SkillQueueEntry,
  TrainedSkills,
} from "#shared/characters.ts";
import { privateSectionSchema, publicSectionSchema } from "#shared/characters.ts";
import {
  getAssets,
  getAttributes,
  getCharacter,
  getCharacterTitles,
  getCorporationHistory,
  getLocation,
  getOnline,
  getRoles,
  getShip,
  getSkillQueue,
  getSkills,
  getWallet,
} from "#worker/esi/character-endpoints.ts";
import type { EvidenceSection } from "#worker/db/schema/characters.ts";
import type { Esi, EsiAnswer, EsiRequest } from "#worker/esi/client.ts";
import type { Endpoint } from "#worker/esi/endpoint.ts";

/** What is stored for each section: its part of the API, with ids instead of names. */
export type SectionData = {
  info: {
    name: string;
    corporationId: number;
    allianceId: number | null;
    birthday: string | null;
    securityStatus: number | null;
  };
  corporationHistory: Omit<CorporationHistoryEntry, "corporationName">[];
  attributes: CharacterAttributes;
  skills: TrainedSkills;
  skillQueue: SkillQueueEntry[];
  location: { solarSystemId: number; stationId: number | null; isStructure: boolean };
  status: { online: boolean; lastLogin: string | null };
  ship: { typeId: number; name: string };
  wallet: { balance: number };
  assets: { assetCount: number; totalValue: number };
};

/** What is stored for sections that only rules need. */
type EvidenceData = {
  /** The roles that apply everywhere; EVE also has roles at a base, at the headquarters and elsewhere. */
  roles: string[];
  titles: { ids: number[]; names: Record<number, string> };
};
export type StoredData = SectionData & EvidenceData;

/** What a refresh fetches: the sections, and the affiliation, since the public sheet lags by up to a day. */
export type Refreshable = Section | EvidenceSection | "affiliation";

/** Sections of one call each; assets take many. */
export type PlainSection = Exclude<Section, "assets"> | EvidenceSection;

type Request = EsiRequest<string>;

type Source<Data> = {
  /** Undefined for public routes. */
  scope: string | undefined;
  fetch: (esi: Esi, request: Request) => Promise<EsiAnswer<Data>>;
};

function source<Answer, Data>(
  endpoint: Endpoint<string, Answer>,
  toData: (answer: Answer) => Data,
): Source<Data> {
  return {
    scope: endpoint.scope,
    async fetch(esi, request) {
      const answer = await esi.request(endpoint, request);
      return answer.state === "unchanged" ? answer : { ...answer, data: toData(answer.data) };
    },
  };
}

export const SECTION_SOURCES: { [Name in PlainSection]: Source<StoredData[Name]> } = {
  info: source(getCharacter, (answer) => ({
    name: answer.name,
    corporationId: answer.corporation_id,
    allianceId: answer.alliance_id ?? null,
    birthday: answer.birthday ?? null,
    securityStatus: answer.security_status ?? null,
  })),
  corporationHistory: source(getCorporationHistory, (answer) =>
    answer
      .map((entry) => ({
        recordId: entry.record_id,
        corporationId: entry.corporation_id,
        startDate: entry.start_date,
        isDeleted: entry.is_deleted ?? false,
      }))
      .toSorted((a, b) => b.recordId - a.recordId),
  ),
  attributes: source(getAttributes, (answer) => ({
    intelligence: answer.intelligence,
    perception: answer.perception,
    memory: answer.memory,
    willpower: answer.willpower,
    charisma: answer.charisma,
    lastRemapDate: answer.last_remap_date ?? null,
    bonusRemaps: answer.bonus_remaps ?? 0,
  })),
  skills: source(getSkills, (answer) => ({
    total_sp: answer.total_sp,
    unallocated_sp: answer.unallocated_sp ?? 0,
    skills: answer.skills,
  })),
  skillQueue: source(getSkillQueue, (answer) =>
    answer
      .map((entry) => ({
        skill_id: entry.skill_id,
        finished_level: entry.finished_level,
        queue_position: entry.queue_position,
        start_date: entry.start_date ?? null,
        finish_date: entry.finish_date ?? null,
        level_start_sp: entry.level_start_sp ?? null,
        level_end_sp: entry.level_end_sp ?? null,
        training_start_sp: entry.training_start_sp ?? null,
      }))
      .toSorted((a, b) => a.queue_position - b.queue_position),
  ),
  location: source(getLocation, (answer) => ({
    solarSystemId: answer.solar_system_id,
    stationId: answer.station_id ?? answer.structure_id ?? null,
    isStructure: answer.station_id === undefined && answer.structure_id !== undefined,
  })),
  status: source(getOnline, (answer) => ({
    online: answer.online,
    lastLogin: answer.last_login ?? null,
  })),
  ship: source(getShip, (answer) => ({ typeId: answer.ship_type_id, name: answer.ship_name })),
  wallet: source(getWallet, (balance) => ({ balance })),
  roles: source(getRoles, ({ roles }) => roles.toSorted()),
  titles: source(getCharacterTitles, (answer) => {
    const titles = answer.flatMap(({ title_id: id, name = "" }) =>
      id === undefined ? [] : [{ id, name }],
    );
    return {
      ids: titles.map(({ id }) => id),
      names: Object.fromEntries(titles.map(({ id, name }) => [id, name])),
    };
  }),
};

export const SECTIONS: readonly Section[] = [
  ...publicSectionSchema.options,
  ...privateSectionSchema.options,
];
export const EVIDENCE_SECTIONS = ["roles", "titles"] as const satisfies EvidenceSection[];
export const PLAIN_SECTIONS: readonly PlainSection[] = [
  ...SECTIONS.filter((section) => section !== "assets"),
  ...EVIDENCE_SECTIONS,
];

export const REFRESHABLES: readonly Refreshable[] = [
  ...SECTIONS,
  ...EVIDENCE_SECTIONS,
  "affiliation",
];

/** Whether only rules need the section. It is on no sheet. */
export function isEvidence(section: Refreshable): section is EvidenceSection {
  return section === "roles" || section === "titles";
}

/** The scope that a fetch needs; undefined for public routes. */
export function scopeOf(section: Refreshable): string | undefined {
  if (section === "affiliation") return undefined;
  return section === "assets" ? getAssets.scope : SECTION_SOURCES[section].scope;
}
