import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#shared/time.ts";
import { guard } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { facts, factValues } from "#worker/db/schema/applications/facts.ts";
import { columns, excluded, orm, prepare } from "#worker/db/statements.ts";
import type { Stored } from "./values.ts";

const applicationId = sql.placeholder("applicationId");
const key = sql.placeholder("key");
const own = alias(facts, "own");
const isFact = and(eq(facts.applicationId, applicationId), eq(facts.key, key));
const { id, kind, options, maxAgeHours, missing, asOf } = facts;

/** `today`: how many values the application has written on this day. */
export const selectDeclared = prepare(
  {
    id,
    kind,
    options,
    maxAgeHours,
    missing,
    asOf,
    today: sql<number | null>`(select sum(${own.writtenValues}) from ${facts} as ${own}
      where ${own.applicationId} = ${applicationId} and ${own.writtenDay} = ${sql.placeholder("day")})`,
  },
  (fields) => orm.select(fields).from(facts).where(isFact),
);

export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** The named users, and those of the named characters: of mains alone, where a grant of characters is missing. */
export const selectPilots = prepare(
  {
    userId: sql<string>`userId`,
    characterId: sql<number | null>`characterId`,
    value: sql<string | null>`${factValues.value}`,
    asOf: sql<number | null>`${factValues.asOf}`,
    endsAt: sql<number | null>`${factValues.endsAt}`,
  },
  (fields) => sql`with named(userId, characterId) as (
      select ${users.id}, null from ${users}
        where ${users.id} in (select value from json_each(${sql.placeholder("userIds")}))
      union all
      select ${users.id}, ${characters.id} from ${characters} cross join ${users}
        where ${characters.id} in (select value from json_each(${sql.placeholder("characterIds")}))
          and ${users.id} = ${characters.userId} and ${characters.unconfirmedSince} is null
          and (${sql.placeholder("seesCharacters")} = 1 or ${characters.id} = ${users.mainCharacterId}))
    select ${columns(fields)} from named
    left join ${factValues} on ${factValues.userId} = named.userId
      and ${factValues.factId} = (select ${facts.id} from ${facts} where ${isFact})`,
);

/** Undoes the batch unless these users exist, and have the values that were read. */
export function isAsRead(factId: string, read: readonly (readonly [string, Stored | undefined])[]) {
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
    and exists (select 1 from ${facts} where ${facts.id} = ${factId})`);
}

export function upsertValues(factId: string, values: ReadonlyMap<string, Stored>) {
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
  factId: string,
  { asOf: at, count, now }: { asOf: number | null; count: number; now: number },
) {
  const isToday = sql`${facts.writtenDay} = ${dayOf(now)}`;
  return orm
    .update(facts)
    .set({
      writtenAt: new Date(now),
      ...(at !== null && { asOf: sql`max(coalesce(${facts.asOf}, 0), ${at})` }),
      writtenDay: dayOf(now),
      writtenValues: sql`case when ${isToday} then ${facts.writtenValues} else 0 end + ${count}`,
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

/** Moves the values of an account that another one absorbs: of two of one fact, the later one stays. */
export function moveValues(fromId: string, intoId: string) {
  return orm
    .insert(factValues)
    .select(
      sql`select ${intoId}, ${factValues.factId}, ${factValues.value}, ${factValues.asOf}, ${factValues.endsAt}
        from ${factValues} where ${factValues.userId} = ${fromId}`,
    )
    .onConflictDoUpdate({
      target: [factValues.userId, factValues.factId],
      set: {
        value: excluded(factValues.value),
        asOf: excluded(factValues.asOf),
        endsAt: excluded(factValues.endsAt),
      },
      setWhere: sql`${excluded(factValues.asOf)} > ${factValues.asOf}`,
    });
}
