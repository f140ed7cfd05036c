import { t } from "#web/language/macros.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { cx } from "#web/lib/cx.ts";
import "./skills.css";

const LEVELS = [1, 2, 3, 4, 5];

type SkillPipsProps = {
  trained: number;
  /** The level in training. */
  training?: number | undefined;
  /** The highest level in the queue. */
  queued?: number | undefined;
};

/** Five squares, one per level: filled is trained, cyan in training, hatched queued, outlined neither. */
export function SkillPips({ trained, training, queued = 0 }: SkillPipsProps) {
  const labels = [
    t`Level ${trained} of 5`,
    training !== undefined && t`training to ${training}`,
    queued > Math.max(trained, training ?? 0) && t`queued to ${queued}`,
  ].filter((label) => label !== false);
  return (
    <span className="inline-flex shrink-0 gap-0.5">
      <span className="sr-only">{enumerated(labels)}</span>
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

type QueueBarProps = {
  /** For screen readers: "41 days in 7 skills". */
  label: string;
  /** Each entry's share of the width, from 0 to 1, in queue order. The rest of the bar is hatched. */
  shares: readonly number[];
};

/** The training queue: bright is in training, two alternating tones are waiting, hatched is free. */
export function QueueBar({ label, shares }: QueueBarProps) {
  return (
    <div className="queue-bar">
      <span className="sr-only">{label}</span>
      {/* Attributes, because the landing page has the bar in its document, whose policy allows no style there. */}
      <svg width="100%" height="14" aria-hidden="true">
        {shares.map((share, index) => (
          <rect
            // The position in the queue is the entry's only identity here.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            x={percent(shares.slice(0, index).reduce((sum, before) => sum + before, 0))}
            width={percent(share)}
            height="14"
          />
        ))}
      </svg>
    </div>
  );
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
