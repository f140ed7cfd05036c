import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { SQL } from "drizzle-orm";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isInKeepersGroup } from "#worker/access/keepers.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { run } from "#worker/db/batch.ts";
import { columns, rows } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** SQL condition, the one rule of who keeps the watchlist: system administrators, and members of the group that they chose. */
export function isKeeper({ isAdmin, userId }: UserActor): SQL {
  return isAdmin ? sql`true` : isInKeepersGroup(sql`${userId}`);
}

export function selectIsKeeper(actor: UserActor) {
  return rows(
    { isKeeper: sql<number>`${isKeeper(actor)}` },
    (fields) => sql`select ${columns(fields)}`,
  );
}

/** Before anything else is read: for everybody else there is no watchlist, whatever is on it and whatever they send. */
export const keepersOnly = createMiddleware<SignedIn>(async (c, next) => {
  requireKeeper(await run(c.get("context").db, selectIsKeeper(c.get("actor"))));
  await next();
});

/** The same, where the answer of a batch says it. */
export function requireKeeper([row]: { isKeeper: number }[]): void {
  if (row?.isKeeper !== 1) throw new ApiError("no_such_route");
}
