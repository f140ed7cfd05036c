import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

/** Target-lock brackets as in EVE: gold for the main character, signal colour for live or selected items. */
export function Lock({
  tone = "gold",
  isWide = false,
  className,
  children,
}: {
  tone?: "gold" | "signal";
  isWide?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "lock block w-fit shrink-0",
        tone === "signal" && "lock-signal",
        isWide && "lock-wide",
        className,
      )}
    >
      {children}
    </span>
  );
}
