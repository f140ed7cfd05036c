import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";
import { excluded, insertWhere } from "./statements.ts";
import type { Statement } from "./statements.ts";

/** Marks these users, so that they are evaluated again. */
export function markUsers(from: SQL, condition: SQL, userId: SQL): Statement {
  return insertWhere(
    evaluationMarks,
    { userId, mark: sql`lower(hex(randomblob(8)))` },
    condition,
    from,
  ).onConflictDoUpdate({
    target: evaluationMarks.userId,
    set: { mark: excluded(evaluationMarks.mark) },
  });
}
