import { MAX_UNDO_DAYS, UNDO_WITHIN_DAYS } from "#shared/pilots/undo.ts";
import type { UndoQuery } from "#shared/pilots/undo.ts";
import { DAY_MS } from "#shared/time.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** The span in milliseconds, if it may be undone. */
export function requireSpan(query: UndoQuery, now: number): { from: number; to: number } {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (to <= from) throw new ApiError("undo_end_first", {}, { field: "to" });
  if (to - from > MAX_UNDO_DAYS * DAY_MS) {
    throw new ApiError("undo_too_long", { days: MAX_UNDO_DAYS }, { field: "to" });
  }
  if (from < now - UNDO_WITHIN_DAYS * DAY_MS) {
    throw new ApiError("undo_too_early", { days: UNDO_WITHIN_DAYS }, { field: "from" });
  }
  return { from, to };
}
