import { trainingProgress } from "#shared/training.ts";
import type { TrainingEntry } from "#shared/training.ts";
import { useClockUntil } from "./countdown.tsx";
import { ProgressBar } from "./progress-bar.tsx";

/** The progress of a level in training, updated with the clock. */
export function TrainingBar({ label, entry }: { label: string; entry: TrainingEntry }) {
  const now = useClockUntil(entry.finish_date);
  return <ProgressBar label={label} percent={trainingProgress(entry, now)} />;
}
