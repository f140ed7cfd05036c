import { and, eq, exists, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { adminPins, characters } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";

/** SQL condition on `characters`: the owner differs from the pin, or the character was sold. */
export const isOwnerWithheld = exists(
  orm
    .select({ id: adminPins.characterId })
    .from(adminPins)
    .where(
      and(
        eq(adminPins.characterId, characters.id),
        or(isNotNull(adminPins.withheldSince), ne(adminPins.ownerHash, characters.ownerHash)),
      ),
    ),
);

/**
 * Whether the user is a system administrator: the user holds one of the characters, confirmed, of ADMIN_CHARACTER_IDS, with its pinned
 * owner hash. A character without a pin counts, because its present owner is pinned before the owner changes
 * (`owner-pins.ts`). `characterIds` is a JSON array: a statement in D1 has at most 100 parameters
 * (https://developers.cloudflare.com/d1/platform/limits/).
 */
export function isAdministrator(userId: SQLWrapper, characterIds: string | Placeholder) {
  return holdsOneOf(userId, characterIds, not(isOwnerWithheld));
}

/** Whether the user would be a system administrator if the owner of a character had not changed. */
export function areRightsWithheld(userId: SQLWrapper, characterIds: string | Placeholder) {
  return holdsOneOf(userId, characterIds, isOwnerWithheld);
}

function holdsOneOf(userId: SQLWrapper, characterIds: string | Placeholder, condition: SQL) {
  const one = orm
    .select({ id: characters.id })
    .from(characters)
    .where(
      and(
        sql`${characters.userId} = ${userId}`,
        sql`${characters.id} in (select value from json_each(${characterIds}))`,
        isNull(characters.unconfirmedSince),
        condition,
      ),
    );
  return sql<number>`exists ${one}`;
}
