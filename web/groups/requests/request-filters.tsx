import { WAITING_DAYS } from "#shared/groups/requests.ts";
import { plural, t } from "#web/language/macros.ts";
import { filtersInAddress, choiceOf } from "#web/lib/filters.ts";
import { cx } from "#web/lib/cx.ts";
import { SelectField } from "#web/ui/form/form.tsx";

/** Which requests of a group are listed: in the address, also of the page of each request. */
export type RequestFilters = {
  state?: "waiting" | "in_talks";
  /** `none`: no reviewer talks to the pilot. `me`: the reader does. */
  assignee?: "none" | "me";
  waiting?: (typeof WAITING_DAYS)[number];
};

export const requestFilters = filtersInAddress<RequestFilters>({
  state: choiceOf(["waiting", "in_talks"]),
  assignee: choiceOf(["none", "me"]),
  waiting: choiceOf(WAITING_DAYS),
});

type FilterBarProps = {
  filters: RequestFilters;
  /** Beside the page of a request, two lines instead of one. */
  isNarrow?: boolean;
  onChange: (filters: RequestFilters) => void;
};

/** Which requests are listed. */
export function RequestFilterBar({ filters, isNarrow = false, onChange }: FilterBarProps) {
  const set = (name: keyof RequestFilters, value: string) =>
    onChange(requestFilters.change(filters, name, value));
  return (
    <fieldset
      className={cx(
        "grid gap-2 border-b border-line-faint py-2.5",
        isNarrow
          ? "grid-cols-2 px-3 *:nth-2:col-span-2 [&_select]:px-1.5 [&_select]:text-sm"
          : "px-4 max-md:grid-cols-2 max-md:px-2 max-md:*:nth-2:col-span-2 md:grid-cols-3 max-md:[&_select]:px-1.5 max-md:[&_select]:text-sm",
      )}
    >
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
