import { eq, sql } from "drizzle-orm";
import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import type { ApiTokenInfo } from "#shared/applications/api-answers.ts";
import { API_REQUESTS_PER_MINUTE } from "#shared/applications/api.ts";
import type { Right } from "#shared/applications/tokens.ts";
import { readBearer } from "#worker/auth/sessions/require-user.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { run } from "#worker/db/batch.ts";
import { withFirstRead } from "#worker/db/first-read.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { apiTokens } from "#worker/db/schema/application-interfaces.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { App } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { countAgainst, subscriberOf } from "#worker/http/rate-limit.ts";
import { declare, letPay } from "#worker/http/route-declaration.ts";
import type { Declaration } from "#worker/http/route-declaration.ts";
import { answerAfter, runBehind } from "#worker/http/run-behind.ts";

/** `lastUsedAt` is written at most so often. */
const USED_EVERY_MS = 60 * 60 * 1000;
/** Tokens that one isolate knows, by their hashes; an unknown one counts against its network first. */
const MAX_KNOWN = 1000;
const known = new Map<string, Caller>();

/** An application that reads the API. */
export type Caller = {
  applicationId: string;
  rights: readonly Right[];
  /** The application was granted the linked characters: else it knows pilots by their mains. */
  seesCharacters: boolean;
  info: ApiTokenInfo;
};

export type Called = App & { Variables: { caller: Caller } };

const selectToken = prepare(
  {
    id: apiTokens.id,
    name: apiTokens.name,
    rights: apiTokens.rights,
    expiresAt: apiTokens.expiresAt,
    lastUsedAt: apiTokens.lastUsedAt,
    applicationId: applications.id,
    applicationName: applications.name,
    claims: applications.claims,
    isOn: applications.isOn,
  },
  (fields) =>
    orm
      .select(fields)
      .from(apiTokens)
      .innerJoin(applications, eq(applications.id, apiTokens.applicationId))
      .where(eq(apiTokens.hash, sql.placeholder("hash"))),
);

/**
 * Sets the caller; only tokens of applications pass, and not sessions. Limits come before the database. The first batch of a request
 * reads a token along that this isolate knows, and fails if the token has ended: no answer is sent before that.
 */
export const requireToken = createMiddleware<Called>(async (c, next) => {
  c.header("RateLimit-Policy", `"token";q=${API_REQUESTS_PER_MINUTE};w=60`);
  const secret = readBearer(c.req.header("authorization"));
  const hash = secret === undefined ? undefined : await sha256(secret);
  const cached = hash === undefined ? undefined : known.get(hash);
  await (hash === undefined || cached === undefined
    ? countAgainst(c.env.READ_LIMIT, subscriberOf(c))
    : countAgainst(c.env.API_LIMIT, hash));
  if (hash === undefined) throw new ApiError("token_missing");
  if (cached !== undefined) return readAs(c, cached, hash, next);
  const [token] = await run(c.get("context").db, selectToken({ hash }));
  c.set("caller", admit(c, hash, token));
  await countAgainst(c.env.API_LIMIT, hash);
  await next();
});

async function readAs(
  c: HonoContext<Called>,
  caller: Caller,
  hash: string,
  next: () => Promise<void>,
) {
  const context = c.get("context");
  const { db, ensureRead } = withFirstRead(context.db, selectToken({ hash }), ([token]) => {
    if (JSON.stringify(admit(c, hash, token)) === JSON.stringify(caller)) return;
    throw new ApiError("rights_changed", {}, { retryAfterSeconds: 1 });
  });
  c.set("caller", caller);
  c.set("context", { ...context, db });
  await answerAfter(c, next, ensureRead);
}

/** The caller with this token, which this isolate then knows. */
function admit(
  c: HonoContext<Called>,
  hash: string,
  token: RowOfStatement<typeof selectToken> | undefined,
): Caller {
  known.delete(hash);
  const isExpired = token?.expiresAt != null && token.expiresAt.getTime() <= Date.now();
  if (token === undefined || isExpired) throw new ApiError("token_unknown");
  if (!token.isOn) throw new ApiError("application_off");
  const caller = callerOf(token);
  remember(hash, caller);
  if ((token.lastUsedAt?.getTime() ?? 0) + USED_EVERY_MS <= Date.now()) noteUse(c, token.id);
  return caller;
}

const rights = new WeakMap<object, Right>();

/** The right that a handler asks for. The document of the API has it. */
export function rightOf(handler: object): Right | undefined {
  return rights.get(handler);
}

/** The caller of a route that asks for this right. */
export type CallerWith<Of extends Right | undefined> = Caller & { right: Of };
type CalledWith<Of extends Right | undefined> = App & { Variables: { caller: CallerWith<Of> } };

/** A route of applications whose token has this right; without one, of all. `requireToken` has set the caller. */
export function programs<Of extends Right | undefined>(right: Of, declaration: Declaration) {
  const handler = declare<CalledWith<Of>>("programs", declaration, async (c, next) => {
    if (right !== undefined && !c.get("caller").rights.includes(right)) {
      c.header(
        "WWW-Authenticate",
        `Bearer realm="Muster", error="insufficient_scope", scope="${right}"`,
      );
      throw new ApiError("right_missing", { right });
    }
    const { applicationId, info } = c.get("caller");
    const payer = { userId: applicationId, application: info.application.name };
    const { db, config } = c.get("context");
    letPay(db.spending, payer, declaration);
    if (db.spending.payer !== undefined) {
      const share = BUDGETS[config.PLAN].applicationRows;
      c.header("RateLimit-Policy", `"rows";q=${share};w=86400`, { append: true });
    }
    c.set("caller", { ...c.get("caller"), right });
    await next();
  });
  if (right !== undefined) rights.set(handler, right);
  return handler;
}

function callerOf(token: RowOfStatement<typeof selectToken>): Caller {
  const { name, rights, claims, applicationId, applicationName, expiresAt } = token;
  return {
    applicationId,
    rights,
    seesCharacters: claims.includes("characters"),
    info: {
      name,
      rights,
      application: { id: applicationId, name: applicationName },
      expiresAt: expiresAt?.toISOString() ?? null,
    },
  };
}

function noteUse(c: HonoContext<Called>, id: string) {
  const { db } = c.get("context");
  const isIt = eq(apiTokens.id, id);
  runBehind(c, () => run(db, orm.update(apiTokens).set({ lastUsedAt: new Date() }).where(isIt)));
}

function remember(hash: string, caller: Caller) {
  known.set(hash, caller);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}
