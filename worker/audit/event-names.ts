import type { AffiliationChange, DetailOf } from "#shared/events/details.ts";
import type { EventKind } from "#shared/events/kinds.ts";
import * as z from "zod/mini";
import { eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { NamedAffiliation } from "#shared/session.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { names } from "#worker/db/schema/characters.ts";
import { orm } from "#worker/db/statements.ts";

// Aliases: these are read inside statements that read the same tables.
export const named = alias(characters, "named");
const holder = alias(users, "holder");

export function subjectOf(userId: string | SQLWrapper) {
  return { subjectId: sql`${userId}`, subjectName: mainName(userId) };
}

export function characterOf(id: number) {
  return {
    characterId: id,
    characterName: sql`(${orm.select({ name: named.name }).from(named).where(eq(named.id, id))})`,
  };
}

/** The name of a user's main at this moment. */
export function mainName(userId: string | SQLWrapper): SQL {
  const name = orm
    .select({ name: named.name })
    .from(holder)
    .innerJoin(named, eq(named.id, holder.mainCharacterId))
    .where(eq(holder.id, sql`${userId}`));
  return sql`(${name})`;
}

const inDetail = (field: string) =>
  sql`${auditEvents.detail} ->> ${sql.raw(`'$.affiliation.${field}'`)}`;

type AffiliationKind = {
  [Kind in EventKind]: DetailOf<Kind> extends { affiliation: unknown } ? Kind : never;
}[EventKind];
/** Another kind of event that tells an affiliation does not compile without. */
const HAS_AFFILIATION: Record<AffiliationKind, true> = { affiliation_changed: true };
const AFFILIATION_KINDS = sql.raw(`('${Object.keys(HAS_AFFILIATION).join("', '")}')`);

/** SQL: the present names of the corporations and alliances in an event, as JSON by id; null for other events. */
export const affiliationNames = sql<
  string | null
>`case when ${auditEvents.kind} in ${AFFILIATION_KINDS} then (
  select json_group_object(${names.id}, ${names.name}) from ${names} where ${names.id} in (
    ${inDetail("from.corporationId")}, ${inDetail("from.allianceId")},
    ${inDetail("to.corporationId")}, ${inDetail("to.allianceId")})) end`;

const namesSchema = z.record(z.string(), z.nullable(z.string()));

/** The change with names that were not known yet when it was recorded. `json`: of `affiliationNames`. */
export function withAffiliationNames(
  change: AffiliationChange | undefined,
  json: string | null,
): AffiliationChange | undefined {
  if (change === undefined || json === null) return change;
  const present = namesSchema.parse(JSON.parse(json));
  const fill = (one: NamedAffiliation): NamedAffiliation => ({
    ...one,
    corporationName: one.corporationName ?? present[one.corporationId] ?? null,
    allianceName: one.allianceName ?? present[one.allianceId ?? 0] ?? null,
  });
  return { from: change.from && fill(change.from), to: fill(change.to) };
}
