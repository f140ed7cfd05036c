import { crossBaseline, knownMigrations } from "#worker/ops/deploy/baseline.ts";
import type { Advice } from "#worker/ops/deploy/baseline.ts";
import { statementsOf } from "#worker/ops/deploy/migrate.ts";

/** Applies the migrations that a local database lacks, and records them as wrangler does, in a tenth of its time. */
export async function migrate({ DB }: Pick<Env, "DB">, advice?: Advice) {
  await crossBaseline(async (statements) => {
    const answers = await DB.batch<Record<string, unknown>>(
      statements.map((statement) => DB.prepare(statement)),
    );
    return answers.map(({ results }) => results);
  }, advice);
  const { results } = await DB.prepare("select name from d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const name of knownMigrations().filter((file) => !applied.has(file))) {
    await DB.batch([
      ...statementsOf(name).map((statement) => DB.prepare(statement)),
      DB.prepare("insert into d1_migrations (name) values (?)").bind(name),
    ]);
  }
}
