import { and, asc, eq, sql } from "drizzle-orm";
import type { FactAboutUser } from "#shared/pilots/access.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import { toldOf } from "#worker/requirements/evidence/told-facts.ts";

/** What applications tell about the user. */
export const selectFacts = prepare(
  {
    factId: facts.id,
    title: facts.title,
    applicationName: applications.name,
    isOn: applications.isOn,
    missing: facts.missing,
    maxAgeHours: facts.maxAgeHours,
    toldAt: facts.asOf,
    value: factValues.value,
    asOf: factValues.asOf,
    endsAt: factValues.endsAt,
    askName: characters.name,
  },
  (fields) =>
    orm
      .select(fields)
      .from(factValues)
      .innerJoin(facts, eq(facts.id, factValues.factId))
      .innerJoin(applications, eq(applications.id, facts.applicationId))
      .leftJoin(users, eq(users.id, facts.createdBy))
      .leftJoin(
        characters,
        and(eq(characters.id, users.mainCharacterId), eq(characters.userId, users.id)),
      )
      .where(eq(factValues.userId, sql.placeholder("userId")))
      .orderBy(asc(applications.name), asc(facts.title), asc(facts.id)),
);

/** As the evaluation of requirements sees it. */
export function presentFact(row: RowOfStatement<typeof selectFacts>, now: number): FactAboutUser {
  const { factId, title, applicationName, value, asOf, endsAt, askName } = row;
  const told = toldOf(
    [
      {
        ...row,
        isOn: Number(row.isOn),
        toldAt: row.toldAt?.getTime() ?? null,
        asOf: asOf.getTime(),
        endsAt: endsAt?.getTime() ?? null,
      },
    ],
    now,
  ).get(factId);
  return {
    factId,
    title,
    applicationName,
    value: value === null ? null : parseJsonText(storedJson<FactAboutUser["value"]>(value)),
    unknown: told === undefined || told.isKnown ? null : told.reason,
    asOf: asOf.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    askName,
  };
}
