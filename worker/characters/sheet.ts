import type {
  CharacterDetail,
  CharacterLocation,
  CharacterShip,
  PrivateDetail,
} from "#shared/characters.ts";
import { findStationName } from "#worker/universe/stations.ts";
import { findSystem } from "#worker/universe/systems.ts";
import type { Sheet, SheetCharacter } from "./detail-store.ts";
import type { SectionData } from "./section-sources.ts";
import { lastUpdated, missingScopes, sectionStates } from "./section-states.ts";
import type { Authorization } from "./section-states.ts";
import { remainingQueue, withFinishedTraining } from "./training.ts";

export type NameOf = (id: number | null | undefined) => string | null;

/** The sheet as one viewer sees it. Nothing private is in it unless the viewer owns the character. */
export function toDetail(
  characterId: number,
  character: SheetCharacter,
  { sections, names }: Pick<Sheet, "sections" | "names">,
  { viewerId, imagesUrl, now }: { viewerId: string; imagesUrl: string; now: number },
): CharacterDetail {
  const isOwner = character.userId === viewerId;
  const viewpoint = isOwner ? "owner" : character.userId === null ? "unlinked" : "other";
  const record = character.record ?? { checks: {} };
  const authorization = authorizationOf(character);
  const nameOf: NameOf = (id) => (id == null ? null : (names.get(id) ?? null));
  const read = <Name extends keyof SectionData>(section: Name) => readSection(sections, section);
  const info = read("info");
  const corporationId = character.corporationId ?? info?.corporationId ?? null;
  const allianceId =
    character.corporationId === null ? (info?.allianceId ?? null) : character.allianceId;
  const skills = read("skills");
  return {
    characterId,
    isOwner,
    lastUpdated: lastUpdated(record, viewpoint),
    public: {
      info: {
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
      },
      attributes: read("attributes") ?? null,
      corporationHistory: (read("corporationHistory") ?? []).map((entry) => ({
        ...entry,
        corporationName: nameOf(entry.corporationId),
      })),
      skills:
        skills === undefined ? null : withFinishedTraining(skills, read("skillQueue") ?? [], now),
    },
    private: isOwner ? privatePart(read, nameOf, authorization, now) : null,
    sections: sectionStates(record, authorization, viewpoint, now),
  };
}

function privatePart(
  read: <Name extends keyof SectionData>(section: Name) => SectionData[Name] | undefined,
  nameOf: NameOf,
  authorization: Authorization,
  now: number,
): PrivateDetail {
  const queue = read("skillQueue");
  return {
    location: toLocation(read("location"), nameOf),
    wallet: read("wallet") ?? null,
    assets: read("assets") ?? null,
    status: read("status") ?? null,
    skillQueue: queue === undefined ? null : remainingQueue(queue, now),
    ship: toShip(read("ship"), nameOf),
    tokenState: authorization.tokenState,
    missingScopes: missingScopes(authorization),
  };
}

export function authorizationOf(
  character: Pick<SheetCharacter, "tokenState" | "scopes">,
): Authorization {
  return { tokenState: character.tokenState ?? "revoked", scopes: character.scopes ?? [] };
}

export function readSection<Name extends keyof SectionData>(
  sections: Map<string, string>,
  section: Name,
): SectionData[Name] | undefined {
  const data = sections.get(section);
  return data === undefined ? undefined : (JSON.parse(data) as SectionData[Name]);
}

export function toLocation(
  location: SectionData["location"] | undefined,
  nameOf: NameOf,
): CharacterLocation | null {
  if (location === undefined) return null;
  const { solarSystemId, stationId, isStructure } = location;
  const system = findSystem(solarSystemId);
  const stationName = stationId === null ? null : (findStationName(stationId) ?? nameOf(stationId));
  return {
    solarSystemId,
    solarSystemName: system?.name ?? nameOf(solarSystemId),
    securityStatus: system?.securityStatus ?? null,
    stationId,
    stationName,
    isStructure,
  };
}

export function toShip(
  ship: SectionData["ship"] | undefined,
  nameOf: NameOf,
): CharacterShip | null {
  return ship === undefined ? null : { ...ship, typeName: nameOf(ship.typeId) };
}
