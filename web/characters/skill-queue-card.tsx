import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import type { SectionState, SkillQueueEntry } from "#shared/characters.ts";
import { trainingState } from "#shared/training.ts";
import { AuthorizeButton, SectionAge, SectionWarning } from "./section-note.tsx";
import { QueueBar, SkillPips } from "#web/eve/skills.tsx";
import { romanLevel } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/clock.ts";
import { useNow } from "#web/lib/time.ts";
import { EveMoment } from "#web/ui/time.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { duration, remaining, timeline } from "./queue-timeline.ts";
import type { SkillName } from "./skill-book.ts";
import type { TrainingState } from "#shared/training.ts";
import { Countdown, TrainingBar } from "#web/eve/training.tsx";
import { cx } from "#web/lib/cx.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import "#web/ui/table.css";

/** At most. The bar above shows the whole queue. */
const MOST_SHOWN = 10;

type SkillQueueCardProps = {
  characterId: number;
  queue: SkillQueueEntry[] | null;
  state: SectionState | undefined;
  skillName: SkillName;
};

export function SkillQueueCard({ characterId, queue, state, skillName }: SkillQueueCardProps) {
  // Re-renders every minute, but the entry in training is determined with the exact time.
  useNow("minute");
  const now = serverNow();
  const left = queue && remaining(queue, now);
  return (
    <Card isFlush title={t`Skill Queue`} actions={<SectionAge state={state} />}>
      <SectionWarning state={state} />
      {left === null ? (
        <NoQueue characterId={characterId} state={state} />
      ) : left.length === 0 ? (
        <EmptyState variant="call-to-action" title={t`Nothing is training`}>
          {t`The queue is empty. Skills are queued in EVE itself.`}
        </EmptyState>
      ) : (
        <Queue queue={left} now={now} skillName={skillName} />
      )}
    </Card>
  );
}

function NoQueue({ characterId, state }: Pick<SkillQueueCardProps, "characterId" | "state">) {
  if (state?.state !== "missing_scope")
    return <p className="p-4 text-text-2">{t`Not available`}</p>;
  return (
    <EmptyState
      variant="call-to-action"
      title={t`The skill queue is not shared`}
      action={
        <AuthorizeButton characterId={characterId} purpose={t`to the skill queue`}>
          {t`Grant access`}
        </AuthorizeButton>
      }
    >
      {t`With your permission, Muster shows the queue and warns you before it runs out.`}
    </EmptyState>
  );
}

type QueueProps = Pick<SkillQueueCardProps, "skillName"> & {
  queue: SkillQueueEntry[];
  now: number;
};

function Queue({ queue, now, skillName }: QueueProps) {
  const line = timeline(queue, now);
  const isPaused = queue.some((entry) => trainingState(entry, now) === "paused");
  return (
    <>
      <div className="grid gap-2 border-b border-line-faint p-4">
        {line && (
          <>
            <p className="text-sm text-text-2">
              <Trans>
                <Plural value={{ count: queue.length }} one="# skill" other="# skills" />,{" "}
                {ph({ duration: duration(Date.parse(line.endsAt) - now) })} in all. Ends{" "}
                <EveMoment at={line.endsAt} />
              </Trans>
            </p>
            <QueueBar
              label={t`The queue, ${plural({ count: queue.length }, { one: "# skill", other: "# skills" })}`}
              shares={line.shares}
            />
            <ol aria-hidden="true" className="relative h-4 text-xs/4 text-text-2">
              {line.ticks.map(({ at, label }) => (
                <li
                  key={label}
                  className="absolute -translate-x-1/2 whitespace-nowrap first:translate-x-0 last:-translate-x-full"
                  style={{ left: `${at * 100}%` }}
                >
                  {label}
                </li>
              ))}
            </ol>
          </>
        )}
        {isPaused && (
          <p className="flex flex-wrap items-center gap-3 text-sm text-text-2">
            <Chip tone="warn">{t`Paused`}</Chip>
            <span>
              <Plural
                value={{ count: queue.length }}
                one="# skill waiting. Training is resumed in EVE itself."
                other="# skills waiting. Training is resumed in EVE itself."
              />
            </span>
          </p>
        )}
      </div>
      <QueueTable entries={queue.slice(0, MOST_SHOWN)} now={now} skillName={skillName} />
      {queue.length > MOST_SHOWN && (
        <p className="border-t border-line-faint px-4 py-3 text-sm text-text-2">
          <Trans>And {ph({ count: queue.length - MOST_SHOWN })} more...</Trans>
        </p>
      )}
    </>
  );
}

/** On small screens each row has two lines: name and level, then time left and finish. */
const ROW = "max-md:grid max-md:grid-cols-[auto_1fr_auto] max-md:gap-x-3 max-md:gap-y-0.5";

type QueueTableProps = {
  entries: SkillQueueEntry[];
  now: number;
  skillName: SkillName;
};

function QueueTable({ entries, now, skillName }: QueueTableProps) {
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
        <EntryTimeLeft entry={entry} isTraining={isTraining} />
      </td>
      <td data-align="end" className="max-md:col-span-2 max-md:justify-end">
        <Finish at={entry.finish_date} />
      </td>
    </tr>
  );
}

function EntryTimeLeft({ entry, isTraining }: { entry: SkillQueueEntry; isTraining: boolean }) {
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
