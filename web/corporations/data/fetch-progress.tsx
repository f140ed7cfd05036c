import type { CategoryState, FetchRun } from "#shared/corporations.ts";
import { formatCount } from "#web/lib/format.ts";
import { eveClock } from "#web/lib/time.ts";
import { RelativeTime } from "#web/ui/time.tsx";
import { StateChip } from "./data-panel.tsx";

/** How far the fetch is that is going on, or how the last one ended. */
export function FetchProgress({ state: { state, lastRun, error } }: { state: CategoryState }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2 md:justify-end">
      <output className="tabular-nums">
        {lastRun?.finishedAt === null && progressOf(lastRun)}
        {error !== null && <span className="block max-w-80">{error}</span>}
      </output>
      {error === null && lastRun?.finishedAt && (
        <span className="text-text-3">
          <RelativeTime at={lastRun.finishedAt} />, {formatCount(lastRun.rows, "row")} changed
        </span>
      )}
      <StateChip state={state} />
    </div>
  );
}

function progressOf({ resumesAt, pagesRead, rows }: FetchRun): string {
  if (resumesAt !== null) return `Waits for EVE until ${eveClock(Date.parse(resumesAt))}`;
  return `${formatCount(pagesRead, "page")} read, ${formatCount(rows, "row")} changed`;
}
