import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { groupSearchQuery } from "./queries.ts";

const SEARCH_DEBOUNCE_MS = 400;

type GroupFieldProps = {
  /** The selected group. Its name is known only if it occurs in the loaded entries. */
  chosen: { name: string | undefined } | undefined;
  onChoose: (groupId: string | undefined) => void;
};

/** Selects a group by id, because names are not unique. */
export function GroupField({ chosen, onChoose }: GroupFieldProps) {
  return (
    <div className="min-w-0 max-lg:col-span-2">
      {chosen ? (
        <>
          <p className="mb-1.5 text-sm font-medium">Group</p>
          <p className="flex min-h-9 items-center gap-2 rounded-control border border-line-control pl-3">
            <bdi className="min-w-0 flex-1 truncate">{chosen.name ?? "The chosen group"}</bdi>
            <IconButton
              icon="close"
              label="All groups"
              size="sm"
              onClick={() => onChoose(undefined)}
            />
          </p>
        </>
      ) : (
        <GroupSearch onChoose={onChoose} />
      )}
    </div>
  );
}

function GroupSearch({ onChoose }: { onChoose: (groupId: string) => void }) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const isEnabled = search.length >= SEARCH_MIN_LENGTH;
  const { data: groups = [], isFetching } = useQuery({
    ...groupSearchQuery(search),
    enabled: isEnabled,
  });
  return (
    <SuggestField
      label="Group"
      placeholder="Name of the group"
      value={typed}
      onChange={setTyped}
      onPick={({ key }) => onChoose(String(key))}
      suggestions={isEnabled ? groups.map(({ id, name }) => ({ key: id, text: name })) : []}
      note={
        isEnabled && !isFetching && groups.length === 0 ? "No group matches this name." : undefined
      }
    />
  );
}
