import { FilterChips } from "#web/ui/form/filter-chips.tsx";

type ProblemKind = "grace" | "unknown";

type Props = {
  counts: Record<ProblemKind, number>;
  total: number;
  chosen: ProblemKind | undefined;
  onChoose: (kind: ProblemKind | undefined) => void;
};

/** Which members are shown, with how many there are of each. */
export function ProblemFilter({ counts, total, chosen, onChoose }: Props) {
  return (
    <FilterChips
      legend="Requirements"
      chosen={chosen}
      onChoose={onChoose}
      choices={[
        { value: undefined, label: "All", count: total },
        { value: "grace", label: "In grace", count: counts.grace },
        { value: "unknown", label: "Not checked", count: counts.unknown },
      ]}
    />
  );
}
