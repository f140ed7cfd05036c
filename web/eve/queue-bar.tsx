type QueueBarProps = {
  /** The sentence the bar stands for: "41 days in 7 skills". */
  label: string;
  /** Each entry's share of the width, from 0 to 1, the running one first. What is left over is hatched. */
  shares: readonly number[];
};

/** The training queue at a glance: bright is running, two tones are waiting, hatched is free. */
export function QueueBar({ label, shares }: QueueBarProps) {
  return (
    <div className="queue-bar">
      <span className="sr-only">{label}</span>
      {shares.map((share, index) => (
        <span
          // The order of the queue is all that tells its entries apart here.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          aria-hidden="true"
          style={{ width: `${share * 100}%` }}
        />
      ))}
    </div>
  );
}
