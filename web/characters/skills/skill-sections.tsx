import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useId } from "react";
import type { SkillQueueEntry } from "#shared/characters.ts";
import { cx } from "#web/lib/cx.ts";
import { formatSp } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { remaining } from "./queue-timeline.ts";
import type { SkillSection } from "./skill-book.ts";
import { SkillRow } from "./skill-row.tsx";

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
