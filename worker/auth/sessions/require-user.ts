import { createMiddleware } from "hono/factory";
import { openDatabase } from "#worker/db/database.ts";
import type { App } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isWrite } from "#worker/http/cross-site.ts";
import { countAgainst } from "#worker/http/rate-limit.ts";
import type { UserActor } from "./actor.ts";
import { ActorChanged, recallActor } from "./session-cache.ts";
import { authenticate } from "./sessions.ts";

export type SignedIn = App & { Variables: { actor: UserActor } };

/**
 * Lets only signed-in users pass, and those not who write without end; sets the actor. Who reads again need not wait
 * for it: the actor is remembered, and the first batch of the route makes sure of it.
 */
export const requireUser = createMiddleware<SignedIn>(async (c, next) => {
  const context = c.get("context");
  const token = readBearer(c.req.header("authorization"));
  const recalled =
    token === undefined || isWrite(c) ? undefined : await recallActor(context, token);
  if (recalled !== undefined) {
    c.set("actor", recalled.actor);
    c.set("context", { ...context, db: openDatabase(recalled.binding) });
    await next();
    if (!(c.error instanceof ActorChanged)) await recalled.settle();
    return;
  }
  const actor = await authenticate(context, token);
  if (actor === undefined) {
    throw new ApiError("unauthenticated", "You are not signed in, or your session has ended.");
  }
  c.set("actor", actor);
  if (isWrite(c)) await countAgainst(c.env.WRITE_LIMIT, actor.userId);
  await next();
});

/** Lets only system administrators pass; runs after `requireUser`. */
export const requireAdmin = createMiddleware<SignedIn>(async (c, next) => {
  if (!c.get("actor").isAdmin) {
    throw new ApiError("forbidden", "Only system administrators may do this.");
  }
  await next();
});

/** The token of an `Authorization: Bearer …` header (RFC 6750 §2.1). */
export function readBearer(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +([\w-]{1,128})$/i)?.[1];
}
