import { sql } from "drizzle-orm";
import type { FactKind } from "#shared/applications/facts.ts";
import { conditionsOf } from "#shared/requirements/conditions.ts";
import type { FactTest, Requirement } from "#shared/requirements/tree.ts";
import { run } from "#worker/db/batch.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";

const KIND_OF: Record<FactTest["compare"], FactKind> = {
  is: "yes_no",
  at_least: "number",
  at_most: "number",
  exactly: "number",
  within: "date",
  before: "date",
  one_of: "one_of",
};

const selectKinds = prepare(
  { id: facts.id, title: facts.title, kind: facts.kind, options: facts.options },
  (fields) =>
    orm
      .select(fields)
      .from(facts)
      .where(sql`${facts.id} in (select value from json_each(${sql.placeholder("ids")}))`),
);

/** Refuses facts that no application tells, and tests of another kind than the fact: they would never be met. */
export async function requireKnownFacts({ db }: Context, tree: Requirement) {
  const asked = conditionsOf(tree).flatMap((one) => (one.type === "fact" ? [one] : []));
  if (asked.length === 0) return;
  const ids = JSON.stringify(asked.map(({ factId }) => factId));
  const found = new Map((await run(db, selectKinds({ ids }))).map((fact) => [fact.id, fact]));
  for (const { factId, test } of asked) {
    const fact = found.get(factId);
    if (fact === undefined) throw new ApiError("fact_gone");
    const isKnown =
      test.compare !== "one_of" || test.values.every((one) => fact.options.includes(one));
    if (KIND_OF[test.compare] !== fact.kind || !isKnown) {
      throw new ApiError("fact_of_other_kind", { title: fact.title });
    }
  }
}
