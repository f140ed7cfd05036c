import { Trans, msg, plural } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { PILOT_COUNT_LIMIT, UNSEEN_DAYS } from "#shared/pilots/pilots.ts";
import type { PilotFilter, Pilots } from "#shared/pilots/pilots.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { CorporationFilter } from "./corporation-filter.tsx";
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
      <legend className="sr-only">
        <Trans>Filters</Trans>
      </legend>
      <CorporationFilter
        chosen={filters.corporation}
        name={first?.corporationName ?? undefined}
        onChoose={(corporation) => {
          const { corporation: _before, ...rest } = filters;
          setFilters(corporation === undefined ? rest : { ...rest, corporation });
        }}
      />
      {FILTERS.map((filter) => {
        const isChosen = filters[filter] !== undefined;
        const count = first?.counts[filter] ?? null;
        return (
          <button
            key={filter}
            type="button"
            aria-pressed={isChosen}
            onClick={() => {
              const { [filter]: _before, ...rest } = filters;
              setFilters(isChosen ? rest : { ...filters, [filter]: "true" });
            }}
            className={cx(
              "control inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-sm max-md:min-h-11",
              isChosen
                ? "border-signal bg-signal-dim text-text-1"
                : "border-line-control text-text-2 hover:bg-surface-3",
            )}
          >
            {isChosen && <Icon name="check" size={12} />}
            {say(FILTER_LABELS[filter])}
            {count !== null && (
              <span className="text-text-2 tabular-nums">
                {count >= PILOT_COUNT_LIMIT ? `${PILOT_COUNT_LIMIT - 1}+` : count}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}

const FILTERS = ["lost", "noDiscord", "grace", "unseen", "suspended"] as const;
