import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

const TONES: Record<ChipTone, { look: string; icon?: IconName }> = {
  neutral: { look: "bg-surface-3 text-text-2" },
  ok: { look: "bg-ok-dim text-ok", icon: "check" },
  warn: { look: "bg-warn-dim text-warn", icon: "alert" },
  danger: { look: "bg-danger-dim text-danger", icon: "alert" },
  signal: { look: "bg-signal-dim text-signal", icon: "info" },
  gold: { look: "bg-gold-dim text-gold", icon: "star" },
};

export type ChipTone = "neutral" | "ok" | "warn" | "danger" | "signal" | "gold";

/** A state, in colour, icon and word: never by colour alone. */
export function Chip({
  tone = "neutral",
  icon,
  children,
}: {
  tone?: ChipTone;
  icon?: IconName;
  children: ReactNode;
}) {
  const { look, icon: usual } = TONES[tone];
  const shown = icon ?? usual;
  return (
    <span
      className={cx(
        "chip inline-flex h-5.5 items-center gap-1.5 rounded-control px-2 font-ui text-xs font-medium whitespace-nowrap",
        look,
      )}
    >
      {shown && <Icon name={shown} size={12} />}
      {children}
    </span>
  );
}
