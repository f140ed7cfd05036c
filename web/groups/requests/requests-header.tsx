import { ph, t } from "#web/language/macros.ts";
import { useEffect, useRef } from "react";
import { cx } from "#web/lib/cx.ts";
import { formatInteger } from "#web/lib/format.ts";
import { SelectBox } from "#web/ui/form/choices.tsx";
import { Kbd } from "#web/ui/text.tsx";
import { compareNames } from "#web/lib/compare.ts";
import type { RequestToReview } from "#shared/groups/requests.ts";

/** What each key does. */
const hints = (): [key: string, what: string][] => [
  ["J", ""],
  ["K", t`move`],
  ["X", t`select`],
  ["A", t`approve`],
  ["R", t`reject`],
];

type RequestsHeaderProps = {
  summary: string;
  chips: readonly CorporationChip[];
  /** How many requests all chips have together. */
  total: number;
  corporation: string | undefined;
  onCorporation: (key: string | undefined) => void;
  selection: "none" | "some" | "all";
  /** How many requests the checkbox selects. */
  selectable: number;
  onSelectAll: () => void;
};

/** The filter, the checkbox that selects all requests shown, and how many wait. */
export function RequestsHeader(props: RequestsHeaderProps) {
  const { summary, chips, total, corporation, onCorporation } = props;
  const { selection, selectable, onSelectAll } = props;
  const checkboxRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (checkboxRef.current) checkboxRef.current.indeterminate = selection === "some";
  }, [selection]);
  return (
    <>
      {chips.length > 0 && (
        <fieldset
          aria-label={t`Filter by corporation`}
          className="flex min-w-0 gap-2 overflow-x-auto border-b border-line-faint px-4 py-2.5"
        >
          <FilterChip
            name={t({ context: "requests", message: "All" })}
            count={total}
            isPressed={corporation === undefined}
            onClick={() => onCorporation(undefined)}
          />
          {chips.map(({ key, name, count }) => (
            <FilterChip
              key={key}
              name={name}
              count={count}
              isPressed={corporation === key}
              onClick={() => onCorporation(corporation === key ? undefined : key)}
            />
          ))}
        </fieldset>
      )}
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-faint px-4">
        {selectable > 0 && (
          <SelectBox
            ref={checkboxRef}
            label={t`Select all ${ph({ count: formatInteger(selectable) })}`}
            className="size-11 max-md:-ml-2"
            checked={selection === "all"}
            onChange={onSelectAll}
          />
        )}
        <output className="text-sm text-text-2">{summary}</output>
        <p
          aria-hidden="true"
          className="ml-auto flex items-center gap-1.5 text-xs text-text-2 max-md:hidden"
        >
          {hints().map(([key, what]) => (
            <span key={key} className="flex items-center gap-1.5">
              <Kbd>{key}</Kbd> {what}
            </span>
          ))}
        </p>
      </div>
    </>
  );
}

type FilterChipProps = { name: string; count: number; isPressed: boolean; onClick: () => void };

function FilterChip({ name, count, isPressed, onClick }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onClick}
      className={cx(
        "inline-flex min-h-7.5 shrink-0 items-center gap-2 rounded-control border px-2.5 text-sm whitespace-nowrap transition-colors max-md:min-h-11",
        isPressed
          ? "border-signal bg-signal-dim text-text-1"
          : "border-line-control text-text-2 hover:bg-surface-3",
      )}
    >
      <bdi className="max-w-48 truncate">{name}</bdi>
      <span className="text-text-2 tabular-nums">{formatInteger(count)}</span>
    </button>
  );
}

/** More than this many get one chip together. */
const SHOWN_CORPORATIONS = 5;

export const OTHERS = "others";

/** The value of a corporation in the address. */
const keyOf = ({ facts }: RequestToReview) => String(facts.corporationId ?? "unknown");

type CorporationChip = { key: string; name: string; count: number };

/** The corporations with the most requests, and one chip for the others. Without a choice, none. */
export function corporationsOf(requests: readonly RequestToReview[]): CorporationChip[] {
  const chips = new Map<string, CorporationChip>();
  for (const request of requests) {
    const key = keyOf(request);
    const name = request.facts.corporationName ?? t`Corporation unknown`;
    chips.set(key, { key, name, count: (chips.get(key)?.count ?? 0) + 1 });
  }
  if (chips.size < 2) return [];
  const all = [...chips.values()].toSorted(
    (a, b) => b.count - a.count || compareNames(a.name, b.name),
  );
  const shown = all.slice(0, SHOWN_CORPORATIONS);
  const count = all
    .slice(SHOWN_CORPORATIONS)
    .reduce((sum, corporation) => sum + corporation.count, 0);
  return count === 0 ? shown : [...shown, { key: OTHERS, name: t`Others`, count }];
}

/** Whether a request belongs to the chosen chip; all do without a choice. */
export function isOfCorporation(
  request: RequestToReview,
  chosen: string | undefined,
  chips: readonly CorporationChip[],
): boolean {
  if (chosen === undefined) return true;
  if (chosen !== OTHERS) return keyOf(request) === chosen;
  return !chips.some(({ key }) => key === keyOf(request));
}
