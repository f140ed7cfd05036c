import { and, eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "#shared/time.ts";
import { guard } from "#worker/db/batch.ts";
import { namedFields, withNamed } from "#worker/applications/named-pilots.ts";
import type { NameablePilot } from "#worker/applications/named-pilots.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { columns, excluded, orm, prepare } from "#worker/db/statements.ts";
import { CONFIRMED_MS, CONFIRMED_SHARE } from "./values.ts";
import type { FactsToWrite } from "./policy.ts";
import type { Stored } from "./values.ts";

const applicationId = sql.placeholder("applicationId");
const key = sql.placeholder("key");
/** ECMA-262, "Time Values and Time Range". */
const MAX_TIME = 8.64e15;
const isFact = and(eq(facts.applicationId, applicationId), eq(facts.key, key));
const { id, kind, options, maxAgeHours, missing, asOf, confirmedAt } = facts;

export const selectDeclared = prepare(
  {
    id,
    kind,
    options,
    maxAgeHours,
    missing,
    asOf,
    confirmedAt,
  },
  (fields) => orm.select(fields).from(facts).where(isFact),
);

/** The pilots whom a token names, with their values. */
export const selectPilots = prepare(
  {
    ...namedFields,
    value: sql<string | null>`${factValues.value}`,
    asOf: sql<number | null>`${factValues.asOf}`,
    endsAt: sql<number | null>`${factValues.endsAt}`,
  },
  (fields) => sql`${withNamed} select ${columns(fields)} from named
    left join ${factValues} on ${factValues.userId} = named.userId
      and ${factValues.factId} = (select ${facts.id} from ${facts} where ${isFact})`,
);

/**
 * Undoes the batch unless these users exist, and have the values that were read, and no value was confirmed that is later than
 * `orderedBefore`.
 */
export function isAsRead(
  { of: { id: factId } }: FactsToWrite,
  read: readonly (readonly [NameablePilot, Stored | undefined])[],
  orderedBefore: number,
) {
  const wanted = JSON.stringify(
    read.map(([userId, stored]) => ({
      userId,
      value: stored?.value,
      asOf: stored?.asOf,
      endsAt: stored?.endsAt,
    })),
  );
  const field = (name: string) => sql.raw(`json_extract(wanted.value, '$.${name}')`);
  return guard(sql`not exists (select 1 from json_each(${wanted}) wanted
    left join ${users} on ${users.id} = ${field("userId")}
    left join ${factValues} on ${factValues.userId} = ${field("userId")} and ${factValues.factId} = ${factId}
    where ${users.id} is null or ${factValues.value} is not ${field("value")}
      or ${factValues.asOf} is not ${field("asOf")} or ${factValues.endsAt} is not ${field("endsAt")})
    and exists (select 1 from ${facts} where ${facts.id} = ${factId}
      and coalesce(${facts.confirmedAt}, 0) <= ${Math.min(orderedBefore, MAX_TIME)})`);
}

export function upsertValues(
  { of: { id: factId } }: FactsToWrite,
  values: ReadonlyMap<NameablePilot, Stored>,
) {
  const list = JSON.stringify([...values].map(([userId, row]) => ({ userId, ...row })));
  const field = (name: string) => sql.raw(`json_extract(value, '$.${name}')`);
  return orm
    .insert(factValues)
    .select(
      sql`select ${field("userId")}, ${factId}, ${field("value")}, ${field("asOf")}, ${field("endsAt")}
        from json_each(${list}) where true`,
    )
    .onConflictDoUpdate({
      target: [factValues.userId, factValues.factId],
      set: {
        value: excluded(factValues.value),
        asOf: excluded(factValues.asOf),
        endsAt: excluded(factValues.endsAt),
      },
    });
}

/** The application has written: one row for a request. */
export function noteWritten(
  { of: { id: factId } }: FactsToWrite,
  {
    asOf: at,
    confirmedAt: confirmed,
    now,
  }: { asOf: number | null; confirmedAt: number; now: number },
) {
  return orm
    .update(facts)
    .set({
      writtenAt: new Date(now),
      ...(at !== null && { asOf: sql`max(coalesce(${facts.asOf}, 0), ${at})` }),
      ...(confirmed > 0 && {
        confirmedAt: sql`max(coalesce(${confirmedAt}, 0), ${confirmed})`,
      }),
    })
    .where(eq(facts.id, factId));
}

/** The facts of an application. */
export const selectFacts = prepare(
  {
    key: facts.key,
    title: facts.title,
    kind: facts.kind,
    options: facts.options,
    maxAgeHours: facts.maxAgeHours,
    missing: facts.missing,
    asOf: facts.asOf,
    writtenAt: facts.writtenAt,
  },
  (fields) =>
    orm.select(fields).from(facts).where(eq(facts.applicationId, applicationId)).orderBy(facts.key),
);

/** Moves the values of an account that another one absorbs: of two of one fact, the later one stays; of two for one time, none. */
export function moveValues(fromId: string, intoId: string) {
  const { value, asOf: own, endsAt } = factValues;
  const other = excluded(own);
  const isLater = sql`${other} > ${own}`;
  const isOther = sql`(${excluded(value)} is not ${value} or ${excluded(endsAt)} is not ${endsAt})`;
  // The older one may have been confirmed since (values.ts).
  const isUnordered = sql`(${isOther} and (${other} = ${own} or exists (select 1 from ${facts}
    where ${facts.id} = ${excluded(factValues.factId)} and ${confirmedAt} > max(${other}, ${own})
      and abs(${other} - ${own}) < min(${CONFIRMED_MS}, ${maxAgeHours} * ${HOUR_MS} / ${CONFIRMED_SHARE}))))`;
  const chosen = (column: SQLiteColumn) =>
    sql`case when ${isUnordered} then null when ${isLater} then ${excluded(column)} else ${column} end`;
  return orm
    .insert(factValues)
    .select(
      sql`select ${intoId}, ${factValues.factId}, ${factValues.value}, ${factValues.asOf}, ${factValues.endsAt}
        from ${factValues} where ${factValues.userId} = ${fromId}`,
    )
    .onConflictDoUpdate({
      target: [factValues.userId, factValues.factId],
      set: {
        value: chosen(value),
        asOf: sql`max(${other}, ${own})`,
        endsAt: chosen(endsAt),
      },
      setWhere: sql`${isLater} or ${isUnordered}`,
    });
}
