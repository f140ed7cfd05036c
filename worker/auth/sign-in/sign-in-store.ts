import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { pendingClaims, sessions, signInStates } from "#worker/db/schema/accounts.ts";

export type SignInState = typeof signInStates.$inferSelect;
export type PendingClaim = typeof pendingClaims.$inferSelect;

export async function insertSignInState(db: Database, state: SignInState) {
  await db.insert(signInStates).values(state);
}

/** Takes a state out of the database, so that it is used once; undefined when it is unknown or expired. */
export async function takeSignInState(db: Database, stateHash: string, now: Date) {
  const [state] = await db
    .delete(signInStates)
    .where(eq(signInStates.stateHash, stateHash))
    .returning();
  return state !== undefined && state.expiresAt > now ? state : undefined;
}

/** One pending claim a browser: a later sign-in replaces an earlier one. */
export function upsertPendingClaim(db: Database, claim: PendingClaim) {
  return db
    .insert(pendingClaims)
    .values(claim)
    .onConflictDoUpdate({ target: pendingClaims.browserHash, set: claim });
}

export async function findPendingClaim(db: Database, browserHash: string, now: Date) {
  const [claim] = await db
    .select()
    .from(pendingClaims)
    .where(and(eq(pendingClaims.browserHash, browserHash), gt(pendingClaims.expiresAt, now)));
  return claim;
}

export function deletePendingClaim(db: Database, browserHash: string) {
  return db.delete(pendingClaims).where(eq(pendingClaims.browserHash, browserHash));
}

/** Housekeeping: what nobody can use any more. */
export async function deleteExpired(db: Database, now: Date) {
  await db.batch([
    db.delete(signInStates).where(lte(signInStates.expiresAt, now)),
    db.delete(pendingClaims).where(lte(pendingClaims.expiresAt, now)),
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
  ]);
}
