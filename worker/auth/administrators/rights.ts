import { and, eq, exists, isNotNull, ne, not, or, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { adminPins, characters } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";

/** SQL condition on `characters`: the character has another owner than its pin, or was sold. */
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
 * Whether the user is a system administrator: holds one of the characters of ADMIN_CHARACTER_IDS, with the owner hash
 * that is pinned. A character without a pin counts: it is pinned with its present owner before that owner changes
 * (`owner-pins.ts`). `characterIds` is a JSON list, which may be longer than D1's 100 parameters.
 */
export function isAdministrator(userId: SQLWrapper, characterIds: string | Placeholder) {
  return holdsOneOf(userId, characterIds, not(isOwnerWithheld));
}

/** Whether a character of the user would make them an administrator if its owner had not changed. */
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
        condition,
      ),
    );
  return sql<number>`exists ${one}`;
}
