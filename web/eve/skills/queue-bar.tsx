import "./skills.css";

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
      {shares.map((share, index) => (
        <span
          // The position in the queue is the entry's only identity here.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          aria-hidden="true"
          style={{ width: `${share * 100}%` }}
        />
      ))}
    </div>
  );
}
