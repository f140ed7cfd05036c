import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

const TONES: Record<AlertTone, { look: string; icon: IconName }> = {
  info: { look: "border-signal-dim text-signal", icon: "info" },
  ok: { look: "border-ok-dim text-ok", icon: "check" },
  warn: { look: "border-warn-dim text-warn", icon: "alert" },
  danger: { look: "border-danger-dim text-danger", icon: "alert" },
};

export type AlertTone = "info" | "ok" | "warn" | "danger";

/** A message that stays in the page. Problems are announced at once, the rest when there is a pause. */
export function Alert({
  tone = "info",
  title,
  action,
  children,
}: {
  tone?: AlertTone;
  title?: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { look, icon } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cx(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card border bg-surface-1 px-4 py-3 text-start",
        look,
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
