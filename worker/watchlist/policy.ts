import { eq, sql } from "drizzle-orm";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { SQL } from "drizzle-orm";
import { Allowed } from "#worker/access/allowed.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { once } from "#shared/once.ts";
import { isInKeepersGroup } from "#worker/access/guests.ts";
import {
  hasFreshProof,
  hasFreshProofOf,
  proofValues,
  READING_PROOF_SECONDS,
} from "#worker/auth/sessions/fresh-proof.ts";
import { usersWho } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { run } from "#worker/db/batch.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import type { App } from "#worker/env.ts";
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

/** SQL condition: the same, and the keeper's browser has signed in at EVE as the main in the last twelve hours. */
export function isProven(actor: UserActor): SQL {
  return sql`${isKeeper(actor)} and ${hasFreshProof(actor, READING_PROOF_SECONDS)}`;
}

/** `isKeeper` for a statement that is built once, with `keeperValues`. */
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

declare const keeper: unique symbol;

/** The actor of a route of keepers. A read asks in the batch of its answer, as the statements of a write do once more. */
export type Keeper = UserActor & { readonly [keeper]: true };
type ByKeeper = App & { Variables: { actor: Keeper } };

/** A route of keepers: for reads too, the proof is asked where they are told from others, in the batch of the answer. */
export const keepers = (declaration: Declaration) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `keepersOnly` asks before a write, and a read asks in its batch
  usersWho("keepers", declaration, keepersOnly) as unknown as MiddlewareHandler<ByKeeper>;

const policy: unique symbol = Symbol("watchlist");

/** What a keeper may do with an entry, or with the list (docs/decisions/0116). The statement asks again, by `applies`. */
export type Kept<Act extends string, Of = { id: string }> = Allowed<
  typeof policy,
  Act,
  Of & { applies: SQL },
  Keeper
>;

export function allowOnEntry<Act extends "change" | "remove" | "see">(
  by: Keeper,
  act: Act,
  id: string,
): Kept<Act> {
  return new Allowed(policy, act, { id, applies: sql`${isKeeper(by)} and ${isEntry(id)}` }, by);
}

/** SQL condition: the entry is there. */
export function isEntry(id: string): SQL {
  return sql`exists (select 1 from ${watchEntries} where ${eq(watchEntries.id, id)})`;
}

export function allowOnList<Act extends "add" | "export">(by: Keeper, act: Act): Kept<Act, object> {
  return new Allowed(policy, act, { applies: isKeeper(by) }, by);
}

/** Only administrators choose who keeps the list with them. */
export function allowKeepers(by: Keeper): Kept<"keepers", object> {
  if (!by.isAdmin) throw new ApiError("no_such_route");
  return new Allowed(policy, "keepers", { applies: sql`true` }, by);
}

/** The deployer moves a list in with a command, to which lint keeps this (`.oxlint/oxlint.config.ts`). */
export function allowMoveIn(): Allowed<typeof policy, "moveIn", object, "deployer"> {
  return new Allowed(policy, "moveIn", {}, "deployer");
}

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

/** Throws unless the row of `selectIsKeeper` is that of a keeper who has proved it. */
export function requireKeeper([row]: { isKeeper: number; isProven: number }[]): void {
  if (row?.isKeeper !== 1) throw new ApiError("no_such_route");
  if (row.isProven !== 1) throw new ApiError("fresh_proof_required");
}
