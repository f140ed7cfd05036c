import { formatCount } from "#web/lib/format.ts";
import type { RefreshResults } from "#web/lib/api/refresh-character.ts";
import { toast } from "./toast.tsx";

/** "Up to date" or "3 sections updated". If nothing could be read, the notes on the sections say so. */
export function announceRefresh({ updated, failed }: RefreshResults) {
  if (updated === 0 && failed > 0) return;
  const failures = failed > 0 ? `, ${failed} could not be read` : "";
  toast.success(
    updated === 0 ? "Up to date" : `${formatCount(updated, "section")} updated${failures}`,
  );
}
