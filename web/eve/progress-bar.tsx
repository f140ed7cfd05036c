import { cx } from "#web/lib/cx.ts";

type ProgressBarProps = {
  /** Names it for assistive technology. */
  label: string;
  /** From 0 to 100. */
  percent: number;
  /** Nothing moves: grey instead of cyan. */
  isStill?: boolean;
};

/** How far something is. */
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
