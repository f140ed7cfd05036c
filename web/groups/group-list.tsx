import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { plural, t, Trans } from "#web/language/macros.ts";
import { categoriesQuery, groupFilters, groupsQuery } from "#web/memberships/queries.ts";
import type { GroupFilters } from "#web/memberships/queries.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { useFilters } from "#web/lib/filters.ts";
import { sortingOf } from "#web/ui/table.tsx";
import { SegmentLinks } from "#web/ui/tab-links.tsx";
import { JOIN_MODE_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";
import { SelectField, TextField } from "#web/ui/form/form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { GroupTable } from "./group-table.tsx";
import type { Joining } from "./group-table.tsx";

type GroupListProps = {
  title: string;
  pathOf: (groupId: string) => string;
  /** Adds All, Mine and Joinable, and what rows offer to users who are not members. */
  joining?: Joining;
  hasVisibility?: boolean;
  /** Offered when there are no groups at all. */
  createAction: ReactNode;
};

/** The groups visible to the user, filtered by the URL. */
export function GroupList(props: GroupListProps) {
  const { title, pathOf, joining, hasVisibility = false, createAction } = props;
  const { filters, setFilters } = useFilters(groupFilters);
  const { myGroups, joinable, sort: order, ...clearable } = filters;
  const isFiltered = Object.keys(clearable).length > 0;
  /** Keeps the segment and the order. */
  const clear = () =>
    setFilters({
      ...(myGroups && { myGroups }),
      ...(joinable && { joinable }),
      ...(order && { sort: order }),
    });
  const list = useInfiniteQuery({ ...groupsQuery(filters), placeholderData: keepPreviousData });
  const groups = itemsOf(list.data);
  const total = totalOf(list.data);
  return (
    <>
      {joining && <GroupSegments filters={filters} />}
      <FilterForm
        filters={filters}
        isFiltered={isFiltered}
        hasVisibility={hasVisibility}
        onChange={setFilters}
        onClear={clear}
      />
      <Card
        isFlush
        title={title}
        actions={
          <output className="text-sm text-text-2">
            {total !== undefined && plural(total, { one: "# group", other: "# groups" })}
          </output>
        }
      >
        <div
          aria-busy={list.isPlaceholderData}
          className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}
        >
          {list.isPending ? (
            <RowsSkeleton label={t`Loading groups`} shape="two-lines" rows={6} />
          ) : list.isError && !list.data ? (
            <LoadFailed title={t`The groups could not be loaded`} onRetry={list.refetch} />
          ) : groups.length > 0 || list.hasNextPage ? (
            <>
              <GroupTable
                groups={groups}
                pathOf={pathOf}
                joining={joining}
                sorting={sortingOf(order ?? "name", (next) =>
                  setFilters(groupFilters.change(filters, "sort", next)),
                )}
              />
              <LoadMore list={list} shown={groups.length} total={total} />
            </>
          ) : isFiltered ? (
            <EmptyState
              variant="not-found"
              title={t`No Groups Found`}
              action={<Button onClick={clear}>{t`Clear Filters`}</Button>}
            >
              {t`No group that you can see matches these filters.`}
            </EmptyState>
          ) : myGroups || joinable ? (
            <EmptyState variant="completed" title={t`No Groups Found`}>
              {myGroups
                ? t`You are not a member of a group yet.`
                : t`There is no group that you can join right now.`}
            </EmptyState>
          ) : (
            <EmptyState variant="call-to-action" title={t`No Groups Found`} action={createAction}>
              {t`Groups that you can see appear here.`}
            </EmptyState>
          )}
        </div>
      </Card>
    </>
  );
}

/** All · Mine · Joinable. The other filters stay. */
function GroupSegments({ filters }: { filters: GroupFilters }) {
  const { myGroups, joinable, ...others } = filters;
  const linkTo = (shown: GroupFilters) => `?${groupFilters.write({ ...others, ...shown })}`;
  return (
    <SegmentLinks
      label={t`Groups shown`}
      segments={[
        { label: t`All`, to: linkTo({}), isCurrent: !myGroups && !joinable },
        { label: t`Mine`, to: linkTo({ myGroups: "true" }), isCurrent: Boolean(myGroups) },
        { label: t`Joinable`, to: linkTo({ joinable: "true" }), isCurrent: Boolean(joinable) },
      ]}
    />
  );
}

type FilterFormProps = {
  filters: GroupFilters;
  isFiltered: boolean;
  /** Only the administrators' list can be filtered by visibility. */
  hasVisibility: boolean;
  onChange: (filters: GroupFilters) => void;
  onClear: () => void;
};

/** Selects apply at once, the name with the button or Enter. A name that is still being typed stays. */
function FilterForm(props: FilterFormProps) {
  const { filters, isFiltered, hasVisibility, onChange, onClear } = props;
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
            ...Object.entries(JOIN_MODE_LABELS).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ target }) =>
            onChange(groupFilters.change(filters, "joinMode", target.value))
          }
        />
        {hasVisibility && (
          <SelectField
            label={t`Visibility`}
            value={visibility ?? ""}
            options={[
              { value: "", label: t`All visibilities` },
              ...Object.entries(VISIBILITY_LABELS).map(([value, label]) => ({ value, label })),
            ]}
            className="max-sm:col-span-2"
            onChange={({ target }) =>
              onChange(groupFilters.change(filters, "visibility", target.value))
            }
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
              {t`Clear Filters`}
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
