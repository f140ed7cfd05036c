import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isWrite } from "#worker/http/cross-site.ts";
import { countAgainst } from "#worker/http/rate-limit.ts";
import type { UserActor } from "./actor.ts";
import { authenticate } from "./sessions.ts";

export type SignedIn = App & { Variables: { actor: UserActor } };

/** Lets only signed-in users pass, and those not who write without end; sets the actor. */
export const requireUser = createMiddleware<SignedIn>(async (c, next) => {
  const actor = await authenticate(c.get("context"), readBearer(c.req.header("authorization")));
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
