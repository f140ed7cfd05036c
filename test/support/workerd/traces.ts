import { sql } from "drizzle-orm";
import worker from "#worker/index.ts";
import type { Muster } from "./harness.ts";

/** Delivers all messages of the queue. */
export async function runQueue(muster: Muster) {
  for (let message = muster.queue.take(); message; message = muster.queue.take()) {
    await worker.queue(muster.queue.toBatch(message), muster.env);
  }
}

/** Searches every row of the database for these texts and numbers. Returns the tables that have them. */
export async function tracesOf({ context: { db } }: Muster, traces: (string | number)[]) {
  const tables = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'`,
  );
  const found: [table: string, trace: string | number][] = [];
  for (const { name } of tables) {
    const rows = JSON.stringify(await db.all(sql.raw(`select * from "${name}"`)));
    // The owner hashes of `buildUser` have the user's id in them.
    const text = rows.replaceAll(/owner-of-[\w-]+/g, "");
    for (const trace of traces) if (text.includes(String(trace))) found.push([name, trace]);
  }
  return found;
}
