import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { categoriesQuery } from "#web/groups/categories/queries.ts";
import type { GroupFilters as Filters } from "#web/groups/group/queries.ts";
import { cx } from "#web/lib/cx.ts";
import { JOIN_MODE_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { isJoinMode, isVisibility } from "./filters-in-url.ts";

type GroupFiltersProps = {
  filters: Filters;
  isFiltered: boolean;
  /** Only the administrators' list can be filtered by visibility. */
  hasVisibility?: boolean;
  onChange: (filters: Filters) => void;
  onClear: () => void;
};

/** Selects apply at once, the name with the button or Enter. A name that is still being typed stays. */
export function GroupFilters(props: GroupFiltersProps) {
  const { filters, isFiltered, hasVisibility = false, onChange, onClear } = props;
  const { data: categories = [], isError, refetch } = useQuery(categoriesQuery);
  const { categoryId, joinMode, visibility, search = "" } = filters;
  const searchRef = useRef<HTMLInputElement>(null);
  // The back button, a segment and Clear Filters change the URL without changing the field.
  useEffect(() => {
    if (searchRef.current) searchRef.current.value = search;
  }, [search]);
  function clear() {
    if (searchRef.current) searchRef.current.value = "";
    onClear();
    searchRef.current?.focus();
  }
  return (
    <search aria-label={t`Groups`}>
      <form
        className={cx(
          "grid grid-cols-2 items-end gap-3",
          hasVisibility
            ? "lg:grid-cols-[minmax(0,11rem)_minmax(0,10rem)_minmax(0,10rem)_minmax(0,1fr)]"
            : "lg:grid-cols-[minmax(0,13rem)_minmax(0,11rem)_minmax(0,1fr)]",
        )}
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ ...filters, search: searchRef.current?.value.trim() ?? "" });
        }}
      >
        <SelectField
          label={t`Category`}
          value={categoryId ?? ""}
          options={[
            { value: "", label: t`All categories` },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => onChange({ ...filters, categoryId: event.target.value })}
        />
        <SelectField
          label={t`Join Mode`}
          value={joinMode ?? ""}
          options={[
            { value: "", label: t`All join modes` },
            ...Object.entries(JOIN_MODE_LABELS).map(([value, label]) => ({
              value,
              label: say(label),
            })),
          ]}
          onChange={({ target: { value } }) => {
            const { joinMode: _, ...others } = filters;
            onChange(isJoinMode(value) ? { ...others, joinMode: value } : others);
          }}
        />
        {hasVisibility && (
          <SelectField
            label={t`Visibility`}
            value={visibility ?? ""}
            options={[
              { value: "", label: t`All visibilities` },
              ...Object.entries(VISIBILITY_LABELS).map(([value, label]) => ({
                value,
                label: say(label),
              })),
            ]}
            className="max-sm:col-span-2"
            onChange={({ target: { value } }) => {
              const { visibility: _, ...others } = filters;
              onChange(isVisibility(value) ? { ...others, visibility: value } : others);
            }}
          />
        )}
        <div
          className={cx(
            "flex flex-wrap items-end gap-x-2 gap-y-3",
            hasVisibility ? "max-sm:col-span-2" : "max-lg:col-span-2",
          )}
        >
          <TextField
            ref={searchRef}
            type="search"
            name="search"
            label={t`Search`}
            placeholder={t`Search by name`}
            defaultValue={search}
            maxLength={255}
            className="min-w-52 flex-1"
          />
          <Button type="submit" icon={<Icon name="search" />}>
            <Trans context="button">Search</Trans>
          </Button>
          {isFiltered && (
            <Button variant="ghost" icon={<Icon name="close" />} onClick={clear}>
              <Trans>Clear Filters</Trans>
            </Button>
          )}
        </div>
      </form>
      {isError && (
        <div className="mt-3">
          <LoadFailed title={t`The categories could not be loaded`} onRetry={refetch} />
        </div>
      )}
    </search>
  );
}
