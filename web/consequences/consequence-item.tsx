import type { ReactNode } from "react";

/** One line of what follows from an act. */
export function ConsequenceItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-2 before:text-text-2 before:content-['–']">
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
