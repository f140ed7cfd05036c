import { eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { characters, users } from "#worker/db/schema/accounts.ts";
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
