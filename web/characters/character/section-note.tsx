import { Trans, t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/shared-words.ts";
import type { ReactNode } from "react";
import type { SectionState } from "#shared/characters.ts";
import { DAY_MS } from "#shared/time.ts";
import { absoluteTimes, eveClock, formatDate } from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { Icon } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

/** The age of a section. */
export function SectionAge({ state }: { state: SectionState | undefined }) {
  if (!state?.updatedAt || state.state === "failed") return null;
  return (
    <span className="text-xs text-text-2">
      <RelativeTime at={state.updatedAt} />
    </span>
  );
}

/** Shown on top of a card whose section could not be refreshed. */
export function SectionWarning({ state }: { state: SectionState | undefined }) {
  if (state?.state !== "failed") return null;
  return (
    <div className="border-b border-line-faint px-4 py-2">
      <StaleNote state={state} />
    </div>
  );
}

/** "Could not refresh, showing data from 14:02" */
export function StaleNote({ what, state }: { what?: string; state: SectionState }) {
  return (
    <p className="flex items-start gap-1.5 text-xs text-warn">
      <span className="mt-0.5">
        <Icon name="alert" size={12} />
      </span>
      <span title={state.error === null ? undefined : sayShared(state.error)}>
        <StaleText what={what} updatedAt={state.updatedAt} />
      </span>
    </p>
  );
}

type StaleTextProps = { what: string | undefined; updatedAt: string | null };

function StaleText({ what, updatedAt }: StaleTextProps) {
  if (updatedAt === null) return what ? t`Could not refresh ${what}` : t`Could not refresh`;
  return what ? (
    <Trans>
      Could not refresh {what}, showing data from <Moment at={updatedAt} />
    </Trans>
  ) : (
    <Trans>
      Could not refresh, showing data from <Moment at={updatedAt} />
    </Trans>
  );
}

/** EVE time for today, the date for other days. */
function Moment({ at }: { at: string }): ReactNode {
  const now = useNow("minute");
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={absoluteTimes(at)}>
      {now - time < DAY_MS ? eveClock(time) : formatDate(at)}
    </time>
  );
}
