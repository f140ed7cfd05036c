import { sql } from "drizzle-orm";
import { run } from "#worker/db/batch.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/job-queue.ts";
import { hasUnnamed, nameMembers } from "./names.ts";

const selectDue = prepare(
  { isUnnamed: sql<number>`${hasUnnamed}` },
  (fields) => sql`select ${columns(fields)}`,
);

/** What the cron does every minute: one statement, and a message of the queue if something waits. */
export async function startRosterWork({ db, queue }: Context): Promise<void> {
  const [due] = await run(db, selectDue({ now: Date.now() }));
  if (due?.isUnnamed === 1) await enqueue(queue, [{ kind: "roster" }]);
}

/** One slice of it. */
export async function continueRosterWork(context: Context): Promise<void> {
  if (await nameMembers(context)) await enqueue(context.queue, [{ kind: "roster" }]);
}
