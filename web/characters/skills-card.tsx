import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import type { SectionState, SkillQueueEntry, TrainedSkills } from "#shared/characters.ts";
import { AuthorizeButton, SectionAge, SectionWarning } from "./section-note.tsx";
import { skillsQuery } from "./queries.ts";
import { useWords } from "#web/language/messages.ts";
import { formatSp } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Check } from "#web/ui/form/choices.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { filterSections, NO_FILTER, sectionSkills, pyfaText } from "./skill-book.ts";
import { SkillSections, SkillSectionsSkeleton, useOpenSections } from "./skill-sections.tsx";
import { filtersInAddress, choiceOf, textLike, useFilters } from "#web/lib/filters.ts";
import type { SkillSection, SkillFilter } from "./skill-book.ts";

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
          {t`This pilot has not trained anything.`}
        </EmptyState>
      ) : catalogue.isError ? (
        <div className="p-4">
          <Alert
            tone="danger"
            action={
              <Button size="sm" onClick={() => catalogue.refetch()}>
                {t`Try again`}
              </Button>
            }
          >
            {t`The names of the skills could not be loaded.`}
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
          action={<Button onClick={() => setFilter(NO_FILTER)}>{t`Clear filters`}</Button>}
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
        {t`With your permission, Muster shows what this character can fly.`}
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

/** Copies the listed skills in Pyfa's import format. */
function CopySkillsButton({ sections }: { sections: SkillSection[] }) {
  const copy = () =>
    navigator.clipboard.writeText(pyfaText(sections)).then(
      () => toast.success(t`Skills copied. Paste them into Pyfa's character editor.`),
      () => toast.error(t`Your browser does not let Muster copy. Nothing was copied.`),
    );
  return (
    <Button size="sm" icon={<Icon name="copy" />} onClick={() => void copy()}>
      {t`Copy for Pyfa`}
    </Button>
  );
}

/** In the address: `?skill=hull&level=5`. What is typed stands there as it is, also a space at its end. */
const skillFilters = filtersInAddress<{ skill?: string; level?: "5" }>({
  skill: textLike((text) => text !== ""),
  level: choiceOf(["5"]),
});

function useSkillFilter() {
  const { filters, setFilters } = useFilters(skillFilters, { isReplacing: true });
  const filter: SkillFilter = { text: filters.skill ?? "", isMaxedOnly: filters.level === "5" };
  const setFilter = ({ text, isMaxedOnly }: SkillFilter) =>
    setFilters({ skill: text, ...(isMaxedOnly && { level: "5" }) });
  return { filter, setFilter };
}

type SkillFiltersProps = { filter: SkillFilter; onChange: (filter: SkillFilter) => void };

function SkillFilters({ filter, onChange }: SkillFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <TextField
        label={t`Filter skills`}
        isLabelHidden
        type="search"
        placeholder={t`Filter skills`}
        autoComplete="off"
        className="min-w-48 flex-1"
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <label className="flex min-h-9 cursor-pointer items-center gap-2 max-md:min-h-11">
        <Check
          type="checkbox"
          className="size-4"
          checked={filter.isMaxedOnly}
          onChange={(event) => onChange({ ...filter, isMaxedOnly: event.target.checked })}
        />
        {t`Level V only`}
      </label>
    </div>
  );
}
