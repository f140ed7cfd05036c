import { plural, t } from "#web/language/macros.ts";
import type { RefreshResults } from "#web/lib/api/refresh-character.ts";
import { toast } from "./toast.tsx";

/** "Up to date" or "3 sections updated". If nothing could be read, the notes on the sections say so. */
export function announceRefresh({ updated, failed }: RefreshResults) {
  if (updated === 0 && failed > 0) return;
  toast.success(textOf(updated, failed));
}

function textOf(updated: number, failed: number): string {
  if (updated === 0) return t`Up to date`;
  if (failed === 0) {
    return t`${plural(updated, { one: "# section updated", other: "# sections updated" })}`;
  }
  return t`${plural(updated, { one: "# section updated", other: "# sections updated" })}, ${failed} could not be read`;
}
