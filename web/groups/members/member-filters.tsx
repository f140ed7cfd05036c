import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useEffect, useRef, useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { isRole } from "./use-member-filters.ts";
import type { MemberFilters as Filters } from "./use-member-filters.ts";

/** The debounce of a character search. */
const SEARCH_DEBOUNCE_MS = 400;

type Props = { filters: Filters; onChange: (filters: Filters) => void };

/** The search applies while typing. */
export function MemberFilters({ filters, onChange }: Props) {
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
          ...Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label: say(label) })),
        ]}
        className="min-w-28 max-sm:flex-1"
        onChange={({ target: { value } }) => {
          const { role: _, ...others } = filters;
          onChange(isRole(value) ? { ...others, role: value } : others);
        }}
      />
    </search>
  );
}

/** What is typed, and once typing has paused, the search of the address. */
function useTypedSearch(filters: Filters, onChange: (filters: Filters) => void) {
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
    const { search: _, ...others } = filters;
    onChange(wanted === "" ? others : { ...others, search: wanted });
  });
  return { typed, setTyped };
}
