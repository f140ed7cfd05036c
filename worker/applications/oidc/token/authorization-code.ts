import { requireClient } from "#worker/applications/oidc/protocol/client.ts";
import { redeemCode, selectCode } from "#worker/applications/oidc/grants/code-store.ts";
import { selectKeys } from "#worker/applications/oidc/keys/signing-keys.ts";
import { mayUse, selectFacts } from "#worker/applications/oidc/grants/user-facts.ts";
import { sha256 } from "#worker/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { endReused, invalidGrant, requireParameter } from "./request.ts";
import type { TokenRequest } from "./request.ts";
import { respond } from "./token-response.ts";
import type { TokenResponse } from "./token-response.ts";

const VERIFIER = /^[\w.~-]{43,128}$/;

/** Exchanges a code for a grant (RFC 6749, section 4.1.3). */
export async function redeemCodeGrant(
  context: Context,
  request: TokenRequest,
): Promise<TokenResponse> {
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
