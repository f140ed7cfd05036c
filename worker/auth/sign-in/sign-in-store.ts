import { and, eq, getTableColumns, gt, isNull, lte, not, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import {
  pendingClaims,
  sessions,
  signInStates,
  spentStates,
  takeBackRights,
  users,
} from "#worker/db/schema/accounts.ts";
import { existsIn, orm, rows } from "#worker/db/statements.ts";

/** From the sign-in on. */
export const CLAIM_TTL_MS = 10 * 60 * 1000;
const REASON_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type PendingClaim = typeof pendingClaims.$inferSelect;

/** SQL condition: no callback has used the state. */
export function isUnspent(stateHash: string): SQL {
  return not(existsIn(spentStates, eq(spentStates.stateHash, stateHash)));
}

export function insertSpentState(stateHash: string, expiresAt: Date) {
  return orm.insert(spentStates).values({ stateHash, expiresAt });
}

export function insertPendingClaim(claim: PendingClaim) {
  return orm.insert(pendingClaims).values(claim);
}

export async function findPendingClaim(db: Database, browserHash: string, now: Date) {
  const [claim] = await run(
    db,
    rows(getTableColumns(pendingClaims), (fields) =>
      orm
        .select(fields)
        .from(pendingClaims)
        .where(and(eq(pendingClaims.browserHash, browserHash), gt(pendingClaims.expiresAt, now))),
    ),
  );
  return claim;
}

export function deletePendingClaim(browserHash: string) {
  return orm.delete(pendingClaims).where(eq(pendingClaims.browserHash, browserHash));
}

/** SQL condition: the session's browser can still learn that the account's last character was sold. */
function isReason(now: Date): SQL {
  const isLocked = existsIn(
    users,
    and(eq(users.id, sessions.userId), isNull(users.mainCharacterId)),
  );
  const since = now.getTime() - REASON_KEPT_MS;
  return sql`(${sessions.expiresAt} > ${since} and ${isLocked})`;
}

export function deleteExpired(now: Date) {
  return [
    orm.delete(spentStates).where(lte(spentStates.expiresAt, now)),
    orm.delete(signInStates).where(lte(signInStates.expiresAt, now)),
    orm.delete(pendingClaims).where(lte(pendingClaims.expiresAt, now)),
    orm.delete(sessions).where(and(lte(sessions.expiresAt, now), not(isReason(now)))),
    orm.delete(takeBackRights).where(lte(takeBackRights.expiresAt, now)),
  ];
}
