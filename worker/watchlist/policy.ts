import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { SQL } from "drizzle-orm";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isInKeepersGroup } from "#worker/access/keepers.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { run } from "#worker/db/batch.ts";
import { columns, rows } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { Declaration } from "#worker/http/route-declaration.ts";

const BAD_REQUEST = 400;

/**
 * SQL condition, the one rule of who keeps the watchlist: system administrators, and the members of the group that they chose who
 * are no guests.
 */
export function isKeeper({ isAdmin, userId }: UserActor): SQL {
  return isAdmin ? sql`true` : isInKeepersGroup(sql`${userId}`);
}

export function selectIsKeeper(actor: UserActor) {
  return rows(
    { isKeeper: sql<number>`${isKeeper(actor)}` },
    (fields) => sql`select ${columns(fields)}`,
  );
}

/** The same for a statement that is built once, with `keeperValues`. */
export const isKeeperOf = sql`(${sql.placeholder("isAdmin")} or ${isInKeepersGroup(sql.placeholder("userId"))})`;

export function keeperValues({ isAdmin, userId }: UserActor) {
  return { isAdmin: Number(isAdmin), userId };
}

/** A route of keepers. */
export const keepers = (declaration: Declaration) => users(declaration, keepersOnly);

/**
 * For everybody else there is no watchlist, whatever is on it and whatever they send: before a body is read. A read says who keeps
 * the list in its own batch, so that it takes one round trip; what is wrong with its query is said to keepers alone.
 */
const keepersOnly = createMiddleware<SignedIn>(async (c, next) => {
  const require = async () =>
    requireKeeper(await run(c.get("context").db, selectIsKeeper(c.get("actor"))));
  const isRead = c.req.method === "GET";
  if (!isRead) await require();
  await next();
  if (isRead && c.res.status === BAD_REQUEST) await require();
});

/** The same, where the answer of a batch says it. */
export function requireKeeper([row]: { isKeeper: number }[]): void {
  if (row?.isKeeper !== 1) throw new ApiError("no_such_route");
}
