import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  applicationCodes,
  applicationConsents,
  applicationGrants,
  logoutDeliveries,
} from "#worker/db/schema/applications.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { GRANT_TTL_MS } from "./code-store.ts";

export const selectGrant = prepare(
  {
    id: applicationGrants.id,
    applicationId: applicationGrants.applicationId,
    userId: applicationGrants.userId,
    scope: applicationGrants.scope,
    nonce: applicationGrants.nonce,
    issuer: applicationGrants.issuer,
    authenticatedAt: applicationGrants.authenticatedAt,
    generation: applicationGrants.generation,
    rotatedAt: applicationGrants.rotatedAt,
    expiresAt: applicationGrants.expiresAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationGrants)
      .where(eq(applicationGrants.id, sql.placeholder("id"))),
);
export type GrantRow = RowOfStatement<typeof selectGrant>;

/** The next refresh token, unless another request was faster. */
export function rotate(id: string, generation: number, now: number): Statement {
  return orm
    .update(applicationGrants)
    .set({
      generation: generation + 1,
      rotatedAt: new Date(now),
      expiresAt: new Date(now + GRANT_TTL_MS),
    })
    .where(and(eq(applicationGrants.id, id), eq(applicationGrants.generation, generation)));
}

/** Ends a grant; a trigger notes that the application has to be told. */
export function endGrant(id: string): Statement {
  return orm.delete(applicationGrants).where(eq(applicationGrants.id, id));
}

/** The application itself has ended it, and need not be told. */
export function endOwnGrant(id: string, applicationId: string): Statement[] {
  return [
    orm
      .delete(applicationGrants)
      .where(and(eq(applicationGrants.id, id), eq(applicationGrants.applicationId, applicationId))),
    orm
      .delete(logoutDeliveries)
      .where(and(eq(logoutDeliveries.id, id), eq(logoutDeliveries.applicationId, applicationId))),
  ];
}

/** The user no longer agrees: sessions at the application end, and it is told. */
export async function endConsent(context: Context, { userId }: UserActor, applicationId: string) {
  const isOwn = and(
    eq(applicationConsents.applicationId, applicationId),
    eq(applicationConsents.userId, userId),
  );
  const ended = await recordAndApply(context, {
    kind: "application_consent_ended",
    applicationId,
    actor: { userId },
    subjectId: userId,
    condition: existsIn(applicationConsents, isOwn),
    statements: (applied) => [
      orm
        .delete(applicationGrants)
        .where(
          and(
            eq(applicationGrants.applicationId, applicationId),
            eq(applicationGrants.userId, userId),
            applied,
          ),
        ),
      // A code that is still under way would become a session.
      orm
        .delete(applicationCodes)
        .where(
          and(
            eq(applicationCodes.applicationId, applicationId),
            eq(applicationCodes.userId, userId),
            isNull(applicationCodes.usedAt),
            applied,
          ),
        ),
      orm.delete(applicationConsents).where(and(isOwn, applied)),
    ],
  });
  if (!ended) throw new ApiError("not_signed_in_there");
}
