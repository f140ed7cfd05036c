import { plural, t } from "#web/language/macros.ts";
import { WAITING_DAYS } from "#shared/groups/requests.ts";
import { SelectField } from "#web/ui/form/field.tsx";
import { readRequestFilters } from "./request-filters.ts";
import type { RequestFilters } from "./request-filters.ts";

type FilterBarProps = { filters: RequestFilters; onChange: (filters: RequestFilters) => void };

/** Which requests are listed, in one line at every width. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const set = (name: keyof RequestFilters, value: string) =>
    onChange(
      readRequestFilters(
        new URLSearchParams({
          ...Object.fromEntries(Object.entries(filters).map(([key, one]) => [key, String(one)])),
          [name]: value,
        }),
      ),
    );
  return (
    <fieldset className="grid grid-cols-3 gap-2 border-b border-line-faint px-4 py-2.5 max-md:px-2 max-md:[&_select]:px-1.5 max-md:[&_select]:text-sm">
      <legend className="sr-only">{t`Filters`}</legend>
      <SelectField
        isLabelHidden
        label={t`State`}
        options={[
          { value: "", label: t`Every state` },
          { value: "waiting", label: t`Waiting` },
          { value: "in_talks", label: t`In talks` },
        ]}
        value={filters.state ?? ""}
        onChange={({ target }) => set("state", target.value)}
      />
      <SelectField
        isLabelHidden
        label={t`Who talks to the pilot`}
        options={[
          { value: "", label: t`Any reviewer` },
          { value: "me", label: t`You talk` },
          { value: "none", label: t`No reviewer yet` },
        ]}
        value={filters.assignee ?? ""}
        onChange={({ target }) => set("assignee", target.value)}
      />
      <SelectField
        isLabelHidden
        label={t`Waiting since`}
        options={[
          { value: "", label: t`Any time` },
          ...WAITING_DAYS.map((days) => ({
            value: String(days),
            label: plural(days, { one: "Over # day", other: "Over # days" }),
          })),
        ]}
        value={String(filters.waiting ?? "")}
        onChange={({ target }) => set("waiting", target.value)}
      />
    </fieldset>
  );
}
