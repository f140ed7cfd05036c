import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

/** Brackets around what is locked: gold for your main, signal for what is live or selected. */
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
