import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Config } from "#worker/ground/config.ts";
import { adminPins, characters } from "#worker/db/schema/accounts.ts";
import { excluded, insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";

/**
 * Pins the present owners of the characters that are in ADMIN_CHARACTER_IDS and have no pin, and withholds the rights of
 * characters whose owner differs from the pin. Runs before and after each write of an owner hash, so that the first owner is
 * pinned even if no pin existed before the write.
 */
export function pinOwner(
  { ADMIN_CHARACTER_IDS }: Config,
  characterIds: number[],
  now: Date,
): Statement[] {
  const named = characterIds.filter((id) => ADMIN_CHARACTER_IDS.includes(id));
  if (named.length === 0) return [];
  const ids = sql`(select value from json_each(${JSON.stringify(named)}))`;
  return [
    insertWhere(
      adminPins,
      { characterId: sql`${characters.id}`, ownerHash: sql`${characters.ownerHash}` },
      sql`${and(inArray(characters.id, ids), isNotNull(characters.ownerHash))}`,
      sql`${characters}`,
    ).onConflictDoUpdate({
      target: adminPins.characterId,
      set: { withheldSince: sql`coalesce(${adminPins.withheldSince}, ${now.getTime()})` },
      setWhere: sql`${adminPins.withheldSince} is null
        and ${adminPins.ownerHash} <> ${excluded(adminPins.ownerHash)}`,
    }),
  ];
}

/** Pins the owners of all characters of ADMIN_CHARACTER_IDS that are linked. */
export function pinOwners(config: Config, now: Date): Statement[] {
  return pinOwner(config, config.ADMIN_CHARACTER_IDS, now);
}

/** Withholds the rights of a sold character until an administrator or the deployer confirms it, also for its former owner. */
export function withhold(characterId: number, condition: SQL, now: Date): Statement {
  return orm
    .update(adminPins)
    .set({ withheldSince: sql`coalesce(${adminPins.withheldSince}, ${now.getTime()})` })
    .where(and(eq(adminPins.characterId, characterId), condition));
}
