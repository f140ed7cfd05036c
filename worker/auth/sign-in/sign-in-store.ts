import { and, eq, getTableColumns, gt, lte, notExists } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import {
  pendingClaims,
  sessions,
  signInStates,
  spentStates,
  takeBackRights,
} from "#worker/db/schema/accounts.ts";
import { orm, rows } from "#worker/db/statements.ts";

type PendingClaim = typeof pendingClaims.$inferSelect;

/** SQL condition: no callback has used the state. */
export function isUnspent(stateHash: string): SQL {
  const spent = orm
    .select({ stateHash: spentStates.stateHash })
    .from(spentStates)
    .where(eq(spentStates.stateHash, stateHash));
  return notExists(spent);
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

export function deleteExpired(now: Date) {
  return [
    orm.delete(spentStates).where(lte(spentStates.expiresAt, now)),
    orm.delete(signInStates).where(lte(signInStates.expiresAt, now)),
    orm.delete(pendingClaims).where(lte(pendingClaims.expiresAt, now)),
    orm.delete(sessions).where(lte(sessions.expiresAt, now)),
    orm.delete(takeBackRights).where(lte(takeBackRights.expiresAt, now)),
  ];
}
