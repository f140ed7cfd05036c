import type { ReactNode } from "react";
import type { SectionState } from "#shared/characters.ts";
import { absoluteTimes, eveClock, formatDate } from "#web/lib/time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Icon } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

const DAY_MS = 86_400_000;

/** How old a section is, at the right of its card. */
export function SectionAge({ state }: { state: SectionState | undefined }) {
  if (!state?.updatedAt || state.state === "failed") return null;
  return (
    <span className="text-xs text-text-3">
      <RelativeTime at={state.updatedAt} />
    </span>
  );
}

/** At the top of a card whose section EVE did not renew. */
export function SectionWarning({ state }: { state: SectionState | undefined }) {
  if (state?.state !== "failed") return null;
  return (
    <div className="border-b border-line-faint px-4 py-2">
      <StaleNote state={state} />
    </div>
  );
}

/** "Could not refresh, showing data from 14:02": what we have stays, and says how old it is. */
export function StaleNote({ what, state }: { what?: string; state: SectionState }) {
  return (
    <p className="flex items-start gap-1.5 text-xs text-warn">
      <span className="mt-0.5">
        <Icon name="alert" size={12} />
      </span>
      <span title={state.error ?? undefined}>
        Could not refresh{what && ` ${what}`}
        {state.updatedAt && (
          <>
            , showing data from <Moment at={state.updatedAt} />
          </>
        )}
      </span>
    </p>
  );
}

/** The time in EVE on the same day, the date on any other. */
function Moment({ at }: { at: string }): ReactNode {
  const now = useNow("minute");
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={absoluteTimes(at)}>
      {now - time < DAY_MS ? eveClock(time) : formatDate(at)}
    </time>
  );
}
