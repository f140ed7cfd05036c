import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { t } from "#web/language/macros.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { searchNote, useDebounced, useSearch } from "#web/lib/form/use-search.ts";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import type { ChosenItem } from "#web/ui/form/search-list.tsx";
import { groupsQuery } from "./queries.ts";

const SEARCH_DEBOUNCE_MS = 400;

function groupSearchQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.groups, "search", search],
    queryFn: async () => (await body(api.groups.$get({ query: { search } }))).items,
    staleTime: 30_000,
  });
}

type GroupSearchProps = {
  onChoose: (groupId: string, name: string) => void;
  error?: string | undefined;
};

/** Finds a group by its name. Names are not unique, so the id is chosen. */
export function GroupSearch({ onChoose, error }: GroupSearchProps) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const isEnabled = search.length >= SEARCH_MIN_LENGTH;
  const { data: groups = [], isFetching } = useQuery({
    ...groupSearchQuery(search),
    enabled: isEnabled,
  });
  return (
    <SuggestField
      label={t`Group`}
      placeholder={t`Name of the group`}
      value={typed}
      onChange={setTyped}
      onPick={({ key, text }) => onChoose(String(key), text)}
      error={error}
      suggestions={isEnabled ? groups.map(({ id, name }) => ({ key: id, text: name })) : []}
      note={
        isEnabled && !isFetching && groups.length === 0 ? t`No group matches this name.` : undefined
      }
    />
  );
}

type GroupsFieldProps = {
  label: string;
  groups: ChosenItem<string>[];
  error?: string | undefined;
  /** It appears because the user has asked for it. */
  isFocused?: boolean;
  onAdd: (group: ChosenItem<string>) => void;
  onRemove: (id: string) => void;
};

/** Chosen groups, and a search among those that the user can see. */
export function GroupsField({
  label,
  groups,
  error,
  isFocused,
  onAdd,
  onRemove,
}: GroupsFieldProps) {
  const [typed, setTyped] = useState("");
  const { q, ...search } = useSearch(typed.trim());
  const { data, isFetching, isError } = useInfiniteQuery({
    ...groupsQuery({ search: q }),
    enabled: search.isSettled,
  });
  const hits = search.isSettled ? itemsOf(data) : [];
  const none = t`No group that you can see matches this name.`;
  return (
    <SearchList
      label={label}
      placeholder={t`Name of a group`}
      chosenLabel={t`Chosen groups`}
      chosen={groups}
      typed={typed}
      onType={setTyped}
      found={{
        hits: hits.map(({ id, name }) => ({ key: id, text: name })),
        note: searchNote({ ...search, isFetching, isError, count: hits.length, none }),
      }}
      error={error}
      isFocused={isFocused}
      onAdd={onAdd}
      onRemove={onRemove}
    />
  );
}
