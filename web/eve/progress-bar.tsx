/** How far something is, from 0 to 100. `label` names it for assistive technology. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return <progress aria-label={label} value={percent} max={100} className="progress-bar" />;
}
