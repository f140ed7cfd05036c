import { and, asc, eq, lte, sql } from "drizzle-orm";
import { calledAddressProblem } from "#shared/applications/addresses.ts";
import type { SignOutQuestion, SignOutResult } from "#shared/applications/consent.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { applications, logoutDeliveries } from "#worker/db/schema/applications.ts";
import { existsIn, idsIn, orm, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { LEASE_MS } from "#worker/work/lease.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { OAuthError, readParameters, selectClient } from "./client.ts";
import type { ClientRow } from "./client.ts";
import { readSigned, selectKeys, sign } from "./signing-keys.ts";
import type { KeyRow } from "./signing-keys.ts";
import { endOwnGrant } from "./grant-store.ts";

const TIMEOUT_MS = 5_000;
const MAX_TRIES = 12;
/** Twelve tries take most of a day. */
const LONGEST_WAIT_MS = 4 * 60 * 60 * 1000;
const TOKEN_TTL_SECONDS = 120;
/** https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

const selectDue = prepareAtStart(
  {
    id: logoutDeliveries.id,
    applicationId: logoutDeliveries.applicationId,
    userId: logoutDeliveries.userId,
    issuer: logoutDeliveries.issuer,
    tries: logoutDeliveries.tries,
    address: applications.backchannelLogoutUri,
  },
  (fields) =>
    orm
      .select(fields)
      .from(logoutDeliveries)
      .innerJoin(applications, eq(applications.id, logoutDeliveries.applicationId))
      .where(lte(logoutDeliveries.dueAt, sql.placeholder("now")))
      .orderBy(asc(logoutDeliveries.dueAt))
      .limit(sql.placeholder("limit")),
);
type Due = RowOfStatement<typeof selectDue>;

/** Tells applications that sessions have ended. An application may be told twice. */
export const logouts = defineWork({
  kind: "logouts",
  // Each token is signed.
  budget: { free: 3, paid: 20 },
  due: (_context, now) => [selectDue({ now, limit: 1 })],
  async slice(context, _message, limit) {
    const { db } = context;
    const now = Date.now();
    const [found, keys] = await runBatch(db, [selectDue({ now, limit: limit + 1 }), selectKeys()]);
    const due = found.slice(0, limit);
    if (due.length === 0) return false;
    const ids = due.map(({ id }) => id);
    // Others leave them alone in the meantime.
    await run(db, postpone(ids, now + LEASE_MS));
    const results = await Promise.all(
      due.map(async (one) => ({ ...one, failure: await tell(context, keys, one) })),
    );
    await runBatch(db, settle(results, now));
    return found.length > limit;
  },
});

function postpone(ids: string[], until: number): Statement {
  return orm
    .update(logoutDeliveries)
    .set({ dueAt: new Date(until) })
    .where(sql`${logoutDeliveries.id} in ${idsIn(ids)}`);
}

/** Why the application was not told; null if it was. */
async function tell(
  context: Context,
  keys: KeyRow[],
  { id, applicationId, userId, issuer, address }: Due,
): Promise<string | null> {
  // The settings have changed since: there is nothing to call.
  if (address === null) return null;
  const problem = calledAddressProblem(address);
  if (problem !== undefined) return problem;
  const now = Math.floor(Date.now() / 1000);
  const token = await sign(
    context,
    keys,
    {
      iss: issuer,
      sub: userId,
      aud: applicationId,
      iat: now,
      exp: now + TOKEN_TTL_SECONDS,
      jti: randomToken(16),
      sid: id,
      events: { [EVENT]: {} },
    },
    "logout+jwt",
  );
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: token }).toString(),
      // A redirect could lead anywhere.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `The answer was ${response.status}.`;
  } catch {
    return `There was no answer within ${TIMEOUT_MS / 1000} s.`;
  }
}

/**
 * Forgets what was told. After a failure, everything else for the application waits as long: one that is down gets a few
 * requests a day, and does not delay the others. A failure at an address that is not the application's any more says nothing about the
 * one that it has now, which is tried a minute later.
 */
function settle(results: (Due & { failure: string | null })[], now: number): Statement[] {
  const told = results.filter(({ failure }) => failure === null);
  const failures = new Map(
    results.flatMap(({ applicationId, address, tries, failure }) =>
      failure === null ? [] : [[applicationId, { address, tries, failure }]],
    ),
  );
  const statements: Statement[] = [
    orm
      .delete(logoutDeliveries)
      .where(sql`${logoutDeliveries.id} in ${idsIn(told.map(({ id }) => id))}`),
    orm
      .update(applications)
      .set({ logoutFailure: null })
      .where(
        and(
          sql`${applications.id} in ${idsIn([...new Set(told.map((one) => one.applicationId))])}`,
          sql`${applications.logoutFailure} is not null`,
        ),
      ),
  ];
  for (const [applicationId, { address, tries, failure }] of failures) {
    const isAsked = and(
      eq(applications.id, applicationId),
      sql`${applications.backchannelLogoutUri} is ${address}`,
    );
    const isOfApplication = and(
      eq(logoutDeliveries.applicationId, applicationId),
      existsIn(applications, isAsked),
    );
    const waitMs = Math.min(LEASE_MS * 2 ** tries, LONGEST_WAIT_MS);
    statements.push(
      orm
        .update(logoutDeliveries)
        .set({ tries: sql`${logoutDeliveries.tries} + 1`, dueAt: new Date(now + waitMs) })
        .where(and(isOfApplication, lte(logoutDeliveries.dueAt, new Date(now + LEASE_MS)))),
      orm
        .delete(logoutDeliveries)
        .where(and(isOfApplication, sql`${logoutDeliveries.tries} >= ${MAX_TRIES}`)),
      orm.update(applications).set({ logoutFailure: failure }).where(isAsked),
    );
  }
  return statements;
}

type Asked = { client: ClientRow | undefined; grantId: string | undefined; url: string | null };

/**
 * A request of `/oauth/logout` (OpenID Connect RP-Initiated Logout 1.0). The ID token proves which session is meant; the user goes
 * back only to an address that the application has registered for this.
 */
async function read({ db }: Context, query: string, issuer: string): Promise<Asked> {
  const parameters = parametersOf(query);
  const hint = parameters.get("id_token_hint");
  const payload =
    hint === undefined ? undefined : await readSigned(await run(db, selectKeys()), hint);
  const isOurs = payload?.["iss"] === issuer;
  const named = parameters.get("client_id");
  const [audience, sid] = isOurs ? [payload["aud"], payload["sid"]] : [undefined, undefined];
  const isMixed = named !== undefined && audience !== undefined && named !== audience;
  const id = isMixed ? undefined : (audience ?? named);
  if (typeof id !== "string") return { client: undefined, grantId: undefined, url: null };
  const [client] = await run(db, selectClient(id));
  return {
    client,
    grantId: typeof sid === "string" ? sid : undefined,
    url: client === undefined ? null : returnUrl(client, parameters),
  };
}

function parametersOf(query: string): Map<string, string> {
  try {
    return readParameters(query);
  } catch (error) {
    if (error instanceof OAuthError) return new Map();
    throw error;
  }
}

function returnUrl(client: ClientRow, parameters: Map<string, string>): string | null {
  const address = parameters.get("post_logout_redirect_uri");
  if (address === undefined || !client.postLogoutUris.includes(address)) return null;
  const url = new URL(address);
  const state = parameters.get("state");
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}

export async function askSignOut(
  context: Context,
  query: string,
  issuer: string,
): Promise<SignOutQuestion> {
  const { client, url } = await read(context, query, issuer);
  return { application: client ? { id: client.id, name: client.name } : null, url };
}

/** Ends the session that the ID token names. The application has ended its own, so it is not told. */
export async function signOutOf(
  context: Context,
  query: string,
  issuer: string,
): Promise<SignOutResult> {
  const { client, grantId, url } = await read(context, query, issuer);
  if (client !== undefined && grantId !== undefined) {
    await runBatch(context.db, endOwnGrant(grantId, client.id));
  }
  return { url };
}
