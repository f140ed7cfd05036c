import { useEffect, useRef, useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { t } from "#web/language/macros.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { SelectField, TextField } from "#web/ui/form/form.tsx";
import { FilterChips } from "#web/ui/form/filters.tsx";
import { memberFilters } from "./queries.ts";
import type { MemberFilters } from "./queries.ts";

/** The debounce of a character search. */
const SEARCH_DEBOUNCE_MS = 400;

type Props = { filters: MemberFilters; onChange: (filters: MemberFilters) => void };

/** The search applies while typing. */
export function FilterFields({ filters, onChange }: Props) {
  const { role } = filters;
  const { typed, setTyped } = useTypedSearch(filters, onChange);
  return (
    <search aria-label={t`Members`} className="flex flex-wrap gap-2 max-md:w-full md:flex-1">
      <TextField
        type="search"
        label={t`Search members`}
        isLabelHidden
        placeholder={t`Search members`}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        className="min-w-40 flex-1 max-sm:basis-full md:max-w-72"
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label={t`Role`}
        isLabelHidden
        value={role ?? ""}
        options={[
          { value: "", label: t`All roles` },
          ...Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label })),
        ]}
        className="min-w-28 max-sm:flex-1"
        onChange={({ target }) => onChange(memberFilters.change(filters, "role", target.value))}
      />
    </search>
  );
}

/** What is typed, and once typing has paused, the search of the address. */
function useTypedSearch(filters: MemberFilters, onChange: (filters: MemberFilters) => void) {
  const { search = "" } = filters;
  const [typed, setTyped] = useState(search);
  const applied = useRef(search);
  const settled = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const wanted = settled.length >= SEARCH_MIN_LENGTH ? settled : "";
  useEffect(() => {
    // The back button and Clear change the address without changing the field.
    if (search === applied.current) return;
    applied.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    if (wanted === applied.current || settled !== typed.trim()) return;
    applied.current = wanted;
    onChange(memberFilters.change(filters, "search", wanted));
  });
  return { typed, setTyped };
}

type ProblemKind = "grace" | "unknown" | "ending";

type ProblemFilterProps = {
  counts: Record<ProblemKind, number>;
  total: number;
  chosen: ProblemKind | undefined;
  onChoose: (kind: ProblemKind | undefined) => void;
};

/** Which members are shown, with how many there are of each. */
export function ProblemFilter({ counts, total, chosen, onChoose }: ProblemFilterProps) {
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
