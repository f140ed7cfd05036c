import type { ReactNode } from "react";

/**
 * Text for screen readers: "Join<VisuallyHidden> Home Defence</VisuallyHidden>". Browsers put a space before it in the name of
 * a button, so it never begins with a punctuation mark.
 */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
