import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { SQL } from "drizzle-orm";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { once } from "#shared/once.ts";
import { isInKeepersGroup } from "#worker/access/keepers.ts";
import { hasFreshProofOf, proofRequired, proofValues } from "#worker/auth/sessions/fresh-proof.ts";
import { findProofHash, READING_PROOF_SECONDS } from "#worker/auth/sessions/proof-cookie.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { run } from "#worker/db/batch.ts";
import { columns, prepare } from "#worker/db/statements.ts";
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

/** The same for a statement that is built once, with `keeperValues`. */
export const isKeeperOf = sql`(${sql.placeholder("isAdmin")} or ${isInKeepersGroup(sql.placeholder("userId"))})`;

/** SQL: the keeper's browser has signed in at EVE as the main in the last twelve hours; null for others. A copy of the list outlives a session. */
export const isProvenKeeper = once(
  () => sql<number>`case when ${isKeeperOf} then ${hasFreshProofOf()} end`,
);

export function keeperValues(actor: UserActor) {
  const { isAdmin, userId } = actor;
  return { isAdmin: Number(isAdmin), userId, ...proofValues(actor, READING_PROOF_SECONDS) };
}

const selectKeeper = prepare(
  () => ({ isKeeper: sql<number>`${isKeeperOf}`, isProven: isProvenKeeper() }),
  (fields) => sql`select ${columns(fields)}`,
);

export function selectIsKeeper(actor: UserActor) {
  return selectKeeper(keeperValues(actor));
}

/** A route of keepers: for reads too, the proof is asked where they are told from others, in the batch of the answer. */
export const keepers = (declaration: Declaration) => users(declaration, keepersOnly);

/**
 * For everybody else there is no watchlist, whatever is on it and whatever they send: before a body is read. A read says who keeps
 * the list in its own batch, so that it takes one round trip; what is wrong with its query is said to keepers alone.
 */
const keepersOnly = createMiddleware<SignedIn>(async (c, next) => {
  const require = async () =>
    requireKeeper(await run(c.get("context").db, selectIsKeeper(c.get("actor"))));
  const isRead = c.req.method === "GET";
  const proofHash = await findProofHash(c);
  if (proofHash !== undefined) c.set("actor", { ...c.get("actor"), proofHash });
  if (!isRead) await require();
  await next();
  if (isRead && c.res.status === BAD_REQUEST) await require();
});

/** The same, where the answer of a batch says it. */
export function requireKeeper([row]: { isKeeper: number; isProven: number }[]): void {
  if (row?.isKeeper !== 1) throw new ApiError("no_such_route");
  if (row.isProven !== 1) throw proofRequired();
}
