import type { RowCounts } from "./arrange-dump.ts";
import { compareSchema, OUR_SCHEMA } from "#worker/ops/deploy/check-schema.ts";
import { RECOUNTS } from "#worker/db/triggers/counters.ts";
import { inChunks } from "#worker/ground/in-chunks.ts";
import { query } from "#worker/ops/wrangler.ts";
import type { DatabaseTarget } from "#worker/ops/wrangler.ts";

/** Our tables; the other prefixes are D1's and SQLite's. */
export const OUR_TABLES =
  "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*'";

/** The problems of a restored database, whose schema these migrations made. */
export async function checkRestored(
  target: DatabaseTarget,
  expected: RowCounts,
  migrations: string[],
) {
  const tables = [...expected.keys()];
  const [quick = [], keys = [], recounted = [], schema = [], ...counts] = await query(target, [
    "pragma quick_check",
    "pragma foreign_key_check",
    selectEach(Object.entries(RECOUNTS)),
    OUR_SCHEMA,
    ...inChunks(tables, MOST_COLUMNS).map((list) =>
      selectEach(list.map((table) => [table, `select count(*) from "${table}"`])),
    ),
  ]);
  const counted = Object.assign({}, ...counts.flat());
  const problems = compareSchema(schema, migrations);
  if (!quick.every((row) => Object.values(row).includes("ok"))) {
    problems.push(`The database is damaged: ${JSON.stringify(quick)}`);
  }
  if (keys.length > 0) problems.push(`${keys.length} rows refer to rows that are not there.`);
  for (const table of tables) {
    const [want, have] = [expected.get(table), counted[table]];
    if (want !== have) problems.push(`${table} has ${String(have)} rows instead of ${want}.`);
  }
  for (const [what, wrong] of Object.entries(recounted[0] ?? {})) {
    if (wrong !== 0) problems.push(`${String(wrong)} ${what} are wrong.`);
  }
  return problems;
}

/** D1 returns at most 100 columns: https://developers.cloudflare.com/d1/platform/limits/ */
const MOST_COLUMNS = 50;

/** One row with a column for each count. */
function selectEach(counts: (readonly [name: string, query: string])[]): string {
  return `select ${counts.map(([name, query]) => `(${query}) as "${name}"`).join(", ")}`;
}
