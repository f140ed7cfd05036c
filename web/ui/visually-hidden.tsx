import type { ReactNode } from "react";

/** Text for screen readers: "Join<VisuallyHidden> Home Defence</VisuallyHidden>". */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
