import type {
  CharacterDetail,
  CharacterLocation,
  CharacterShip,
  PrivateDetail,
  SkillQueueEntry,
  TrainedSkills,
} from "#shared/characters.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { parseJsonText, storedJson, toJsonText, withTexts } from "#worker/http/json-text.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import { findSecurityStatus } from "#worker/universe/system-names.ts";
import type { Sheet, SheetCharacter } from "./sheet-store.ts";
import type { SectionData } from "#worker/characters/refresh/section-sources.ts";
import {
  lastUpdated,
  missingScopes,
  sectionStates,
} from "#worker/characters/refresh/section-states.ts";
import type { GrantState } from "#worker/characters/refresh/section-states.ts";
import { hasFinished, remainingQueue, withFinishedTraining } from "./training.ts";

export type NameOf = (id: number | null | undefined) => string | null;

type Sections = Sheet["sections"];

/** The sheet as one viewer may see it. It contains private data only if the viewer owns the character. */
export function presentSheet(
  characterId: number,
  character: SheetCharacter,
  { sections, names }: Pick<Sheet, "sections" | "names">,
  { viewer, imagesUrl, now }: { viewer: UserActor; imagesUrl: string; now: number },
): JsonText<CharacterDetail> {
  const isOwner = character.userId === viewer.userId;
  const viewpoint = isOwner ? "owner" : character.userId === null ? "unlinked" : "other";
  const record = character.record ?? { checks: {} };
  const authorization = authorizationOf(character);
  const nameOf: NameOf = (id) => (id == null ? null : (names.get(id) ?? null));
  const info = readSection(sections, "info");
  const training = trainingTexts(sections, now);
  const corporationId = character.corporationId ?? info?.corporationId ?? null;
  const allianceId =
    character.corporationId === null ? (info?.allianceId ?? null) : character.allianceId;
  const publicInfo = {
    name: character.name,
    corporationId,
    corporationName: nameOf(corporationId),
    allianceId,
    allianceName: nameOf(allianceId),
    corporation_name: nameOf(corporationId),
    alliance_name: nameOf(allianceId),
    portrait: { px128x128: `${imagesUrl}/characters/${characterId}/portrait?size=128` },
    birthday: info?.birthday ?? null,
    securityStatus: info?.securityStatus ?? null,
  };
  const corporationHistory = (readSection(sections, "corporationHistory") ?? []).map((entry) => ({
    ...entry,
    corporationName: nameOf(entry.corporationId),
  }));
  return withTexts(
    {
      characterId,
      isOwner,
      userId: viewer.isAdmin ? character.userId : null,
      isBiomassed: Object.values(record.checks).some((check) => check.failure === "deleted"),
      lastUpdated: lastUpdated(record, viewpoint),
      sections: sectionStates(record, authorization, viewpoint, now),
    },
    {
      public: withTexts(
        { info: publicInfo, corporationHistory },
        { attributes: storedText(sections, "attributes"), skills: training.skills },
      ),
      private: isOwner ? privatePart(sections, training, nameOf, authorization) : toJsonText(null),
    },
  );
}

type TrainingTexts = {
  skills: JsonText<TrainedSkills | null>;
  skillQueue: JsonText<SkillQueueEntry[] | null>;
};

/** The skills and the queue: as stored, unless a skill has finished since. */
function trainingTexts(sections: Sections, now: number): TrainingTexts {
  const queue = readSection(sections, "skillQueue") ?? [];
  const storedSkills = storedText(sections, "skills");
  if (!hasFinished(queue, now)) {
    return { skills: storedSkills, skillQueue: storedText(sections, "skillQueue") };
  }
  const skills = skillsOf(sections, now);
  return {
    skills: skills ? toJsonText(skills) : storedSkills,
    skillQueue: toJsonText(remainingQueue(queue, now)),
  };
}

/** The skills, with those that have finished since. */
export function skillsOf(sections: Sections, now: number): TrainedSkills | null {
  const skills = readSection(sections, "skills");
  if (skills === undefined) return null;
  return withFinishedTraining(skills, readSection(sections, "skillQueue") ?? [], now);
}

function privatePart(
  sections: Sections,
  { skillQueue }: TrainingTexts,
  nameOf: NameOf,
  authorization: GrantState,
): JsonText<PrivateDetail> {
  return withTexts(
    {
      location: toLocation(readSection(sections, "location"), nameOf),
      ship: toShip(readSection(sections, "ship"), nameOf),
      tokenState: authorization.tokenState,
      missingScopes: missingScopes(authorization),
    },
    {
      skillQueue,
      wallet: storedText(sections, "wallet"),
      assets: storedText(sections, "assets"),
      status: storedText(sections, "status"),
    },
  );
}

export function authorizationOf(
  character: Pick<SheetCharacter, "tokenState" | "scopes">,
): GrantState {
  return { tokenState: character.tokenState ?? "revoked", scopes: character.scopes ?? [] };
}

/** The stored JSON of a section that is shown unchanged. */
function storedText<Name extends keyof SectionData>(sections: Sections, section: Name) {
  return storedJson<SectionData[Name] | null>(sections.get(section) ?? "null");
}

export function readSection<Name extends keyof SectionData>(
  sections: Sections,
  section: Name,
): SectionData[Name] | undefined {
  const data = sections.get(section);
  return data === undefined ? undefined : parseJsonText(storedJson<SectionData[Name]>(data));
}

export function toLocation(
  location: SectionData["location"] | undefined,
  nameOf: NameOf,
): CharacterLocation | null {
  if (location === undefined) return null;
  const { solarSystemId, stationId, isStructure } = location;
  return {
    solarSystemId,
    solarSystemName: nameOf(solarSystemId),
    securityStatus: findSecurityStatus(solarSystemId) ?? null,
    stationId,
    stationName: nameOf(stationId),
    isStructure,
  };
}

export function toShip(
  ship: SectionData["ship"] | undefined,
  nameOf: NameOf,
): CharacterShip | null {
  return ship === undefined ? null : { ...ship, typeName: nameOf(ship.typeId) };
}
