import { and, asc, eq, not, sql } from "drizzle-orm";
import { MAX_FACTS } from "#shared/facts.ts";
import type { DeclareFact } from "#shared/facts.ts";
import type { ApplicationEventDetail } from "#shared/events/details.ts";
import { HOUR_MS } from "#shared/time.ts";
import { decidesBeyond } from "#worker/access/gives-beyond.ts";
import type { OnApplications } from "#worker/applications/policy.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { countIn, existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { ChangedFact, Declared, OnFacts } from "./policy.ts";

const applicationId = sql.placeholder("applicationId");
const now = sql.placeholder("now");
const isOfFact = sql`${factValues.factId} = ${facts.id}`;
const isRecent = sql`${factValues.asOf} >= ${now} - ${facts.maxAgeHours} * ${sql.raw(String(HOUR_MS))}`;
/** The value counts now: it is neither too old, nor contradictory, nor over. */
const isKnown = sql`${factValues.value} is not null and ${isRecent}
  and (${factValues.endsAt} is null or ${factValues.endsAt} > ${now})`;

export type FactRow = RowOfStatement<typeof selectFacts>;

/** The facts of an application, with the numbers of pilots. */
export const selectFacts = prepare(
  {
    id: facts.id,
    key: facts.key,
    title: facts.title,
    kind: facts.kind,
    options: facts.options,
    maxAgeHours: facts.maxAgeHours,
    missing: facts.missing,
    asOf: facts.asOf,
    writtenAt: facts.writtenAt,
    isOn: applications.isOn,
    /** Values, and of them the known, the late and the ended ones: counted in one pass. */
    counts: sql<JsonText<[number, number, number, number]>>`(select json_array(count(*),
        count(*) filter (where ${isKnown}), count(*) filter (where not (${isRecent})),
        count(*) filter (where ${factValues.endsAt} <= ${now}))
      from ${factValues} where ${isOfFact})`,
    users: sql<number>`(select count(*) from ${users})`,
    usedBy: sql<string>`(select json_group_array(json_object('id', ${groups.id}, 'name', ${groups.name}))
      from ${ruleConditions} cross join ${groups} on ${groups.id} = ${ruleConditions.ruleId}
      where ${ruleConditions.type} = 'fact' and ${ruleConditions.subject} = ${facts.id})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(facts)
      .innerJoin(applications, eq(applications.id, facts.applicationId))
      .where(eq(facts.applicationId, applicationId))
      .orderBy(asc(facts.createdAt), asc(facts.key)),
);

/** SQL condition: the application has fewer facts than this, and none with the key. */
function mayDeclare(id: string, { key }: DeclareFact, limit: number) {
  const isOwn = eq(facts.applicationId, id);
  return sql`${countIn(facts, isOwn)} < ${limit} and not ${existsIn(facts, isOwn, eq(facts.key, key))}`;
}

/** SQL condition: no requirements ask for the fact. */
function isUnused(id: string) {
  return not(
    existsIn(ruleConditions, eq(ruleConditions.type, "fact"), eq(ruleConditions.subject, id)),
  );
}

/** False if the application has `MAX_FACTS`, or one with the key. */
export function insertFact(
  context: Context,
  { by: actor, of: { id } }: OnApplications<"administer">,
  declared: DeclareFact,
) {
  const row = {
    ...declared,
    id: randomToken(12),
    applicationId: id,
    createdBy: actor.userId,
    createdAt: new Date(),
  };
  return recordAndApply(context, {
    kind: "fact_declared",
    actor,
    applicationId: id,
    detail: { label: declared.title },
    condition: mayDeclare(id, declared, MAX_FACTS),
    statements: (applied) => [insertWhere(facts, row, applied)],
  });
}

export function updateFact(
  context: Context,
  { by: actor, of: { applicationId: ofApplication, fact, input } }: OnFacts<"change", ChangedFact>,
  detail: { label: string; changes: NonNullable<ApplicationEventDetail["changes"]> },
) {
  const isIt = eq(facts.id, fact.id);
  const { title: _, ...meaning } = input;
  return recordAndApply(context, {
    kind: "fact_changed",
    actor,
    applicationId: ofApplication,
    detail,
    // What a value means, and for how long, is part of the requirements that ask for it.
    ...(Object.keys(meaning).length > 0 && {
      proof: requireProofToGive(actor, decidesBeyond("fact", sql`(${fact.id})`)),
    }),
    condition: existsIn(facts, isIt),
    statements: (applied) => [
      orm
        .update(facts)
        .set(input)
        .where(sql`${isIt} and ${applied}`),
    ],
  });
}

/** False if requirements ask for the fact. */
export function deleteFact(
  context: Context,
  { by: actor, of: { applicationId: ofApplication, fact } }: OnFacts<"remove", Declared>,
) {
  const isIt = and(eq(facts.id, fact.id), eq(facts.applicationId, ofApplication));
  return recordAndApply(context, {
    kind: "fact_removed",
    actor,
    applicationId: ofApplication,
    detail: { label: fact.title },
    condition: sql`${existsIn(facts, isIt)} and ${isUnused(fact.id)}`,
    statements: (applied) => [orm.delete(facts).where(sql`${isIt} and ${applied}`)],
  });
}
