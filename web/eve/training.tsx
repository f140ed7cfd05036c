import { ph, t } from "#web/language/macros.ts";
import { typeName } from "#web/language/eve-names.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import { serverNow } from "#web/lib/clock.ts";
import { countdown, useNow } from "#web/lib/time.ts";
import { Time } from "#web/ui/time.tsx";
import { cx } from "#web/lib/cx.ts";
import { HOUR_MS } from "#shared/time.ts";
import { trainingProgress } from "#shared/training.ts";
import type { TrainingEntry } from "#shared/training.ts";
import { romanLevel } from "#web/lib/format.ts";
import "./skills.css";

export function Countdown({ until }: { until: string }) {
  const now = useClockUntil(until);
  return (
    <Time at={until} className="font-display font-semibold whitespace-nowrap">
      {countdown(Date.parse(until) - now)}
    </Time>
  );
}

/** The current time for a countdown to `until`. It updates every second only in the last hour. */
function useClockUntil(until: string | null): number {
  const left = Date.parse(until ?? "") - serverNow();
  return useNow(left > 0 && left < HOUR_MS ? "second" : "minute");
}

/** "Caldari Battleship V" */
export function skillInTraining(training: NonNullable<OverviewCharacter["training"]>): string {
  const { skill_id, skillName, finished_level } = training;
  const skill = skillName === null ? t`Skill ${ph({ skill_id })}` : typeName(skill_id, skillName);
  return `${skill} ${romanLevel(finished_level)}`;
}

type ProgressBarProps = {
  /** For screen readers. */
  label: string;
  /** From 0 to 100. */
  percent: number;
  /** Paused: grey instead of cyan. */
  isStill?: boolean;
};

export function ProgressBar({ label, percent, isStill = false }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={percent}
      max={100}
      className={cx("progress-bar", isStill && "progress-still")}
    />
  );
}

/** The progress of a level in training, updated with the clock. */
export function TrainingBar({ label, entry }: { label: string; entry: TrainingEntry }) {
  const now = useClockUntil(entry.finish_date);
  return <ProgressBar label={label} percent={trainingProgress(entry, now)} />;
}
