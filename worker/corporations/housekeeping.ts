import type { Statement } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { deleteOldMarks } from "#worker/corporations/directors/health-store.ts";
import { deleteOldRuns } from "#worker/corporations/fetch/run-store.ts";

/** Records of runs after a month, marks of health after a week. */
export function deleteOldRecords(db: Database, now: Date): Statement[] {
  return [deleteOldRuns(db, now), deleteOldMarks(db, now)];
}
