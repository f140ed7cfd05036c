import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

const TONES: Record<ChipTone, { className: string; icon?: IconName }> = {
  neutral: { className: "bg-surface-3 text-text-2" },
  ok: { className: "bg-ok-dim text-ok", icon: "check" },
  warn: { className: "bg-warn-dim text-warn", icon: "alert" },
  danger: { className: "bg-danger-dim text-danger", icon: "alert" },
  signal: { className: "bg-signal-dim text-signal", icon: "info" },
  gold: { className: "bg-gold-dim text-gold", icon: "star" },
  unknown: { className: "border border-dashed border-line-control text-text-2", icon: "question" },
};

export type ChipTone = "neutral" | "ok" | "warn" | "danger" | "signal" | "gold" | "unknown";

/** A state as text with colour and icon; colour alone would fail WCAG 1.4.1. */
export function Chip({
  tone = "neutral",
  icon,
  children,
}: {
  tone?: ChipTone;
  icon?: IconName;
  children: ReactNode;
}) {
  const { className, icon: defaultIcon } = TONES[tone];
  const shown = icon ?? defaultIcon;
  return (
    <span
      className={cx(
        "chip inline-flex h-5.5 items-center gap-1.5 rounded-control px-2 font-ui text-xs font-medium whitespace-nowrap",
        className,
      )}
    >
      {shown && <Icon name={shown} size={12} />}
      {children}
    </span>
  );
}
