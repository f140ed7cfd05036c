import { MAX_UNDO_DAYS, UNDO_WITHIN_DAYS } from "#shared/pilots/undo.ts";
import type { UndoQuery } from "#shared/pilots/undo.ts";
import { DAY_MS } from "#shared/time.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** The span in milliseconds, if it may be undone. */
export function requireSpan(query: UndoQuery, now: number): { from: number; to: number } {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (to <= from) throw invalid("to", "Choose an end after the beginning.");
  if (to - from > MAX_UNDO_DAYS * DAY_MS) {
    throw invalid("to", `Choose a span of at most ${MAX_UNDO_DAYS} days.`);
  }
  if (from < now - UNDO_WITHIN_DAYS * DAY_MS) {
    throw invalid("from", `Choose a beginning within the last ${UNDO_WITHIN_DAYS} days.`);
  }
  return { from, to };
}

function invalid(field: keyof UndoQuery, message: string): ApiError {
  return new ApiError("invalid_request", message, { fields: { [field]: message } });
}
