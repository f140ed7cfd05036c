import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CharacterDetail, SectionStates } from "#shared/characters.ts";
import { AuthorizationAlert } from "#web/characters/character/authorization-alert.tsx";
import { skillsQuery } from "#web/characters/character/queries.ts";
import { nameSkills } from "#web/characters/skills/skill-book.ts";
import type { SkillName } from "#web/characters/skills/skill-book.ts";
import { SkillQueueCard } from "#web/characters/skills/skill-queue-card.tsx";
import { SkillsCard } from "#web/characters/skills/skills-card.tsx";
import { GrantRequest } from "#web/eve/director-access/grant-request.tsx";
import { AttributesCard } from "./attributes-card.tsx";
import { CharacterHeader } from "./character-header.tsx";
import { CorporationHistoryCard } from "./corporation-history-card.tsx";
import { SheetGrid } from "./sheet-grid.tsx";
import { Summary } from "./summary.tsx";

export function CharacterSheet({ character }: { character: CharacterDetail }) {
  const { characterId, isOwner, public: sheet, private: own } = character;
  const sections = own?.tokenState === "revoked" ? quiet(character.sections) : character.sections;
  const skillIds = [
    ...(sheet.skills?.skills ?? []).map(({ skill_id }) => skill_id),
    ...(own?.skillQueue ?? []).map(({ skill_id }) => skill_id),
  ];
  const { data: catalogue, isLoading } = useQuery(skillsQuery(skillIds));
  const skillName: SkillName = useMemo(
    () => (isLoading ? () => undefined : nameSkills(catalogue ?? [])),
    [catalogue, isLoading],
  );
  return (
    <div className="grid gap-4">
      <CharacterHeader character={character} />
      <GrantRequest character={{ characterId, characterName: sheet.info.name }} />
      {own && (
        <AuthorizationAlert
          characterId={characterId}
          own={own}
          hasData={hasPrivateData(character)}
        />
      )}
      <Summary character={character} sections={sections} />
      <SheetGrid
        queue={
          own && (
            <SkillQueueCard
              characterId={characterId}
              queue={own.skillQueue}
              state={sections.skillQueue}
              skillName={skillName}
            />
          )
        }
        aside={
          <>
            <AttributesCard attributes={sheet.attributes} state={sections.attributes} />
            <CorporationHistoryCard
              history={sheet.corporationHistory}
              state={sections.corporationHistory}
            />
          </>
        }
        skills={
          <SkillsCard
            characterId={characterId}
            isOwner={isOwner}
            skills={sheet.skills}
            queue={own?.skillQueue ?? null}
            skillIds={skillIds}
            state={sections.skills}
          />
        }
      />
    </div>
  );
}

/** With a lost authorization every section fails, so one alert replaces the notes of all sections. */
function quiet(sections: SectionStates): SectionStates {
  const quieted = structuredClone(sections);
  for (const section of Object.values(quieted)) {
    if (section?.state === "failed") section.state = "due";
  }
  return quieted;
}

/** Whether anything that needs the character's authorization has been loaded. */
function hasPrivateData({ public: { skills, attributes }, private: own }: CharacterDetail) {
  const parts = [
    skills,
    attributes,
    own?.location,
    own?.wallet,
    own?.assets,
    own?.status,
    own?.skillQueue,
  ];
  return parts.some((part) => part != null);
}
