import { useQuery } from "@tanstack/react-query";
import { useMemo, lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { ReactNode } from "react";
import type {
  CharacterDetail,
  SectionStates,
  CharacterAttributes,
  SectionState,
} from "#shared/characters.ts";
import { nameSkills } from "./skill-book.ts";
import type { SkillName } from "./skill-book.ts";
import { SkillQueueCard } from "./skill-queue-card.tsx";
import { SkillsCard } from "./skills-card.tsx";
import { Trans, ph, t, msg } from "#web/language/macros.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { PageTitle } from "#web/ui/page.tsx";
import { say } from "#web/language/messages.ts";
import { DateOnly } from "#web/ui/time.tsx";
import { AuthorizationAlert, SectionAge, SectionWarning } from "./section-note.tsx";
import { skillsQuery } from "./queries.ts";
import { CharacterHeader } from "./character-header.tsx";
import { CorporationHistoryCard } from "./corporation-history-card.tsx";
import { Summary } from "./summary.tsx";
import "#web/eve/telemetry.css";

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

const GrantDialog = lazy(() => import("#web/eve/grant-dialog.tsx"));

/**
 * Opens the grant dialog on a page that was reached by `paths.grantRequest`. Other users read the same text for every
 * character, so the link does not tell them who is a director.
 */
function GrantRequest({ character }: { character: CharacterSummary }) {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  if (user === null || params.get("grant") !== "director") return null;
  const close = () => {
    params.delete("grant");
    setParams(params, { replace: true });
  };
  const own = user.characters.find(({ characterId }) => characterId === character.characterId);
  if (own?.hasDirectorAccess && own.tokenState !== "revoked") {
    return (
      <Alert tone="ok" title={t`Director access is granted`}>
        {t`There is nothing more to do.`}
      </Alert>
    );
  }
  if (own) {
    return (
      <Suspense>
        <GrantDialog character={own} onClose={close} />
      </Suspense>
    );
  }
  return (
    <Alert title={t`This link is for another account`}>
      <Trans>
        Only the player of <bdi>{ph({ characterName: character.characterName })}</bdi> can grant its
        director access. If that is you, log out and log in with{" "}
        <bdi>{character.characterName}</bdi>.
      </Trans>
    </Alert>
  );
}

type SheetGridProps = { queue: ReactNode; aside: ReactNode; skills: ReactNode };

/** Two columns on large screens. On small ones the skills, the longest card, come last. */
function SheetGrid({ queue, aside, skills }: SheetGridProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      {queue}
      <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">{aside}</div>
      <div className="lg:col-start-1">{skills}</div>
    </div>
  );
}

/** Placeholders in the layout of the page. The owner's page has more cards, and the owner may not be known yet. */
export function CharacterSkeleton({ isOwner }: { isOwner: boolean | undefined }) {
  return (
    <SkeletonRegion label={t`Loading character details`}>
      <PageTitle>{t`Character`}</PageTitle>
      <h1 className="sr-only">{t`Character`}</h1>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 pt-1">
          <Skeleton className="size-16 md:size-24" />
          <div className="grid min-w-56 flex-1 grid-cols-1 gap-3">
            <Skeleton className="h-10 w-64 max-w-full" />
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-5 w-32" />
          </div>
        </div>
        {isOwner !== undefined && <SheetSkeleton isOwner={isOwner} />}
      </div>
    </SkeletonRegion>
  );
}

function SheetSkeleton({ isOwner }: { isOwner: boolean }) {
  return (
    <>
      <div className="card telemetry rounded-card border border-line-faint bg-surface-1 md:grid-cols-4">
        {Array.from({ length: isOwner ? 8 : 4 }, (_, index) => (
          <div key={index} className="grid h-20 content-center gap-2">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </div>
      <SheetGrid
        queue={isOwner && <RowsCard title={t`Skill Queue`} rows={10} />}
        aside={
          <>
            <RowsCard title={t`Attributes`} rows={6} />
            <RowsCard title={t`Corporation History`} rows={8} />
          </>
        }
        skills={<RowsCard title={t`Skills`} rows={24} />}
      />
    </>
  );
}

const WIDTHS = ["w-2/5", "w-1/2", "w-1/3", "w-3/5"];

function RowsCard({ title, rows }: { title: string; rows: number }) {
  return (
    <Card isFlush title={title}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-10 items-center px-4">
          <Skeleton className={`h-4 ${WIDTHS[index % WIDTHS.length]}`} />
        </div>
      ))}
    </Card>
  );
}

const NAMES = [
  ["intelligence", msg`Intelligence`],
  ["perception", msg`Perception`],
  ["memory", msg`Memory`],
  ["willpower", msg`Willpower`],
  ["charisma", msg`Charisma`],
] as const;
/** EVE's maximum: 27 from a remap and 10 from implants. */
const HIGHEST = 37;

type AttributesCardProps = {
  attributes: CharacterAttributes | null;
  state: SectionState | undefined;
};

function AttributesCard({ attributes, state }: AttributesCardProps) {
  return (
    <Card isFlush title={t`Attributes`} actions={<SectionAge state={state} />}>
      <SectionWarning state={state} />
      {attributes ? (
        <dl className="grid grid-cols-[minmax(6.5rem,auto)_1fr_auto] gap-x-3 gap-y-2 p-4">
          {NAMES.map(([key, name]) => (
            <div key={key} className="col-span-3 grid grid-cols-subgrid items-center">
              <dt className="text-text-2">{say(name)}</dt>
              <dd aria-hidden="true" className="h-1 rounded-bar bg-surface-3">
                <span
                  className="block h-full rounded-bar bg-line-control"
                  style={{ width: `${Math.min(1, attributes[key] / HIGHEST) * 100}%` }}
                />
              </dd>
              <dd className="w-6 text-end font-display text-lg/none font-semibold tabular-nums">
                {attributes[key]}
              </dd>
            </div>
          ))}
          <div className="col-span-3 mt-1 flex justify-between border-t border-line-faint pt-3">
            <dt className="text-text-2">{t`Last remap`}</dt>
            <dd>
              {attributes.lastRemapDate ? <DateOnly at={attributes.lastRemapDate} /> : t`Never`}
            </dd>
          </div>
          {attributes.bonusRemaps > 0 && (
            <div className="col-span-3 flex justify-between">
              <dt className="text-text-2">{t`Bonus remaps`}</dt>
              <dd>
                <Trans>{ph({ bonusRemaps: attributes.bonusRemaps })} available</Trans>
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className="p-4 text-text-2">{t`Not available`}</p>
      )}
    </Card>
  );
}
