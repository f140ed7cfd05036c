import { Trans, ph } from "#web/language/macros.ts";
import { useSyncExternalStore } from "react";
import { onReadOnlyChange, readOnlyUntil } from "#web/lib/api/read-only.ts";
import { cx } from "#web/lib/cx.ts";
import { eveClock } from "#web/lib/time/time.ts";
import { Icon } from "#web/ui/icon.tsx";

/** A banner while the server saves nothing. `className` sets its padding: that of the page below. */
export function ReadOnlyNote({ className }: { className: string }) {
  const until = useSyncExternalStore(onReadOnlyChange, readOnlyUntil, () => undefined);
  return (
    <output className="block">
      {until !== undefined && (
        <span
          className={cx(
            "flex items-start gap-2.5 border-b border-line-faint bg-surface-1 py-2 text-sm text-text-2",
            className,
          )}
        >
          <span className="mt-0.5 text-signal">
            <Icon name="info" />
          </span>
          <span>
            <Trans>
              <span className="font-medium text-text-1">
                Read-only until {ph({ until: eveClock(until) })} UTC.
              </span>{" "}
              Changes and new sign-ins are not possible until then.
            </Trans>
          </span>
        </span>
      )}
    </output>
  );
}
