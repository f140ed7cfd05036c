import { TOKEN_TTL_SECONDS } from "#shared/applications/applications.ts";
import type { Claims } from "#shared/applications/claims.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { sql } from "drizzle-orm";
import { sha256 } from "#worker/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { readCredentials, requireClient, selectClient } from "./client.ts";
import { redeemCode, selectCode } from "./code-store.ts";
import type { CodeRow } from "./code-store.ts";
import { endGrant, endOwnGrant, rotate, selectGrant } from "./grant-store.ts";
import type { GrantRow } from "./grant-store.ts";
import {
  accessTokenOf,
  readAccessToken,
  readToken,
  writeToken,
} from "#worker/applications/oidc/keys/grant-tokens.ts";
import { OAuthError, readParameters } from "./oauth-error.ts";
import { selectKeys, sign } from "#worker/applications/oidc/keys/signing-keys.ts";
import type { KeyRow } from "#worker/applications/oidc/keys/signing-keys.ts";
import { agreedClaims, claimsOf, mayUse, selectFacts } from "./user-facts.ts";
import type { UserFacts } from "./user-facts.ts";

/** The answer with the next refresh token may have been lost: the former one gets it again for so long. */
const GRACE_MS = 20_000;

const VERIFIER = /^[\w.~-]{43,128}$/;

export type TokenResponse = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
  id_token: string;
  refresh_token?: string;
};

/** A request of an application: the `Authorization` header and the form. */
export type ApplicationRequest = { authorization: string | undefined; form: string };

export async function exchange(
  context: Context,
  { authorization, form }: ApplicationRequest,
): Promise<TokenResponse> {
  const parameters = readParameters(form);
  const credentials = await readCredentials(authorization, parameters);
  const readClient = selectClient(credentials.id, credentials.secretHash);
  const required = (name: string) => {
    const value = parameters.get(name);
    if (value === undefined) throw new OAuthError("invalid_request", `${name} is missing.`);
    return value;
  };
  switch (parameters.get("grant_type")) {
    case "authorization_code": {
      const hash = await sha256(required("code"));
      const [[row], [code], keys] = await runBatch(context.db, [
        readClient,
        selectCode({ hash }),
        selectKeys(),
      ]);
      const client = requireClient(row, credentials);
      const redirectUri = required("redirect_uri");
      const verifier = parameters.get("code_verifier");
      return redeem(context, keys, { hash, code, clientId: client.id, redirectUri, verifier });
    }
    case "refresh_token": {
      const token = await readToken(context.config, required("refresh_token"));
      const grantId = token?.kind === "refresh" ? token.grantId : "";
      const [[row], [grant], keys] = await runBatch(context.db, [
        readClient,
        selectGrant({ id: grantId }),
        selectKeys(),
      ]);
      const client = requireClient(row, credentials);
      if (token === undefined || grant?.applicationId !== client.id) throw invalidGrant();
      return renew(context, keys, {
        grant,
        generation: token.number,
        scope: parameters.get("scope"),
      });
    }
    case undefined:
      throw new OAuthError("invalid_request", "grant_type is missing.");
    default:
      throw new OAuthError("unsupported_grant_type", "Use a code or a refresh token.");
  }
}

type Redemption = {
  hash: string;
  code: CodeRow | undefined;
  clientId: string;
  redirectUri: string;
  verifier: string | undefined;
};

async function redeem(
  context: Context,
  keys: KeyRow[],
  { hash, code, clientId, redirectUri, verifier }: Redemption,
): Promise<TokenResponse> {
  if (code?.applicationId !== clientId) throw invalidGrant();
  if (code.usedAt !== null) return endReused(context, code.grantId);
  const isProven =
    code.challenge === null
      ? verifier === undefined
      : verifier !== undefined &&
        VERIFIER.test(verifier) &&
        (await sha256(verifier)) === code.challenge;
  if (code.expiresAt.getTime() <= Date.now() || code.redirectUri !== redirectUri || !isProven) {
    throw invalidGrant();
  }
  const [facts] = await run(context.db, selectFacts(clientId, code.userId));
  if (!mayUse(facts)) throw invalidGrant();
  const { grantId: id, scope } = code;
  const generation = hasRefresh(scope) ? 1 : null;
  const response = await respond(context, keys, { facts, ...code, id, generation });
  if (!(await redeemCode(context, hash, code))) return endReused(context, id);
  return response;
}

/** A code or a refresh token was used twice: one of the two users is a thief, so the session ends (RFC 9700, section 4.14.2). */
async function endReused({ db }: Context, grantId: string): Promise<never> {
  await run(db, endGrant(grantId));
  throw invalidGrant();
}

type Renewal = { grant: GrantRow; generation: number; scope: string | undefined };

async function renew(
  context: Context,
  keys: KeyRow[],
  { grant, generation, scope = grant.scope }: Renewal,
): Promise<TokenResponse> {
  const now = Date.now();
  const { id, generation: present, rotatedAt, expiresAt } = grant;
  if (present === null || generation > present || expiresAt.getTime() <= now) throw invalidGrant();
  const isLost = generation === present - 1 && now - (rotatedAt?.getTime() ?? 0) < GRACE_MS;
  if (generation < present && !isLost) return endReused(context, id);
  const granted = grant.scope.split(" ");
  const asked = scope.split(" ");
  if (!asked.every((one) => granted.includes(one))) {
    throw new OAuthError("invalid_scope", "The scope is wider than the granted one.");
  }
  const [facts] = await run(context.db, selectFacts(grant.applicationId, grant.userId));
  if (!mayUse(facts)) return endReused(context, id);
  const next = isLost ? present : present + 1;
  const response = await respond(context, keys, {
    facts,
    ...grant,
    scope: granted.filter((one) => asked.includes(one)).join(" "),
    isNarrower: !granted.every((one) => asked.includes(one)),
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
    ...(counts ? [countAct(context.config, { userId }, "renewals", { times })] : []),
  ]);
  return rotated > 0;
}

type Answered = Pick<GrantRow, "id" | "applicationId" | "scope" | "nonce" | "issuer"> & {
  authenticatedAt: Date;
  generation: number | null;
  /** Than the scope of the grant. */
  isNarrower?: boolean;
  facts: UserFacts;
};

async function respond(
  context: Context,
  keys: KeyRow[],
  { id, applicationId, scope, isNarrower = false, issuer, facts, ...answered }: Answered,
): Promise<TokenResponse> {
  const { generation } = answered;
  const { config } = context;
  const claims = claimsOf(facts, { config, issuer, claims: agreedClaims(facts, scope) });
  const idToken = await idTokenOf(context, keys, {
    claims,
    id,
    applicationId,
    issuer,
    ...answered,
  });
  return {
    access_token: await accessTokenOf(config, id, isNarrower ? scope : undefined),
    token_type: "Bearer",
    expires_in: TOKEN_TTL_SECONDS,
    scope,
    id_token: idToken,
    ...(generation !== null && {
      refresh_token: await writeToken(config, { kind: "refresh", grantId: id, number: generation }),
    }),
  };
}

type Identity = Pick<Answered, "id" | "applicationId" | "issuer" | "nonce" | "authenticatedAt"> & {
  claims: Claims;
};

/** The ID token of a session, signed. */
export function idTokenOf(
  context: Context,
  keys: KeyRow[],
  { claims, id, applicationId, issuer, nonce, authenticatedAt }: Identity,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return sign(context, keys, {
    ...claims,
    iss: issuer,
    aud: applicationId,
    iat: now,
    exp: now + TOKEN_TTL_SECONDS,
    auth_time: Math.floor(authenticatedAt.getTime() / 1000),
    sid: id,
    ...(nonce !== null && { nonce }),
  });
}

/** The claims of the user of an access token, as of now. */
export async function userInfo(context: Context, request: ApplicationRequest) {
  const { config } = context;
  const token = await readAccessToken(config, accessTokenIn(request));
  const [grant] =
    token === undefined ? [] : await run(context.db, selectGrant({ id: token.grantId }));
  const [facts] =
    grant === undefined
      ? []
      : await run(context.db, selectFacts(grant.applicationId, grant.userId));
  if (grant === undefined || !mayUse(facts)) {
    throw new OAuthError(
      "invalid_token",
      "The access token has expired, or its session has ended.",
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

function hasRefresh(scope: string): boolean {
  return scope.split(" ").includes("offline_access");
}

function invalidGrant(): OAuthError {
  return new OAuthError("invalid_grant", "The code or the token is not valid, or no longer.");
}
