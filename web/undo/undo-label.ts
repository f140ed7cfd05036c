import type { UndoPreview } from "#shared/pilots/undo.ts";
import { formatCount } from "#web/lib/format.ts";

/** "Undo 9 changes and hold 40 removals" */
export function undoLabel({ steps, holds }: Pick<UndoPreview, "steps" | "holds">): string {
  const held = holds.reduce((sum, { count }) => sum + count, 0);
  const undone = steps.length - held;
  const hold = `old ${formatCount(held, "removal")}`;
  if (undone === 0) return `H${hold}`;
  const undo = `Undo ${formatCount(undone, "change")}`;
  return held === 0 ? undo : `${undo} and h${hold}`;
}
