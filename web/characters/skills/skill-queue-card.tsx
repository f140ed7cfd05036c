import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import type { SectionState, SkillQueueEntry } from "#shared/characters.ts";
import { trainingState } from "#shared/training.ts";
import { AuthorizeButton, SectionAge, SectionWarning } from "#web/characters/section-note.tsx";
import { QueueBar } from "#web/eve/skills.tsx";
import { serverNow } from "#web/lib/clock.ts";
import { useNow } from "#web/lib/time.ts";
import { EveMoment } from "#web/ui/time.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { QueueTable } from "./queue-table.tsx";
import { duration, remaining, timeline } from "./queue-timeline.ts";
import type { SkillName } from "./skill-book.ts";

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
