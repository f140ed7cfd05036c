import type { ReactNode } from "react";

/** Words for assistive technology: "Join<VisuallyHidden> Home Defence</VisuallyHidden>". */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
