import { useId, useState } from "react";
import { Trans, ph, plural, t } from "#web/language/macros.ts";
import type { SkillQueueEntry } from "#shared/characters.ts";
import { cx } from "#web/lib/cx.ts";
import { formatSp, formatInteger } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MAX_SKILL_LEVEL, skillPointsAt, skillProgress, trainingState } from "#shared/training.ts";
import { ProgressBar, TrainingBar } from "#web/eve/training.tsx";
import { SkillPips } from "#web/eve/skills.tsx";
import { remaining } from "./queue-timeline.ts";
import type { SkillSection, KnownSkill } from "./skill-book.ts";

const HEADER =
  "flex min-h-10 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2 hover:bg-surface-2 max-md:min-h-11";

type SkillSectionsProps = {
  sections: SkillSection[];
  queue: SkillQueueEntry[];
  isOpen: (id: number) => boolean;
  onToggle: (id: number) => void;
  hasProgress: boolean;
};

export function SkillSections({ sections, isOpen, onToggle, ...rest }: SkillSectionsProps) {
  return sections.map((section) => (
    <Section
      key={section.id}
      section={section}
      isOpen={isOpen(section.id)}
      onToggle={() => onToggle(section.id)}
      {...rest}
    />
  ));
}

type SectionProps = Pick<SkillSectionsProps, "queue" | "hasProgress"> & {
  section: SkillSection;
  isOpen: boolean;
  onToggle: () => void;
};

/** A group of skills. Its rows are rendered only while it is open. */
function Section({ section, isOpen, onToggle, queue, hasProgress }: SectionProps) {
  const contentId = useId();
  const left = isOpen ? remaining(queue, serverNow()) : [];
  return (
    <section className="border-t border-line-faint first:border-t-0">
      <h3 className="font-ui text-md font-medium">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={onToggle}
          className={HEADER}
        >
          <span className={cx("text-text-2 transition-transform", !isOpen && "-rotate-90")}>
            <Icon name="chevron" />
          </span>
          <span className="min-w-0 flex-1">{section.name}</span>
          <span className="text-sm font-normal whitespace-nowrap text-text-2">
            {plural({ count: section.skills.length }, { one: "# skill", other: "# skills" })}
          </span>
          <span className="w-20 text-end text-sm font-normal whitespace-nowrap text-text-2 tabular-nums">
            <Trans>{ph({ points: formatSp(section.points) })} SP</Trans>
          </span>
        </button>
      </h3>
      {isOpen && (
        <ul id={contentId} className="grid gap-x-8 px-4 pt-1 pb-4 sm:grid-cols-2 sm:pl-11">
          {section.skills.map((skill) => (
            <SkillRow
              key={skill.id}
              skill={skill}
              queued={left.filter(({ skill_id }) => skill_id === skill.id)}
              hasProgress={hasProgress}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Placeholders for the usual number of groups. */
export function SkillSectionsSkeleton() {
  return (
    <SkeletonRegion label={t`Loading the skills`}>
      {Array.from({ length: 12 }, (_, index) => (
        <div
          key={index}
          className="flex min-h-10 items-center gap-3 border-t border-line-faint px-4"
        >
          <Skeleton className="size-4" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-28" />
        </div>
      ))}
    </SkeletonRegion>
  );
}

type SkillRowProps = {
  skill: KnownSkill;
  /** The queue entries of this skill, in order. */
  queued: SkillQueueEntry[];
  hasProgress: boolean;
};

/** A skill with its level and, for the owner, the progress to the next level. */
function SkillRow({ skill, queued, hasProgress }: SkillRowProps) {
  const { name, rank, level, points } = skill;
  const training = queued.find((entry) => trainingState(entry, serverNow()) === "training");
  return (
    <li className="grid content-center gap-1 py-2">
      <span className="flex gap-3">
        <span className="min-w-0 flex-1 leading-snug">
          {name} <span className="text-xs whitespace-nowrap text-text-2">×{rank}</span>
        </span>
        <span
          title={t`${ph({ points: formatInteger(points) })} of ${ph({ MAX_SKILL_LEVEL: formatInteger(skillPointsAt(MAX_SKILL_LEVEL, rank)) })} SP`}
          className="text-sm text-text-2 tabular-nums"
        >
          {formatSp(points)}
        </span>
      </span>
      <span className="flex items-center gap-3">
        <SkillPips
          trained={level}
          training={training?.finished_level}
          queued={queued.at(-1)?.finished_level}
        />
        {hasProgress && (
          <span className="flex-1">
            <Progress skill={skill} training={training} />
          </span>
        )}
      </span>
    </li>
  );
}

type ProgressProps = { skill: KnownSkill; training: SkillQueueEntry | undefined };

/** The progress to the next level. Only the skill in training is extrapolated; the others show ESI's last value. */
function Progress({ skill, training }: ProgressProps) {
  const label = t`${ph({ skill: skill.name })}, on the way to the next level`;
  if (training) return <TrainingBar label={label} entry={training} />;
  const trained = { trained_skill_level: skill.level, skillpoints_in_skill: skill.points };
  return <ProgressBar isStill label={label} percent={skillProgress(trained, skill.rank)} />;
}

/**
 * Which sections are open. By default all are closed, or all open while a filter applies. Sections toggled by the user
 * keep their state until the filter changes.
 */
export function useOpenSections(sections: SkillSection[], isFiltering: boolean) {
  const [{ toggled, isFor }, set] = useState({ toggled: new Set<number>(), isFor: isFiltering });
  const current = isFor === isFiltering ? toggled : new Set<number>();
  const isOpen = (id: number) => current.has(id) !== isFiltering;
  const isAllOpen = sections.every(({ id }) => isOpen(id));
  const toggle = (id: number) => {
    const next = new Set(current);
    if (!next.delete(id)) next.add(id);
    set({ toggled: next, isFor: isFiltering });
  };
  const toggleAll = () => {
    const ids = isAllOpen === isFiltering ? sections.map(({ id }) => id) : [];
    set({ toggled: new Set(ids), isFor: isFiltering });
  };
  return { isOpen, isAllOpen, toggle, toggleAll };
}
