import { sql } from "drizzle-orm";
import {
  OAuthError,
  readCredentials,
  readParameters,
  requireClient,
  selectClient,
} from "./client.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import type { Credentials } from "./client.ts";
import { redeemCode, selectCode } from "./code-store.ts";
import { endGrant, endOwnGrant, rotate, selectGrant } from "./grant-store.ts";
import type { GrantRow } from "./grant-store.ts";
import { agreedClaims, claimsOf, mayUse, selectFacts } from "./user-facts.ts";
import { selectKeys } from "./signing-keys.ts";
import { readAccessToken, readToken, respond } from "./grant-tokens.ts";
import type { TokenResponse } from "./grant-tokens.ts";

/** What each `grant_type` does. */
const GRANTS = new Map<string, (context: Context, request: TokenRequest) => Promise<TokenResponse>>(
  [
    ["authorization_code", redeemCodeGrant],
    ["refresh_token", renewGrant],
  ],
);

/** `POST /oauth/token` (RFC 6749, section 3.2). */
export async function exchange(
  context: Context,
  { authorization, form }: ApplicationRequest,
): Promise<TokenResponse> {
  const parameters = readParameters(form);
  const credentials = await readCredentials(authorization, parameters);
  const type = parameters.get("grant_type");
  if (type === undefined) throw new OAuthError("invalid_request", "grant_type is missing.");
  const grant = GRANTS.get(type);
  if (grant === undefined) {
    throw new OAuthError("unsupported_grant_type", "Use a code or a refresh token.");
  }
  const readClient = selectClient(credentials.id, credentials.secretHash);
  return grant(context, { parameters, credentials, readClient });
}

const VERIFIER = /^[\w.~-]{43,128}$/;

/** Exchanges a code for a grant (RFC 6749, section 4.1.3). */
async function redeemCodeGrant(context: Context, request: TokenRequest): Promise<TokenResponse> {
  const hash = await sha256(requireParameter(request, "code"));
  const [[row], [code], keys] = await runBatch(context.db, [
    request.readClient,
    selectCode({ hash }),
    selectKeys(),
  ]);
  const client = requireClient(row, request.credentials);
  const redirectUri = requireParameter(request, "redirect_uri");
  if (code?.applicationId !== client.id) throw invalidGrant();
  if (code.usedAt !== null) return endReused(context, code.grantId);
  const isProven = await provesChallenge(code.challenge, request.parameters.get("code_verifier"));
  if (code.expiresAt.getTime() <= Date.now() || code.redirectUri !== redirectUri || !isProven) {
    throw invalidGrant();
  }
  const [facts] = await run(context.db, selectFacts(client.id, code.userId));
  if (!mayUse(facts)) throw invalidGrant();
  const { grantId: id, scope } = code;
  const generation = scope.split(" ").includes("offline_access") ? 1 : null;
  const response = await respond(context, keys, { facts, ...code, id, generation });
  if (!(await redeemCode(context, hash, code))) return endReused(context, id);
  return response;
}

/** RFC 7636, section 4.6. A code without a challenge takes no verifier (RFC 9700, section 4.8.2). */
async function provesChallenge(challenge: string | null, verifier: string | undefined) {
  if (challenge === null) return verifier === undefined;
  return (
    verifier !== undefined && VERIFIER.test(verifier) && (await sha256(verifier)) === challenge
  );
}

/** How long the former refresh token gets the next one again, since the first answer may have been lost. */
const GRACE_MS = 20_000;

/** Renews a grant (RFC 6749, section 6). Each refresh token works once. */
async function renewGrant(context: Context, request: TokenRequest): Promise<TokenResponse> {
  const token = await readToken(context.config, requireParameter(request, "refresh_token"));
  const [[row], [grant], keys] = await runBatch(context.db, [
    request.readClient,
    selectGrant({ id: token?.kind === "refresh" ? token.grantId : "" }),
    selectKeys(),
  ]);
  const client = requireClient(row, request.credentials);
  if (token === undefined || grant?.applicationId !== client.id) throw invalidGrant();
  const now = Date.now();
  const { number: generation } = token;
  const { id, generation: present, rotatedAt, expiresAt } = grant;
  if (present === null || generation > present || expiresAt.getTime() <= now) throw invalidGrant();
  const isLost = generation === present - 1 && now - (rotatedAt?.getTime() ?? 0) < GRACE_MS;
  if (generation < present && !isLost) return endReused(context, id);
  const scope = narrowed(grant.scope, request.parameters.get("scope"));
  const [facts] = await run(context.db, selectFacts(client.id, grant.userId));
  if (!mayUse(facts)) return endReused(context, id);
  const next = isLost ? present : present + 1;
  const response = await respond(context, keys, {
    facts,
    ...grant,
    ...scope,
    nonce: null,
    generation: next,
  });
  if (!isLost && !(await rotateCounted(context, grant, now))) {
    // Either another request with this token was faster, which then has the same successor, or the grant has ended.
    const [found] = await run(context.db, selectGrant({ id }));
    if (found?.generation !== next) throw invalidGrant();
  }
  return response;
}

/** The scope of the answer: the granted one, or the part of it that the request names. */
function narrowed(grantedScope: string, askedScope = grantedScope) {
  const granted = grantedScope.split(" ");
  const asked = askedScope.split(" ");
  if (!asked.every((name) => granted.includes(name))) {
    throw new OAuthError("invalid_scope", "The scope is wider than the granted one.");
  }
  return {
    scope: granted.filter((name) => asked.includes(name)).join(" "),
    isNarrower: !granted.every((name) => asked.includes(name)),
  };
}

/** Counting costs a row, so it is done for several at once. */
const COUNTED_AT_ONCE = 8;

/** Makes the next refresh token the valid one, and counts it for the user; false if this one is not valid any more. */
async function rotateCounted(
  context: Context,
  { id, userId, generation }: GrantRow,
  now: number,
): Promise<boolean> {
  const present = generation ?? 0;
  const counts = present % COUNTED_AT_ONCE === COUNTED_AT_ONCE - 1;
  const times = sql`${COUNTED_AT_ONCE}`;
  const [rotated] = await runBatch(context.db, [
    rotate(id, present, now),
    ...(counts ? [countAct(context, { userId }, "renewals", { times })] : []),
  ]);
  return rotated > 0;
}

/** A request of an application: the `Authorization` header and the form. */
type ApplicationRequest = { authorization: string | undefined; form: string };

/** A request for tokens. Each grant reads the client in one batch with what it needs itself. */
type TokenRequest = {
  parameters: Map<string, string>;
  credentials: Credentials;
  readClient: ReturnType<typeof selectClient>;
};

function requireParameter({ parameters }: TokenRequest, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `${name} is missing.`);
  return value;
}

function invalidGrant(): OAuthError {
  return new OAuthError("invalid_grant", "The code or the token is not valid, or no longer.");
}

/** A code or a refresh token was used twice: one of the two users is a thief, so the session ends (RFC 9700, section 4.14.2). */
async function endReused({ db }: Context, grantId: string): Promise<never> {
  await run(db, endGrant(grantId));
  throw invalidGrant();
}

/** Ends the session of a token of the application. Other tokens are answered the same (RFC 7009, section 2.2). */
export async function revoke(
  context: Context,
  { authorization, form }: ApplicationRequest,
): Promise<void> {
  const parameters = readParameters(form);
  const credentials = await readCredentials(authorization, parameters);
  const [row] = await run(context.db, selectClient(credentials.id, credentials.secretHash));
  const client = requireClient(row, credentials);
  const text = parameters.get("token");
  if (text === undefined) throw new OAuthError("invalid_request", "token is missing.");
  const token = await readToken(context.config, text);
  if (token !== undefined) await runBatch(context.db, endOwnGrant(token.grantId, client.id));
}

/** The claims of the user of an access token, as of now. */
export async function userInfo(context: Context, request: ApplicationRequest) {
  const { config } = context;
  const sent = accessTokenIn(request);
  const token = await readAccessToken(config, sent);
  const [grant] =
    token === undefined ? [] : await run(context.db, selectGrant({ id: token.grantId }));
  const [facts] =
    grant === undefined
      ? []
      : await run(context.db, selectFacts(grant.applicationId, grant.userId));
  if (grant === undefined || !mayUse(facts) || !facts.isOn) {
    throw new OAuthError(
      "invalid_token",
      "The access token has expired, or its session has ended.",
      { isTokenInForm: request.authorization === undefined && sent !== "" },
    );
  }
  const claims = agreedClaims(facts, token?.scope ?? grant.scope);
  return claimsOf(facts, { config, issuer: grant.issuer, claims });
}

/** In the header or in a form, and not in both (RFC 6750, section 2). */
function accessTokenIn({ authorization, form }: ApplicationRequest): string {
  const inForm = readParameters(form).get("access_token");
  if (authorization === undefined) return inForm ?? "";
  if (inForm !== undefined) {
    throw new OAuthError("invalid_request", "The access token is sent in two ways.");
  }
  const [, inHeader = ""] = /^bearer +([\w.-]{1,200}) *$/i.exec(authorization) ?? [];
  return inHeader;
}
