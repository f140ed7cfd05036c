import { cx } from "#web/lib/cx.ts";

const LEVELS = [1, 2, 3, 4, 5];

type SkillPipsProps = {
  trained: number;
  /** The level in training now. */
  training?: number | undefined;
  /** The highest level in the queue. */
  queued?: number | undefined;
};

/** Five squares: trained is filled, training is cyan, queued is hatched, the rest are outlines. */
export function SkillPips({ trained, training, queued = 0 }: SkillPipsProps) {
  const words = [
    `Level ${trained} of 5`,
    training !== undefined && `training to ${training}`,
    queued > Math.max(trained, training ?? 0) && `queued to ${queued}`,
  ].filter(Boolean);
  return (
    <span className="inline-flex shrink-0 gap-0.5">
      <span className="sr-only">{words.join(", ")}</span>
      {LEVELS.map((level) => (
        <span
          key={level}
          aria-hidden="true"
          className={cx(
            "pip",
            level <= trained && "pip-trained",
            level === training && "pip-training",
            level > trained && level !== training && level <= queued && "pip-queued",
          )}
        />
      ))}
    </span>
  );
}
