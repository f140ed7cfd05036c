import type { SkillQueueEntry } from "#shared/characters.ts";
import { skillPointsAt, skillProgress, trainingState } from "#shared/skills.ts";
import { ProgressBar } from "#web/eve/progress-bar.tsx";
import { SkillPips } from "#web/eve/skill-pips.tsx";
import { TrainingBar } from "#web/eve/training-bar.tsx";
import { serverNow } from "#web/lib/clock.ts";
import { formatInteger, formatSp } from "#web/lib/format.ts";
import type { KnownSkill } from "./skill-book.ts";

type SkillRowProps = {
  skill: KnownSkill;
  /** Its entries of the queue, in order. */
  queued: SkillQueueEntry[];
  hasProgress: boolean;
};

/** One skill: how far it is trained and, for its owner, how far the next level is. */
export function SkillRow({ skill, queued, hasProgress }: SkillRowProps) {
  const { name, rank, level, points } = skill;
  const training = queued.find((entry) => trainingState(entry, serverNow()) === "training");
  const label = `${name}, on the way to the next level`;
  return (
    <li className="grid content-center gap-1 py-1.5">
      <span className="flex items-center gap-3">
        <span className="min-w-0 flex-1 leading-snug">
          {name} <span className="text-xs whitespace-nowrap text-text-3">×{rank}</span>
        </span>
        <SkillPips
          trained={level}
          training={training?.finished_level}
          queued={queued.at(-1)?.finished_level}
        />
        <span
          title={`${formatInteger(points)} of ${formatInteger(skillPointsAt(5, rank))} SP`}
          className="w-14 text-right text-sm text-text-3 tabular-nums"
        >
          {formatSp(points)}
        </span>
      </span>
      {hasProgress &&
        (training ? (
          <TrainingBar label={label} entry={training} />
        ) : (
          <ProgressBar
            label={label}
            percent={skillProgress(
              { trained_skill_level: level, skillpoints_in_skill: points },
              rank,
            )}
          />
        ))}
    </li>
  );
}
