import { eq, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { MERGE_OFFER_MINUTES } from "#shared/account/merge.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { excluded, insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { CharacterIdentity } from "./character-ownership.ts";

/**
 * Offers to merge the account `fromId`, whose main was just proven at EVE, into `intoId`. Returns undefined if the character
 * is not the main of `fromId`. A new offer replaces an older one for the same two accounts, but not one that waits for the consent of `fromId`.
 */
export async function offerMerge(
  db: Database,
  { intoId, fromId }: { intoId: string; fromId: string },
  { characterId, ownerHash }: CharacterIdentity,
): Promise<string | undefined> {
  const into = alias(users, "into_user");
  const from = alias(users, "from_user");
  const now = Date.now();
  const expiresAt = new Date(now + MERGE_OFFER_MINUTES * 60_000);
  const offer = {
    id: randomToken(12),
    intoId,
    fromId,
    intoMainId: sql`${into.mainCharacterId}`,
    fromMainId: characterId,
    ownerHash,
    state: "offered" as const,
    createdAt: new Date(now),
    expiresAt,
  };
  const isWaiting = sql`(${accountMerges.state} = 'requested' and ${accountMerges.expiresAt} > ${now}
    and ${accountMerges.intoMainId} = ${excluded(accountMerges.intoMainId)}
    and ${accountMerges.fromMainId} = ${characterId} and ${accountMerges.ownerHash} = ${ownerHash})`;
  const unlessWaiting = (column: SQLiteColumn) =>
    sql`case when ${isWaiting} then ${column} else ${excluded(column)} end`;
  const [offered] = await run(
    db,
    rows({ id: accountMerges.id }, (fields) =>
      insertWhere(
        accountMerges,
        offer,
        sql`${eq(into.id, intoId)} and ${eq(from.id, fromId)}
          and ${eq(from.mainCharacterId, characterId)} and ${into.mainCharacterId} is not null
          and not ${isSuspended(now, from.suspendedUntil)}`,
        sql`${users} as ${into}, ${users} as ${from}`,
      )
        .onConflictDoUpdate({
          target: [accountMerges.intoId, accountMerges.fromId],
          set: {
            id: unlessWaiting(accountMerges.id),
            state: unlessWaiting(accountMerges.state),
            createdAt: unlessWaiting(accountMerges.createdAt),
            expiresAt: unlessWaiting(accountMerges.expiresAt),
            ownerHash,
            intoMainId: excluded(accountMerges.intoMainId),
            fromMainId: characterId,
          },
        })
        .returning(fields),
    ),
  );
  return offered?.id;
}

export function deleteExpiredMerges(now: Date) {
  return orm.delete(accountMerges).where(lte(accountMerges.expiresAt, now));
}
