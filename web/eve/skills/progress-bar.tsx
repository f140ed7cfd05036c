import { cx } from "#web/lib/cx.ts";
import "./skills.css";

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
