import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import { sha256 } from "#worker/crypto.ts";
import { withFirstRead } from "#worker/db/first-read.ts";
import type { App } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isWrite } from "#worker/http/cross-site.ts";
import { countAgainst } from "#worker/http/rate-limit.ts";
import type { UserActor } from "./actor.ts";
import { evictActor, findCachedActor } from "./session-cache.ts";
import { selectSession } from "./session-store.ts";
import { authenticate, isValid } from "./sessions.ts";

export type SignedIn = App & { Variables: { actor: UserActor } };

/**
 * Sets the actor; only signed-in users pass. A write waits for its session to be read. A read whose actor is in the session
 * cache does not: its first batch reads the session along, and fails if the session has ended. Either way, no response is
 * sent before the session was read: one round trip less for almost every read, and a session ends at once everywhere.
 */
export const requireUser = createMiddleware<SignedIn>(async (c, next) => {
  const token = readBearer(c.req.header("authorization"));
  if (token === undefined) throw notSignedIn();
  const tokenHash = await sha256(token);
  const cached = isWrite(c) ? undefined : findCachedActor(tokenHash);
  if (cached !== undefined) return readAs(c, cached, tokenHash, next);
  const actor = await authenticate(c.get("context"), tokenHash);
  if (actor === undefined) throw notSignedIn();
  c.set("actor", actor);
  if (isWrite(c)) await countAgainst(c.env.WRITE_LIMIT, actor.userId);
  await next();
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
    if (isValid(row) && (row.isAdmin === 1) === actor.isAdmin) return;
    evictActor(tokenHash);
    if (!isValid(row)) throw notSignedIn();
    if (actor.isAdmin) throw noLongerAdmin();
  });
  c.set("actor", actor);
  c.set("context", { ...context, db });
  await next();
  try {
    await ensureRead();
  } catch (error) {
    // Discards the response so far, with its headers.
    c.res = undefined;
    throw error;
  }
}

/** Lets only system administrators pass; runs after `requireUser`. A cached actor is read anew before it is refused. */
export const requireAdmin = createMiddleware<SignedIn>(async (c, next) => {
  if (!c.get("actor").isAdmin) {
    const token = readBearer(c.req.header("authorization")) ?? "";
    const actor = await authenticate(c.get("context"), await sha256(token));
    if (!actor?.isAdmin) {
      throw new ApiError("forbidden", "Only system administrators may do this.");
    }
    c.set("actor", actor);
  }
  await next();
});

/** The token of an `Authorization: Bearer …` header (RFC 6750 §2.1). */
export function readBearer(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +([\w-]{1,128})$/i)?.[1];
}

function notSignedIn(): ApiError {
  return new ApiError("unauthenticated", "You are not signed in, or your session has ended.");
}

function noLongerAdmin(): ApiError {
  return new ApiError("forbidden", "You are no longer a system administrator. Reload the page.");
}
