import type { Context as HonoContext, MiddlewareHandler, Next } from "hono";
import { createMiddleware } from "hono/factory";
import { refuseSpent } from "#worker/audit/daily-limits.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { withFirstRead } from "#worker/db/first-read.ts";
import type { App } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isWrite } from "#worker/http/cross-site.ts";
import { countAgainst, rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import type { RateLimiterName } from "#worker/http/rate-limit.ts";
import { declare, letPay } from "#worker/http/route-declaration.ts";
import type { Declaration, Reads, Who } from "#worker/http/route-declaration.ts";
import { answerAfter } from "#worker/http/run-behind.ts";
import type { Administrator, UserActor } from "./actor.ts";
import { findProofHash } from "./fresh-proof.ts";
import { selectSession } from "./session-store.ts";
import { authenticate, evictActor, findCachedActor, isValid, rightsOf } from "./sessions.ts";

export type SignedIn = App & { Variables: { actor: UserActor } };
type ByAdministrator = App & { Variables: { actor: Administrator } };

/**
 * Sets the actor; only signed-in users pass. A write waits for its session to be read. A read whose actor is in the session
 * cache does not: its first batch reads the session along, and fails if the session has ended. Either way, no response is
 * sent before the session was read: one round trip less for almost every read, and a session ends at once everywhere.
 *
 * Rate limits come before the database: a token that this isolate does not know counts against its network, and every
 * request against its user.
 */
async function requireUser(c: HonoContext<SignedIn>, next: Next, declaration: Declaration) {
  const token = readBearer(c.req.header("authorization"));
  const tokenHash = token === undefined ? undefined : await sha256(token);
  const cached = tokenHash === undefined ? undefined : findCachedActor(tokenHash);
  const limiter = isWrite(c) ? c.env.WRITE_LIMIT : c.env.READ_LIMIT;
  await (cached === undefined
    ? countAgainst(c.env.READ_LIMIT, subscriberOf(c))
    : countAgainst(limiter, cached.userId));
  if (tokenHash === undefined) throw new ApiError("not_signed_in");
  const proofHash = await findProofHash(c);
  const withProof = (actor: UserActor) =>
    proofHash === undefined ? actor : { ...actor, proofHash };
  if (cached !== undefined && !isWrite(c)) return readAs(c, withProof(cached), tokenHash, next);
  const found = await authenticate(c.get("context"), tokenHash, proofHash);
  if (found === undefined) {
    evictActor(tokenHash);
    throw new ApiError("not_signed_in");
  }
  const { actor, isProven, dailyActs } = found;
  c.set("actor", withProof(actor));
  if (cached === undefined) await countAgainst(limiter, actor.userId);
  const needsProof = "lasts" in declaration && declaration.lasts === "proof";
  if (!isProven && needsProof) throw new ApiError("fresh_proof_required");
  const context = c.get("context");
  letPay(context.db.spending, actor, declaration);
  if ("cost" in declaration && "after" in declaration.cost) refuseSpent(context, dailyActs);
  await next();
}

/** A further limit of routes that ask EVE or Discord, or search: each user has it alone. */
export const limitUser = (limiter: RateLimiterName) =>
  rateLimit<SignedIn>(limiter, (c) => c.get("actor").userId);

/** For the read that answers without a session too. */
export const limitSessionReads = rateLimit<App>("READ_LIMIT", async (c) => {
  const token = readBearer(c.req.header("authorization"));
  const cached = token === undefined ? undefined : findCachedActor(await sha256(token));
  return cached?.userId ?? subscriberOf(c);
});

async function readAs(
  c: HonoContext<SignedIn>,
  actor: UserActor,
  tokenHash: string,
  next: () => Promise<void>,
) {
  const context = c.get("context");
  const session = selectSession(tokenHash, context.config.ADMIN_CHARACTER_IDS);
  const { db, ensureRead } = withFirstRead(context.db, session, ([row]) => {
    const rights = isValid(row) ? rightsOf(row) : undefined;
    if (rights?.isAdmin === actor.isAdmin && rights.isGuest === actor.isGuest) return;
    evictActor(tokenHash);
    if (rights === undefined) throw new ApiError("not_signed_in");
    if (actor.isAdmin && !rights.isAdmin) throw new ApiError("no_longer_administrator");
    if (rights.isGuest) throw new ApiError("now_guest");
  });
  c.set("actor", actor);
  c.set("context", { ...context, db });
  await answerAfter(c, next, ensureRead);
}

/** A route of all signed-in users. */
export const users = (declaration: Declaration) =>
  declare<SignedIn>("users", declaration, (c, next) => requireUser(c, next, declaration));

/** A route of those signed-in users whom `then` lets pass. */
export function usersWho(
  who: Who,
  declaration: Declaration,
  then: MiddlewareHandler<SignedIn>,
): MiddlewareHandler<SignedIn> {
  return declare<SignedIn>(who, declaration, (c, next) =>
    requireUser(c, async () => void (await then(c, next)), declaration),
  );
}

/** A route of system administrators. */
export const administrators = (declaration: Declaration) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `requireAdmin` lets nobody else pass
  usersWho("administrators", declaration, requireAdmin) as MiddlewareHandler<ByAdministrator>;

/** A route whose answer is for visitors too: without a token, `otherwise` counts the request. */
export function usersAndVisitors(declaration: Reads, otherwise: MiddlewareHandler<SignedIn>) {
  return declare<SignedIn>("visitors", declaration, (c, next) =>
    readBearer(c.req.header("authorization")) === undefined
      ? otherwise(c, next)
      : requireUser(c, next, declaration),
  );
}

/** Lets only system administrators pass. A cached actor is read again before it is refused. */
const requireAdmin = createMiddleware<SignedIn>(async (c, next) => {
  if (!c.get("actor").isAdmin) {
    const token = readBearer(c.req.header("authorization")) ?? "";
    const { actor } = (await authenticate(c.get("context"), await sha256(token))) ?? {};
    if (!actor?.isAdmin) throw new ApiError("administrators_only");
    const { proofHash } = c.get("actor");
    c.set("actor", proofHash === undefined ? actor : { ...actor, proofHash });
  }
  await next();
});

/** The token of an `Authorization: Bearer …` header (RFC 6750 §2.1). */
export function readBearer(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +([\w-]{1,128})$/i)?.[1];
}
