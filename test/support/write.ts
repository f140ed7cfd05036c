import type { Database } from "#worker/db/database.ts";
import type { Muster } from "./harness.ts";

type Batch = Parameters<Database["batch"]>[0];

/** Writes in one batch what builders have prepared. */
export async function write({ context: { db } }: Muster, ...prepared: { statements: unknown[] }[]) {
  await db.batch(prepared.flatMap(({ statements }) => statements) as unknown as Batch);
}
