import { t } from "#web/language/macros.ts";
import { FilterChips } from "#web/ui/form/filter-chips.tsx";

type ProblemKind = "grace" | "unknown" | "ending";

type Props = {
  counts: Record<ProblemKind, number>;
  total: number;
  chosen: ProblemKind | undefined;
  onChoose: (kind: ProblemKind | undefined) => void;
};

/** Which members are shown, with how many there are of each. */
export function ProblemFilter({ counts, total, chosen, onChoose }: Props) {
  const choices = [
    { value: undefined, label: t`All`, count: total },
    { value: "grace" as const, label: t`In grace`, count: counts.grace },
    {
      value: "unknown" as const,
      label: t({ context: "several requirements", message: "Not checked" }),
      count: counts.unknown,
    },
    { value: "ending" as const, label: t`With an end`, count: counts.ending },
  ];
  return (
    <FilterChips
      legend={t`Show`}
      chosen={chosen}
      onChoose={onChoose}
      choices={choices.filter(({ value, count }) => count > 0 || value === chosen)}
    />
  );
}
