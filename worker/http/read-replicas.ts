import type { Context as HonoContext } from "hono";
import { BOOKMARK_HEADER } from "#shared/errors/error.ts";
import { formatSeen, openReplicated, readSeen, renewNewest } from "#worker/db/replicas.ts";
import type { App, Context } from "#worker/env.ts";
import { declarationOf } from "./route-declaration.ts";
import { runBehind } from "./run-behind.ts";

type Visited = { Variables: { actor?: { userId: string } } };

/**
 * Answers a request of a browser with a database that may read from replicas, and tells the browser of a user what it has seen of it
 * (docs/decisions/0098-reads-from-replicas.md).
 */
export async function withReplicas<Route extends App & Visited>(
  c: HonoContext<Route>,
  context: Context,
  answer: (context: Context) => Promise<void>,
): Promise<void> {
  const { keyring } = context.config;
  const declaration = declarationOf(c);
  const isFromReplica =
    declaration !== undefined && "reads" in declaration && declaration.reads === "replica";
  const presented = isFromReplica
    ? await readSeen(keyring, c.req.header(BOOKMARK_HEADER))
    : undefined;
  const { db, newlySeen, isRenewalDue } = openReplicated(c.env.DB, presented);
  await answer({ ...context, db });
  const seen = newlySeen();
  // A bookmark counts the writes of all: visitors learn no such number.
  const isVisitor = c.get("actor") === undefined;
  if (seen !== undefined && !isVisitor)
    c.res.headers.set(BOOKMARK_HEADER, await formatSeen(keyring, seen));
  if (isRenewalDue()) runBehind(c, () => renewNewest(c.env.DB));
}
