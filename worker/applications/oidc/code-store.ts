import { and, eq, exists, gte, not, sql } from "drizzle-orm";
import { english } from "#shared/english.ts";
import { HOUR_MS } from "#shared/time.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { recordAndApply, recordEvent } from "#worker/audit/record.ts";
import { requireOpenSession } from "#worker/auth/sessions/fresh-proof.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import {
  applicationCodes,
  applicationConsents,
  applicationGrants,
} from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { askedClaims, hasConsented } from "./user-facts.ts";
import type { UserFacts } from "./user-facts.ts";

const CODE_TTL_MS = 60 * 1000;
/** A session at an application that is not renewed ends after so long, and the application is told. */
export const GRANT_TTL_MS = 30 * 24 * HOUR_MS;
/** How long a second use of a code is recognised. */
const USED_CODE_KEPT_MS = HOUR_MS;

type Agreed = {
  request: AuthorizationRequest;
  facts: UserFacts;
  issuer: string;
  authenticatedAt: Date;
  sessionId: string;
};

/** Writes a code, and what the user has agreed to if that is new. */
export async function issueCode(
  context: Context,
  { request, facts, issuer, authenticatedAt, sessionId }: Agreed,
): Promise<string> {
  const code = randomToken();
  const now = new Date();
  const applicationId = request.client.id;
  const { userId } = facts;
  const asked = askedClaims(facts, request.scope);
  // What the user has agreed to before still counts, unless the application has stopped asking for it.
  const claims = facts.claims.filter(
    (claim) => asked.includes(claim) || facts.consented?.includes(claim),
  );
  const insertCode = orm.insert(applicationCodes).values({
    hash: await sha256(code),
    applicationId,
    userId,
    grantId: randomToken(16),
    sessionId,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    nonce: request.nonce,
    scope: request.scope,
    issuer,
    authenticatedAt,
    expiresAt: new Date(now.getTime() + CODE_TTL_MS),
  });
  const agreed: Statement[] = hasConsented(facts, request.scope)
    ? []
    : [
        recordEvent(context, {
          kind: "application_consented",
          applicationId,
          actor: { userId },
          subjectId: userId,
        }).statement,
        orm
          .insert(applicationConsents)
          .values({ applicationId, userId, claims, createdAt: now })
          .onConflictDoUpdate({
            target: [applicationConsents.applicationId, applicationConsents.userId],
            set: { claims },
          }),
      ];
  const counted = countAct(context, { userId }, "signIns");
  // A session that has ended meanwhile would leave a code that nothing ends with it.
  const isOpen = requireOpenSession(sessionId);
  await runBatch(context.db, [isOpen, insertCode, ...agreed, counted]);
  return code;
}

export const selectCode = prepare(
  {
    applicationId: applicationCodes.applicationId,
    userId: applicationCodes.userId,
    grantId: applicationCodes.grantId,
    sessionId: applicationCodes.sessionId,
    redirectUri: applicationCodes.redirectUri,
    challenge: applicationCodes.challenge,
    nonce: applicationCodes.nonce,
    scope: applicationCodes.scope,
    issuer: applicationCodes.issuer,
    authenticatedAt: applicationCodes.authenticatedAt,
    expiresAt: applicationCodes.expiresAt,
    usedAt: applicationCodes.usedAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationCodes)
      .where(eq(applicationCodes.hash, sql.placeholder("hash"))),
);
type AuthorizationCodeRow = RowOfStatement<typeof selectCode>;

/** Exchanges a code for a grant; false if it was used in the meantime. The event says that the user has signed in. */
export function redeemCode(
  context: Context,
  hash: string,
  code: AuthorizationCodeRow,
): Promise<boolean> {
  const now = new Date();
  const { applicationId, userId, grantId: id, sessionId } = code;
  const { scope, nonce, issuer, authenticatedAt } = code;
  const isUnused = existsIn(
    applicationCodes,
    eq(applicationCodes.hash, hash),
    sql`${applicationCodes.usedAt} is null`,
  );
  return recordAndApply(context, {
    kind: "application_signed_in",
    applicationId,
    actor: { userId },
    subjectId: userId,
    condition: isUnused,
    statements: (applied) => [
      orm
        .update(applicationCodes)
        .set({ usedAt: now })
        .where(and(eq(applicationCodes.hash, hash), applied)),
      orm
        .update(applicationConsents)
        .set({ lastSignInAt: now })
        .where(
          and(
            eq(applicationConsents.applicationId, applicationId),
            eq(applicationConsents.userId, userId),
            applied,
          ),
        ),
      insertWhere(
        applicationGrants,
        {
          id,
          applicationId,
          userId,
          sessionId,
          scope,
          nonce,
          issuer,
          authenticatedAt,
          createdAt: now,
          generation: scope.split(" ").includes("offline_access") ? 1 : null,
          expiresAt: new Date(now.getTime() + GRANT_TTL_MS),
        },
        applied,
      ),
    ],
  });
}

const REASONS = {
  application_refused: { reason: english`Not a member of the required group` },
  application_cancelled: {},
};

/** A sign-in came to nothing: recorded once an hour for each user and application. */
export async function recordEnd(
  context: Context,
  kind: keyof typeof REASONS,
  applicationId: string,
  userId: string,
) {
  const isRecent = orm
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, userId),
        gte(auditEvents.id, eventIdsFrom(Date.now() - HOUR_MS)),
        sql`+${auditEvents.kind} = ${kind} and +${auditEvents.applicationId} = ${applicationId}`,
      ),
    );
  const event = {
    kind,
    applicationId,
    actor: { userId },
    subjectId: userId,
    detail: REASONS[kind],
  };
  await runBatch(context.db, [recordEvent(context, event, not(exists(isRecent))).statement]);
}

/** Statements of the hourly housekeeping. */
export function deleteExpiredSignIns(now: Date): Statement[] {
  return [
    orm
      .delete(applicationCodes)
      .where(sql`${applicationCodes.expiresAt} < ${now.getTime() - USED_CODE_KEPT_MS}`),
    orm.delete(applicationGrants).where(sql`${applicationGrants.expiresAt} < ${now.getTime()}`),
  ];
}
