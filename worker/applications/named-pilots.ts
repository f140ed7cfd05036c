import { sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { characters, users } from "#worker/db/schema/accounts.ts";

declare const named: unique symbol;

/** A user whom a token may name, as these statements read it. */
export type NameablePilot = string & { readonly [named]: true };

type Character = Record<"id" | "unconfirmedSince", SQLWrapper>;

/**
 * SQL condition on `users` and a table of characters, the one rule of which characters a token may name: linked and confirmed ones.
 * Without a grant of characters (`seesAll`), mains alone: an alt would be disclosed.
 */
export function isNameable(character: Character, seesAll: SQL): SQL {
  return sql`${character.unconfirmedSince} is null and (${seesAll} or ${character.id} = ${users.mainCharacterId})`;
}

const seesAll = sql`${sql.placeholder("seesCharacters")} = 1`;

/** SQL: the common table `named` of the pilots in `valuesOf`. A user is named by their id, or by a character. */
export const withNamed = sql`with named(userId, characterId) as (
  select ${users.id}, null from ${users}
    where ${users.id} in (select value from json_each(${sql.placeholder("userIds")}))
  union all
  select ${users.id}, ${characters.id} from ${characters} cross join ${users}
    where ${characters.id} in (select value from json_each(${sql.placeholder("characterIds")}))
      and ${users.id} = ${characters.userId} and ${isNameable(characters, seesAll)})`;

export const namedFields = {
  userId: sql<NameablePilot>`userId`,
  characterId: sql<number | null>`characterId`,
};

/** The values of `withNamed`. */
export function valuesOf(
  { seesCharacters }: { seesCharacters: boolean },
  pilots: readonly (string | number)[],
) {
  return {
    seesCharacters: Number(seesCharacters),
    userIds: JSON.stringify(pilots.filter((pilot) => typeof pilot === "string")),
    characterIds: JSON.stringify(pilots.filter((pilot) => typeof pilot === "number")),
  };
}
