import type { Context, Hono, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { findTargetHandler } from "hono/utils/handler";
import type { Act } from "#shared/consequences.ts";
import type { LimitedAct } from "#worker/ground/config.ts";
import type { Payer, Spending } from "#worker/db/database.ts";
import type { App } from "#worker/env.ts";

/**
 * What is true of a route, declared as one of its middlewares (docs/decisions/0115-a-route-declares-itself.md): `visitors`, or `users`,
 * `administrators`, `programs` and `keepers` of the domains that know them. What they declare is applied from there.
 */
export type Declaration = Reads | Acts;

/** What a GET declares. `replica`: a copy of the database that is behind the primary by 30 seconds at most (`db/replicas.ts`). */
export type Reads = { reads: "replica" | { primary: string } };

/** What a write declares. */
type Acts = { lasts: Lasting; takes: Taking; cost: Cost };

/**
 * Whose day a write spends of the rows that D1 writes, and with how many for each thing that the call names (docs/decisions/0119):
 * - `act`: that of the account which acts. Its batch counts the act and charges its rows (`audit/daily-limits.ts`).
 * - `after`: that of the account, with what D1 has counted. It is refused when the day is spent.
 * - `paidBy`: an earlier act, which was charged with it. What one call writes beyond that is charged to the account.
 * - `application`: that of the application, for each thing.
 * - `none`: nobody's, and what bounds it.
 */
type Cost =
  | { act: LimitedAct; each?: number }
  | { after: string }
  | { paidBy: string; each?: number }
  | { application: number }
  | { none: string };

/**
 * What a thief gains from a write with a stolen session, for the time after that session (docs/decisions/0075):
 * - `proof`: too much, so it needs a fresh proof of the main.
 * - `proofWhen`: only in the case that it names, so the service asks for the proof in its batch.
 * - `ends`: it ends with the sessions.
 * - `stays`: it stays, and why that is acceptable.
 */
type Lasting = "proof" | { proofWhen: string } | { ends: string } | { stays: string };

/**
 * What a write takes away, and how the person learns of it first:
 * - `shows`: its dialog has the consequences of this act. `undo`: how it is undone, or why not.
 * - `previews`: the page shows, before, what it changes for whom.
 * - `undo` alone: one thing that is named in the question, and can be brought back as it says.
 * - `nothing`: it takes nothing away from others, and why.
 */
type Taking =
  | { shows: Act; undo: string }
  | { previews: string; undo: string }
  | { undo: string }
  | { nothing: string };

// ── Why a read uses the primary ───────────────────────────────────────────────────────────────

export const PRIMARY = {
  administration: { primary: "Administration decides by what is true now." },
  signIn: { primary: "Sign-in, sessions and accounts." },
  programs: { primary: "Applications act by it, and keep no bookmark." },
  beforeAnAct: { primary: "It is shown before an act that it describes." },
  secrets: { primary: "It shows secrets of a group." },
  records: { primary: "It records who has looked." },
  leaders: { primary: "Few read it, and decide by it." },
  withoutDatabase: { primary: "It reads nothing of the database." },
} as const;

// ── What stays of a write ─────────────────────────────────────────────────────────────────────

export const STAYS = {
  seenInActivity: {
    stays: "The group's Activity shows it, and an administrator undoes a span of such actions.",
  },
  seenByAdministrators: {
    stays: "It gives the thief no access, and the log of administrators shows it.",
  },
  takesAway: { stays: "It takes access away and gives none. The log shows it." },
  ownChoice: { stays: "A choice of the user for themselves, which gives no access." },
  changesNothing: { stays: "It reads or checks, and changes nothing that lasts." },
  ownMembership: {
    stays: "The membership is the account's, and the thief loses it with the session.",
  },
  noSession: { stays: "It needs no session." },
} as const;

/** When an act gives others what outlives the session, so that its service asks for a proof (docs/decisions/0120). */
export const PROOF_WHEN = {
  letsIn: {
    proofWhen:
      "it lets people into a group whose members get what outlives the session (`givesBeyond`)",
  },
  opens: {
    proofWhen: "it opens a group whose members get what outlives the session (`givesBeyond`)",
  },
  decides: {
    proofWhen:
      "requirements of a group whose members get what outlives the session ask for it (`decidesBeyond`)",
  },
  stays: {
    proofWhen:
      "members whom a review would remove stay in a group whose members get what outlives the session (`givesBeyond`)",
  },
  readers: { proofWhen: "members of another group are to review" },
  planners: {
    proofWhen:
      "members of another group are to plan operations, or Discord servers are to show them",
  },
  keeps: { proofWhen: "the last sign-in of the main at EVE is older than twelve hours" },
  shares: { proofWhen: "more of the account's sheets is shared with reviewers" },
} as const;

// ── What a write spends ───────────────────────────────────────────────────────────────────────

export const COSTS = {
  edit: { act: "edits" },
  after: { after: "Few rows, by few people." },
  reads: { none: "It writes nothing." },
  /** A preview of a draft reads the watchlist. */
  look: { none: "One event an hour for each administrator." },
  rate: {
    none: "It has a rate of its own, and what EVE or Discord has not changed is not written.",
  },
  endsAccess: { none: "Ending sessions and access is never refused, and needs a log-in each." },
  endsAccount: { none: "Once for an account, which ends by it." },
  signIn: { none: "Log-ins have a limit of their own." },
} as const satisfies Record<string, Cost>;

// ── What a write takes away ───────────────────────────────────────────────────────────────────

export const TAKES = {
  gives: { nothing: "It adds or allows something." },
  reads: { nothing: "It reads, checks or counts." },
  own: { nothing: "A user decides about their own account and memberships." },
  byUndo: { undo: "Undo gives back what it took, for 30 days (docs/decisions/0070)." },
  again: { undo: "The same page sets it again. Activity has the former value." },
  madeAgain: {
    undo: "Made again in the same place. What it was is shown once only, so it has another value.",
  },
} as const;

// ── Declaring ─────────────────────────────────────────────────────────────────────────────────

/** Who may call a route. `visitors`: everybody, without a session. */
export type Who = "visitors" | "users" | "administrators" | "keepers" | "programs";
/** `who` chooses the middleware, and the tests what each role should get; nothing else asks it. */
type Declared = Declaration & { who: Who };

const declarations = new WeakMap<object, Declared>();

/** Makes a middleware the declaration of its route. */
export function declare<Route extends App>(
  who: Who,
  declaration: Declaration,
  middleware: MiddlewareHandler<Route>,
): MiddlewareHandler<Route> {
  // A handler of its own for each route: a middleware may serve many.
  const handler: MiddlewareHandler<Route> = (c, next) => middleware(c, next);
  declarations.set(handler, { ...declaration, who });
  return handler;
}

/** Everybody may call it, without a session. */
export function visitors(declaration: Declaration) {
  return declare(
    "visitors",
    declaration,
    createMiddleware<App>((_c, next) => next()),
  );
}

/** What one call writes at most that an earlier act has paid for. */
const PAID_ROWS = 40;

/** From now on, what the request writes is charged as its route declares. */
export function letPay(spending: Spending, payer: Payer, declaration: Declaration) {
  if (!("cost" in declaration) || "none" in declaration.cost) return;
  const { cost } = declaration;
  spending.payer = payer;
  if ("paidBy" in cost) spending.covered = PAID_ROWS;
  if ("application" in cost) spending.each = cost.application;
  if ("act" in cost || "paidBy" in cost) spending.each = cost.each ?? 0;
}

/** The declaration of the route that answers a request; undefined if no route does. */
export function declarationOf(c: Context): Declaration | undefined {
  for (const { handler } of matchedRoutes(c)) {
    const found = declarations.get(findTargetHandler(handler));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the routes of an app declare, by method and path. Throws for a route without exactly one declaration that fits its method. */
export function declarationsOf({ routes }: Pick<Hono<App>, "routes">): Map<string, Declared> {
  const found = new Map<string, Declared[]>();
  for (const { method, path, handler } of routes) {
    if (method === "ALL") continue;
    const route = `${method} ${path}`;
    const declaration = declarations.get(findTargetHandler(handler));
    found.set(route, [...(found.get(route) ?? []), ...(declaration ? [declaration] : [])]);
  }
  return new Map(
    [...found].map(([route, [declaration, ...others]]) => {
      const isRead = route.startsWith("GET ");
      if (declaration === undefined || others.length > 0 || "reads" in declaration !== isRead) {
        throw new Error(`${route} has no declaration, two, or one of another method.`);
      }
      return [route, declaration];
    }),
  );
}
