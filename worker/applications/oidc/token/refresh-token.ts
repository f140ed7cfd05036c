import { sql } from "drizzle-orm";
import { requireClient } from "#worker/applications/oidc/protocol/client.ts";
import { rotate, selectGrant } from "#worker/applications/oidc/grants/grant-store.ts";
import type { GrantRow } from "#worker/applications/oidc/grants/grant-store.ts";
import { readToken } from "#worker/applications/oidc/keys/grant-tokens.ts";
import { selectKeys } from "#worker/applications/oidc/keys/signing-keys.ts";
import { OAuthError } from "#worker/applications/oidc/protocol/oauth-error.ts";
import { mayUse, selectFacts } from "#worker/applications/oidc/grants/user-facts.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { endReused, invalidGrant, requireParameter } from "./request.ts";
import type { TokenRequest } from "./request.ts";
import { respond } from "./token-response.ts";
import type { TokenResponse } from "./token-response.ts";

/** How long the former refresh token gets the next one again, since the first answer may have been lost. */
const GRACE_MS = 20_000;

/** Renews a grant (RFC 6749, section 6). Each refresh token works once. */
export async function renewGrant(context: Context, request: TokenRequest): Promise<TokenResponse> {
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
