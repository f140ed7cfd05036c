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
