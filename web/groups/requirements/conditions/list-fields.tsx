import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RuleNames } from "#shared/requirements/outcome.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { AllianceLogo, CorporationLogo } from "#web/eve/images.tsx";
import { groupsQuery } from "#web/groups/group/queries.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { eveName, groupName } from "#web/requirements-text/names.ts";
import type { ValueProps } from "./condition-form.tsx";
import { eveSearchQuery } from "./queries.ts";
import { SearchList } from "./search-list.tsx";

const SEARCH_DEBOUNCE_MS = 300;

const EVE_TEXTS = {
  corporation: {
    label: "Corporation",
    placeholder: "Name or ticker of a corporation",
    none: "No corporation matches this name.",
  },
  alliance: {
    label: "Alliance",
    placeholder: "Name or ticker of an alliance",
    none: "No alliance matches this name.",
  },
};

type EveListProps = {
  kind: keyof typeof EVE_TEXTS;
  ids: number[];
  /** A newly chosen one replaces the one before. */
  isSingle?: boolean;
  names: RuleNames;
  learn: (names: Partial<RuleNames>) => void;
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

/** Corporations or alliances, by search. */
export function EveList(props: EveListProps) {
  const { kind, ids, isSingle = false, names, learn, error, onChange } = props;
  const [typed, setTyped] = useState("");
  const { q, ...search } = useSearch(typed.trim());
  const { data, isFetching, isError } = useQuery({
    ...eveSearchQuery(kind, q),
    enabled: search.isSettled,
  });
  const { label, placeholder, none } = EVE_TEXTS[kind];
  const hits = search.isSettled ? (data ?? []) : [];
  const logo = (id: number) =>
    kind === "corporation" ? (
      <CorporationLogo corporationId={id} size={24} />
    ) : (
      <AllianceLogo allianceId={id} size={24} />
    );
  return (
    <SearchList
      label={isSingle ? label : `${label}s`}
      placeholder={placeholder}
      chosenLabel={isSingle ? `Chosen ${kind}` : `Chosen ${kind}s`}
      chosen={ids.map((id) => ({ key: id, text: eveName(names, id), icon: logo(id) }))}
      typed={typed}
      onType={setTyped}
      found={{
        hits: hits.map(({ id, name, detail }) => ({
          key: id,
          text: name,
          detail,
          icon: logo(id),
        })),
        note: noteOn({ ...search, isFetching, isError, count: hits.length, none }),
      }}
      error={error}
      onAdd={({ key, text }) => {
        learn({ eve: { [key]: text } });
        onChange(isSingle ? [key] : [...ids, key]);
      }}
      onRemove={(key) => onChange(ids.filter((id) => id !== key))}
    />
  );
}

/** The groups that the user can see. */
export function GroupField(props: ValueProps<"member_of">) {
  const { condition, onChange, learn, names, problems } = props;
  const { groupIds } = condition;
  const [typed, setTyped] = useState("");
  const { q, ...search } = useSearch(typed.trim());
  const { data, isFetching, isError } = useInfiniteQuery({
    ...groupsQuery({ search: q }),
    enabled: search.isSettled,
  });
  const hits = search.isSettled ? itemsOf(data) : [];
  const none = "No group that you can see matches this name.";
  return (
    <SearchList
      label="Groups"
      placeholder="Name of a group"
      chosenLabel="Chosen groups"
      chosen={groupIds.map((id) => ({ key: id, text: groupName(names, id) }))}
      typed={typed}
      onType={setTyped}
      found={{
        hits: hits.map(({ id, name }) => ({ key: id, text: name })),
        note: noteOn({ ...search, isFetching, isError, count: hits.length, none }),
      }}
      error={problems["groupIds"]}
      onAdd={({ key, text }) => {
        learn({ groups: { [key]: text } });
        onChange({ ...condition, groupIds: [...groupIds, key] });
      }}
      onRemove={(key) => onChange({ ...condition, groupIds: groupIds.filter((id) => id !== key) })}
    />
  );
}

type Search = { isAsked: boolean; isSettled: boolean };

/** What to search for, once the typing has paused. */
function useSearch(typed: string): Search & { q: string } {
  const q = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isAsked = typed.length >= SEARCH_MIN_LENGTH;
  return { q, isAsked, isSettled: isAsked && q === typed };
}

function noteOn(
  search: Search & { isFetching: boolean; isError: boolean; count: number; none: string },
): string | undefined {
  if (!search.isAsked) return undefined;
  if (!search.isSettled || search.isFetching) return "Searching...";
  if (search.isError) return "The search is unavailable right now. Try again.";
  return search.count === 0 ? search.none : undefined;
}
