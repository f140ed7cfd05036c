import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { SectionState, SkillQueueEntry, TrainedSkills } from "#shared/characters.ts";
import { AuthorizeButton } from "#web/characters/character/authorization-alert.tsx";
import { skillsQuery } from "#web/characters/character/queries.ts";
import { SectionAge, SectionWarning } from "#web/characters/character/section-note.tsx";
import { useWords } from "#web/language/use-language.ts";
import { formatSp } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CopySkillsButton } from "./copy-skills-button.tsx";
import { filterSections, NO_FILTER, sectionSkills } from "./skill-book.ts";
import { SkillFilters, useSkillFilter } from "./skill-filters.tsx";
import { SkillSections, SkillSectionsSkeleton } from "./skill-sections.tsx";
import { useOpenSections } from "./use-open-sections.ts";

type SkillsCardProps = {
  characterId: number;
  skills: TrainedSkills | null;
  /** Owner only; without it, no progress is shown. */
  queue: SkillQueueEntry[] | null;
  isOwner: boolean;
  /** The ids of all skills on the page, so that one request names them all. */
  skillIds: number[];
  state: SectionState | undefined;
};

/** Trained skills by group. Closed groups are not rendered: EVE has 511 skills. */
export function SkillsCard(props: SkillsCardProps) {
  const { skills, skillIds, state, characterId, isOwner } = props;
  const catalogue = useQuery(skillsQuery(skillIds));
  return (
    <Card isFlush title={t`Skills`} actions={<SectionAge state={state} />}>
      <SectionWarning state={state} />
      {!skills ? (
        <NoSkills characterId={characterId} isOwner={isOwner} state={state} />
      ) : skills.skills.length === 0 ? (
        <EmptyState variant="call-to-action" title={t`No skills yet`}>
          <Trans>This pilot has not trained anything.</Trans>
        </EmptyState>
      ) : catalogue.isError ? (
        <div className="p-4">
          <Alert
            tone="danger"
            action={
              <Button size="sm" onClick={() => catalogue.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            <Trans>The names of the skills could not be loaded.</Trans>
          </Alert>
        </div>
      ) : catalogue.data ? (
        <SkillBook {...props} skills={skills} catalogue={catalogue.data} />
      ) : (
        <SkillSectionsSkeleton />
      )}
    </Card>
  );
}

type SkillBookProps = SkillsCardProps & {
  skills: TrainedSkills;
  catalogue: Parameters<typeof sectionSkills>[1];
};

function SkillBook({ skills, catalogue, queue, isOwner }: SkillBookProps) {
  const { filter, setFilter } = useSkillFilter();
  const words = useWords();
  const sections = useMemo(
    () => sectionSkills(skills.skills, catalogue),
    // oxlint-disable-next-line react/exhaustive-deps -- The names are in the language of `words`.
    [skills, catalogue, words],
  );
  const deferred = useDeferredValue(filter);
  const shown = useMemo(() => filterSections(sections, deferred), [sections, deferred]);
  const { isOpen, isAllOpen, toggle, toggleAll } = useOpenSections(shown, shown !== sections);
  const count = shown.reduce((sum, section) => sum + section.skills.length, 0);
  const points = shown.reduce((sum, section) => sum + section.points, 0);
  return (
    <>
      <div className="grid gap-2 border-b border-line-faint p-4 pb-3">
        <SkillFilters filter={filter} onChange={setFilter} />
        <div className="flex flex-wrap items-center gap-2">
          <output className="mr-auto text-sm text-text-2">
            <Trans>
              <Plural value={count} one="# skill" other="# skills" />,{" "}
              {ph({ points: formatSp(points) })} SP
            </Trans>
          </output>
          <CopySkillsButton sections={shown} />
          <Button size="sm" onClick={toggleAll}>
            {isAllOpen ? t`Collapse all` : t`Expand all`}
          </Button>
        </div>
      </div>
      {count === 0 ? (
        <EmptyState
          variant="not-found"
          title={t`No skill matches`}
          action={
            <Button onClick={() => setFilter(NO_FILTER)}>
              <Trans>Clear filters</Trans>
            </Button>
          }
        />
      ) : (
        <SkillSections
          sections={shown}
          queue={queue ?? []}
          isOpen={isOpen}
          onToggle={toggle}
          hasProgress={isOwner}
        />
      )}
    </>
  );
}

function NoSkills(props: Pick<SkillsCardProps, "characterId" | "isOwner" | "state">) {
  if (props.isOwner && props.state?.state === "missing_scope") {
    return (
      <EmptyState
        variant="call-to-action"
        title={t`The skills are not shared`}
        action={
          <AuthorizeButton characterId={props.characterId} purpose={t`to the skills`}>
            {t`Grant access`}
          </AuthorizeButton>
        }
      >
        <Trans>With your permission, Muster shows what this character can fly.</Trans>
      </EmptyState>
    );
  }
  return (
    <p className="p-4 text-text-2">
      {props.isOwner
        ? t`Not available`
        : t`Not available. Skills appear once the pilot has signed in to Muster.`}
    </p>
  );
}
