import { t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { groupsQuery } from "#web/groups/group/queries.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";

const SEARCH_DEBOUNCE_MS = 300;

export type ChosenGroup = { groupId: string; groupName: string };

type GroupChoiceProps = {
  group: ChosenGroup | null;
  error: string | undefined;
  onChange: (group: ChosenGroup | null) => void;
};

/** One group, by search. */
export function GroupChoice({ group, error, onChange }: GroupChoiceProps) {
  const [typed, setTyped] = useState("");
  const asked = typed.trim();
  const q = useDebounced(asked, SEARCH_DEBOUNCE_MS);
  const isSettled = asked.length >= SEARCH_MIN_LENGTH && q === asked;
  const { data, isFetching, isError } = useInfiniteQuery({
    ...groupsQuery({ search: q }),
    enabled: isSettled,
  });
  const hits = isSettled ? itemsOf(data).map(({ id, name }) => ({ key: id, text: name })) : [];
  return (
    <SearchList
      label={t`Group`}
      placeholder={t`Name of a group`}
      chosenLabel={t`Chosen group`}
      chosen={group ? [{ key: group.groupId, text: group.groupName }] : []}
      typed={typed}
      onType={setTyped}
      found={{
        hits,
        note:
          asked.length < SEARCH_MIN_LENGTH
            ? undefined
            : !isSettled || isFetching
              ? t`Searching...`
              : isError
                ? t`The search is unavailable right now. Try again.`
                : hits.length === 0
                  ? t`No group matches this name.`
                  : undefined,
      }}
      error={error}
      onAdd={({ key, text }) => onChange({ groupId: key, groupName: text })}
      onRemove={() => onChange(null)}
    />
  );
}
