import { formatInteger } from "#web/lib/format.ts";

type ProblemKind = "grace" | "unknown";

type Props = {
  counts: Record<ProblemKind, number>;
  total: number;
  chosen: ProblemKind | undefined;
  onChoose: (kind: ProblemKind | undefined) => void;
};

/** Which members are shown, with how many there are of each. */
export function ProblemFilter({ counts, total, chosen, onChoose }: Props) {
  const choices = [
    { kind: undefined, label: "All", count: total },
    { kind: "grace", label: "In grace", count: counts.grace },
    { kind: "unknown", label: "Not checked", count: counts.unknown },
  ] as const;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Requirements</legend>
      {choices.map(({ kind, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={kind === chosen}
          className="control inline-flex min-h-8 items-center gap-1.5 rounded-control border border-line-control px-3 text-sm text-text-2 transition-colors hover:bg-surface-3 aria-pressed:border-text-2 aria-pressed:bg-surface-3 aria-pressed:font-medium aria-pressed:text-text-1 max-md:min-h-11"
          onClick={() => onChoose(kind)}
        >
          {label}
          <span className="text-text-3 tabular-nums">{formatInteger(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
