import { t } from "#web/language/macros.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";

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
