import { and, eq, getTableColumns, gt, lte } from "drizzle-orm";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import {
  pendingClaims,
  sessions,
  signInStates,
  takeBackRights,
} from "#worker/db/schema/accounts.ts";
import { orm, rows } from "#worker/db/statements.ts";

type PendingClaim = typeof pendingClaims.$inferSelect;

export async function insertSignInState(db: Database, state: typeof signInStates.$inferSelect) {
  await run(db, orm.insert(signInStates).values(state));
}

/** Deletes a state and returns it, so that it is used only once. Undefined if it is unknown or expired. */
export async function takeSignInState(db: Database, stateHash: string, now: Date) {
  const [state] = await run(
    db,
    rows(getTableColumns(signInStates), (fields) =>
      orm.delete(signInStates).where(eq(signInStates.stateHash, stateHash)).returning(fields),
    ),
  );
  return state !== undefined && state.expiresAt > now ? state : undefined;
}

/** A browser has one pending claim: a later sign-in replaces an earlier one. */
export function upsertPendingClaim(claim: PendingClaim) {
  return orm
    .insert(pendingClaims)
    .values(claim)
    .onConflictDoUpdate({ target: pendingClaims.browserHash, set: claim });
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
    orm.delete(signInStates).where(lte(signInStates.expiresAt, now)),
    orm.delete(pendingClaims).where(lte(pendingClaims.expiresAt, now)),
    orm.delete(sessions).where(lte(sessions.expiresAt, now)),
    orm.delete(takeBackRights).where(lte(takeBackRights.expiresAt, now)),
  ];
}
