import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Message } from "#shared/language/messages.ts";
import { PILOT_COUNT_LIMIT, UNSEEN_DAYS } from "#shared/pilots/pilots.ts";
import type { PilotFilter, Pilots } from "#shared/pilots/pilots.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { msg, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { FilterToggle } from "#web/ui/form/filters.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { corporationSearchQuery, pilotFilters } from "./queries.ts";
import type { PilotFilters } from "./queries.ts";

const FILTER_LABELS: Record<PilotFilter, Message> = {
  lost: msg`Authorization lost`,
  noDiscord: msg`No Discord`,
  grace: msg`In grace`,
  unseen: msg`Not seen for ${plural(UNSEEN_DAYS, { one: "# day", other: "# days" })}`,
  suspended: msg`Suspended`,
};

type FilterBarProps = {
  filters: PilotFilters;
  setFilters: (filters: PilotFilters) => void;
  /** The first page has the counts. */
  first: Pilots | undefined;
};

export function FilterBar({ filters, setFilters, first }: FilterBarProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t`Filters`}</legend>
      <CorporationFilter
        chosen={filters.corporation}
        name={first?.corporationName ?? undefined}
        onChoose={(corporation) => {
          setFilters(pilotFilters.change(filters, "corporation", corporation ?? ""));
        }}
      />
      {FILTERS.map((filter) => {
        const count = first?.counts[filter];
        return (
          <FilterToggle
            key={filter}
            label={say(FILTER_LABELS[filter])}
            count={
              count == null
                ? undefined
                : count >= PILOT_COUNT_LIMIT
                  ? `${PILOT_COUNT_LIMIT - 1}+`
                  : String(count)
            }
            isChosen={filters[filter] !== undefined}
            onToggle={(isOn) =>
              setFilters(pilotFilters.change(filters, filter, isOn ? "true" : ""))
            }
          />
        );
      })}
    </fieldset>
  );
}

const FILTERS = ["lost", "noDiscord", "grace", "unseen", "suspended"] as const;

const SEARCH_DEBOUNCE_MS = 400;

type Props = {
  chosen: string | undefined;
  /** The name of the chosen corporation, if Muster knows it. */
  name: string | undefined;
  onChoose: (corporationId: string | undefined) => void;
};

/** Users with any character in a corporation. */
function CorporationFilter({ chosen, name, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (chosen !== undefined) {
    return (
      <span className="inline-flex min-h-9 items-center gap-1 rounded-control border border-signal bg-signal-dim pl-3 text-sm max-md:min-h-11">
        <bdi className="max-w-56 truncate">{name ?? t`Corporation ${chosen}`}</bdi>
        <IconButton
          icon="close"
          label={t`All corporations`}
          size="sm"
          onClick={() => onChoose(undefined)}
        />
      </span>
    );
  }
  if (!isOpen) {
    return (
      <Button
        size="sm"
        className="min-h-9 font-normal max-md:min-h-11"
        onClick={() => setIsOpen(true)}
      >
        {t`Corporation`}
      </Button>
    );
  }
  return (
    <div className="w-full max-w-80">
      <CorporationSearch
        onChoose={(id) => {
          setIsOpen(false);
          onChoose(id);
        }}
      />
    </div>
  );
}

function CorporationSearch({ onChoose }: { onChoose: (corporationId: string) => void }) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const isEnabled = search.length >= SEARCH_MIN_LENGTH;
  const { data, isFetching } = useQuery({
    ...corporationSearchQuery(search),
    enabled: isEnabled,
  });
  const hits = isEnabled ? (data?.items ?? []) : [];
  return (
    <SuggestField
      label={t`Corporation`}
      placeholder={t`Name of the corporation`}
      value={typed}
      onChange={setTyped}
      onPick={({ key }) => onChoose(String(key))}
      suggestions={hits.map(({ id, name }) => ({ key: id, text: name }))}
      note={
        isEnabled && !isFetching && hits.length === 0
          ? t`No corporation matches this name.`
          : undefined
      }
    />
  );
}
