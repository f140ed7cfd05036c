import { Trans, ph, t } from "#web/language/macros.ts";
import type { SkillQueueEntry } from "#shared/characters.ts";
import { trainingState } from "#shared/training.ts";
import type { TrainingState } from "#shared/training.ts";
import { Countdown, TrainingBar } from "#web/eve/training.tsx";
import { SkillPips } from "#web/eve/skills.tsx";
import { romanLevel } from "#web/lib/format.ts";
import { cx } from "#web/lib/cx.ts";
import { EveMoment } from "#web/ui/time.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import "#web/ui/table/table.css";
import { duration } from "./queue-timeline.ts";
import type { SkillName } from "./skill-book.ts";

/** On small screens each row has two lines: name and level, then time left and finish. */
const ROW = "max-md:grid max-md:grid-cols-[auto_1fr_auto] max-md:gap-x-3 max-md:gap-y-0.5";

type QueueTableProps = {
  entries: SkillQueueEntry[];
  now: number;
  skillName: SkillName;
};

export function QueueTable({ entries, now, skillName }: QueueTableProps) {
  return (
    <table className="table">
      <caption className="sr-only">{t`Skill queue`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Skill`}</th>
          <th scope="col">{t`Level`}</th>
          <th scope="col" data-align="end">
            {t`Time`}
          </th>
          <th scope="col" data-align="end">
            {t`Finishes`}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <QueueRow
            key={entry.queue_position}
            entry={entry}
            name={skillName(entry.skill_id)}
            state={trainingState(entry, now)}
          />
        ))}
      </tbody>
    </table>
  );
}

type QueueRowProps = {
  entry: SkillQueueEntry;
  name: string | undefined;
  state: TrainingState;
};

function QueueRow({ entry, name, state }: QueueRowProps) {
  const isTraining = state === "training";
  const level = entry.finished_level;
  const label = name && `${name} ${romanLevel(level)}`;
  return (
    <tr className={cx(ROW, isTraining && "bg-surface-2")}>
      <th scope="row" className="max-md:col-span-2">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {label ?? <Skeleton className="h-4 w-44" />}
          {isTraining && (
            <Chip tone="signal" icon="clock">
              <Trans context="at present">Training</Trans>
            </Chip>
          )}
        </span>
        {isTraining && (
          <div className="mt-1.5">
            <TrainingBar
              label={t`${ph({ skill: label ?? t`The skill` })}, trained`}
              entry={entry}
            />
          </div>
        )}
      </th>
      <td className="max-md:justify-end">
        <SkillPips
          trained={level - 1}
          {...(isTraining ? { training: level } : { queued: level })}
        />
      </td>
      <td data-align="end">
        <TimeLeft entry={entry} isTraining={isTraining} />
      </td>
      <td data-align="end" className="max-md:col-span-2 max-md:justify-end">
        <Finish at={entry.finish_date} />
      </td>
    </tr>
  );
}

function TimeLeft({ entry, isTraining }: { entry: SkillQueueEntry; isTraining: boolean }) {
  const { start_date: start, finish_date: finish } = entry;
  if (start === null || finish === null) return <span className="text-text-2">{t`Paused`}</span>;
  if (!isTraining) return duration(Date.parse(finish) - Date.parse(start));
  return (
    <span className="text-signal">
      <Countdown until={finish} />
    </span>
  );
}

function Finish({ at }: { at: string | null }) {
  if (at === null) return <span className="text-text-2">–</span>;
  return (
    <span className="text-text-2">
      <EveMoment at={at} />
    </span>
  );
}
