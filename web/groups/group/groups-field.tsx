import { t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "#web/lib/api/pages.ts";
import { searchNote, useSearch } from "#web/lib/form/use-search.ts";
import type { Chosen } from "#web/ui/form/chosen-list.tsx";
import { SearchList } from "#web/ui/form/search-list.tsx";
import { groupsQuery } from "./queries.ts";

type GroupsFieldProps = {
  label: string;
  groups: Chosen<string>[];
  error?: string | undefined;
  /** It appears because the user has asked for it. */
  isFocused?: boolean;
  onAdd: (group: Chosen<string>) => void;
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
