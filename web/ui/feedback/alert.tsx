import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Trans, ph } from "#web/language/macros.ts";
import { readOnlyUntil } from "#web/lib/api/connection.ts";
import { eveClock } from "#web/lib/time.ts";

const TONES: Record<AlertTone, { className: string; icon: IconName }> = {
  info: { className: "border-signal-dim text-signal", icon: "info" },
  ok: { className: "border-ok-dim text-ok", icon: "check" },
  warn: { className: "border-warn-dim text-warn", icon: "alert" },
  danger: { className: "border-danger-dim text-danger", icon: "alert" },
};

export type AlertTone = "info" | "ok" | "warn" | "danger";

/** A message within the page. Screen readers announce errors at once and other tones politely. */
export function Alert({
  tone = "info",
  title,
  action,
  children,
}: {
  tone?: AlertTone;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { className, icon } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cx(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card border bg-surface-1 px-4 py-3 text-start",
        className,
      )}
    >
      <span className="mt-0.5">
        <Icon name={icon} />
      </span>
      <div className="min-w-40 flex-1 text-text-1">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? "text-text-2" : undefined}>{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** A banner while the server saves nothing. `className` sets its padding: that of the page below. */
export function ReadOnlyNote({ className }: { className: string }) {
  const until = readOnlyUntil.useValue();
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
