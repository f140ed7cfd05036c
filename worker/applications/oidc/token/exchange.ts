import { sql } from "drizzle-orm";
import { redeemCode, selectCode } from "#worker/applications/oidc/grants/code-store.ts";
import { rotate, selectGrant } from "#worker/applications/oidc/grants/grant-store.ts";
import type { GrantRow } from "#worker/applications/oidc/grants/grant-store.ts";
import { mayUse, selectFacts } from "#worker/applications/oidc/grants/user-facts.ts";
import { readToken } from "#worker/applications/oidc/keys/grant-tokens.ts";
import { selectKeys } from "#worker/applications/oidc/keys/signing-keys.ts";
import {
  readCredentials,
  requireClient,
  selectClient,
} from "#worker/applications/oidc/protocol/client.ts";
import { OAuthError, readParameters } from "#worker/applications/oidc/protocol/oauth-error.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { endReused, invalidGrant, requireParameter } from "./request.ts";
import type { ApplicationRequest, TokenRequest } from "./request.ts";
import { respond } from "./token-response.ts";
import type { TokenResponse } from "./token-response.ts";

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
  if (!asked.every((one) => granted.includes(one))) {
    throw new OAuthError("invalid_scope", "The scope is wider than the granted one.");
  }
  return {
    scope: granted.filter((one) => asked.includes(one)).join(" "),
    isNarrower: !granted.every((one) => asked.includes(one)),
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
