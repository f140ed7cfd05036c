import { ph, t } from "#web/language/macros.ts";
import type { SkillQueueEntry } from "#shared/characters.ts";
import { MAX_SKILL_LEVEL, skillPointsAt, skillProgress, trainingState } from "#shared/training.ts";
import { ProgressBar } from "#web/eve/skills/progress-bar.tsx";
import { SkillPips } from "#web/eve/skills/skill-level.tsx";
import { TrainingBar } from "#web/eve/skills/training-bar.tsx";
import { formatInteger, formatSp } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import type { KnownSkill } from "./skill-book.ts";

type SkillRowProps = {
  skill: KnownSkill;
  /** The queue entries of this skill, in order. */
  queued: SkillQueueEntry[];
  hasProgress: boolean;
};

/** A skill with its level and, for the owner, the progress to the next level. */
export function SkillRow({ skill, queued, hasProgress }: SkillRowProps) {
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
