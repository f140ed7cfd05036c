import { Trans, ph, t } from "#web/language/macros.ts";
import { typeName } from "#web/language/eve-names.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import { Countdown, ProgressBar, TrainingBar } from "#web/eve/training.tsx";
import { romanLevel } from "#web/eve/skills.tsx";
import { Chip } from "#web/ui/chip.tsx";

/** The skill in training with its countdown, or why nothing is training. */
export function TrainingLine({ overview }: { overview: OverviewCharacter }) {
  const { training, queueState } = overview;
  if (training) {
    const { skill_id: skillId, skillName } = training;
    const skill =
      skillName === null ? t`Skill ${ph({ skill_id: skillId })}` : typeName(skillId, skillName);
    const label = `${skill} ${romanLevel(training.finished_level)}`;
    return (
      <div className="grid grid-cols-1 gap-2">
        <p className="flex min-h-5.5 items-center justify-between gap-3">
          <span title={label} className="truncate">
            {label}
          </span>
          {training.finish_date && <Countdown until={training.finish_date} />}
        </p>
        <TrainingBar label={t`${ph({ skill: label })}, trained`} entry={training} />
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="flex min-h-5.5 items-center">
        {queueState === "empty" && (
          <Chip tone="warn">
            <Trans>Queue empty</Trans>
          </Chip>
        )}
        {queueState === "paused" && (
          <Chip tone="warn">
            <Trans>Queue paused</Trans>
          </Chip>
        )}
        {queueState === "training" && (
          <Chip icon="clock">
            <Trans>Waiting to train</Trans>
          </Chip>
        )}
        {queueState === "unknown" && (
          <span className="text-text-2">
            <Trans>Skill queue not available</Trans>
          </span>
        )}
      </p>
      <ProgressBar isStill label={t`Nothing is training`} percent={0} />
    </div>
  );
}
