import { runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Community } from "#test/support/workerd/harness.ts";

/** Executes the statements that builders have prepared, in one batch. */
export async function write(
  { context: { db } }: Community,
  ...prepared: { statements: readonly Statement[] }[]
) {
  await runBatch(
    db,
    prepared.flatMap(({ statements }) => statements),
  );
}
