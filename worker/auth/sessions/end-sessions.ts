import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { sessions } from "#worker/db/schema/accounts.ts";
import { applicationCodes, applicationGrants } from "#worker/db/schema/applications.ts";
import { existsIn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";

/**
 * Statements that end sessions of a user, and the sign-ins at applications that were agreed to in them: a trigger notes that the
 * applications have to be told. `condition` is an SQL condition on `sessions`.
 */
export function endSessionsWhere(userId: string, condition: SQL): Statement[] {
  const areEnding = and(eq(sessions.userId, userId), condition);
  const ending = orm.select({ id: sessions.id }).from(sessions).where(areEnding);
  return [
    ...endSignIns(userId, (sessionId) => sql`${sessionId} in ${ending}`),
    orm.delete(sessions).where(areEnding),
  ];
}

/**
 * Statements that end the sessions that a pilot of the user has opened, and the sign-ins at applications that were agreed to in
 * them. A sign-in whose session is gone ends too, because nothing tells which pilot opened that session.
 */
export function endSessionsOfPilot(
  userId: string,
  characterId: number,
  condition: SQL,
): Statement[] {
  const areEnding = and(eq(sessions.userId, userId), eq(sessions.characterId, characterId));
  return [
    orm.delete(sessions).where(and(areEnding, condition)),
    ...endSignIns(
      userId,
      (sessionId) => sql`not ${existsIn(sessions, eq(sessions.id, sessionId))} and ${condition}`,
    ),
  ];
}

/**
 * Statements that end every session of a user but this one, and every sign-in at an application that was not agreed to in it.
 * `condition`: only where it holds.
 */
export function endSessionsBut(
  userId: string,
  sessionId: string,
  condition: SQL = sql`true`,
): Statement[] {
  return [
    ...endSignIns(userId, (id) => sql`${id} is not ${sessionId} and ${condition}`),
    orm
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), sql`${sessions.id} <> ${sessionId}`, condition)),
  ];
}

/** A code that was used is kept: its second use ends the grant. `isEnding`: a condition on the session that agreed. */
function endSignIns(userId: string, isEnding: (sessionId: SQLiteColumn) => SQL): Statement[] {
  return [
    orm
      .delete(applicationCodes)
      .where(
        and(
          eq(applicationCodes.userId, userId),
          isNull(applicationCodes.usedAt),
          isEnding(applicationCodes.sessionId),
        ),
      ),
    orm
      .delete(applicationGrants)
      .where(and(eq(applicationGrants.userId, userId), isEnding(applicationGrants.sessionId))),
  ];
}
