import { CLAIM_SCOPES, scopesFor, CLAIMS } from "#shared/applications/claims.ts";
import type { TestSignIn } from "#shared/applications/applications.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { readPublished, selectKeys } from "./signing-keys.ts";
import { selectClient } from "./client.ts";
import { selectSignIn } from "./consent.ts";
import { idTokenOf } from "./grant-tokens.ts";
import { askedClaims, claimsOf, hasConsented, mayUse, selectFacts } from "./user-facts.ts";

/** A sign-in of the one who asks, for all claims of the settings. Nothing is stored but the event. */
export async function testSignIn(
  context: Context,
  { userId, sessionId, isGuest }: UserActor,
  { id, origin }: { id: string; origin: string },
): Promise<TestSignIn> {
  const [[client], [facts], [signIn], keys] = await runBatch(context.db, [
    selectClient(id),
    selectFacts(id, userId, isGuest),
    selectSignIn({ sessionId, userId }),
    selectKeys(),
  ]);
  if (client === undefined || facts === undefined || signIn === undefined) {
    throw new ApiError("no_such_application");
  }
  const event = { kind: "application_tested" as const, actor: { userId }, applicationId: id };
  await runBatch(context.db, [recordEvent(context, event).statement]);
  const scope = scopesFor(facts.claims);
  const checks = {
    on: client.isOn,
    redirect: client.redirectUris.length > 0,
    member: mayUse(facts),
    agreed: hasConsented(facts, scope.join(" ")),
  };
  const steps: TestSignIn["steps"] = [
    { step: "on", isOk: checks.on },
    { step: "redirect", isOk: checks.redirect },
    { step: "member", isOk: checks.member },
    { step: "agreed", isOk: checks.agreed },
  ];
  if (!checks.on || !checks.redirect || !checks.member) return { steps, scopes: [] };
  if (keys.length === 0) return { steps: [...steps, { step: "signed", isOk: false }], scopes: [] };
  const nonce = randomToken(16);
  const claims = askedClaims(facts, scope.join(" "));
  const idToken = await idTokenOf(context, keys, {
    claims: claimsOf(facts, { config: context.config, issuer: origin, claims }),
    id: randomToken(16),
    applicationId: id,
    issuer: origin,
    nonce,
    authenticatedAt: new Date(signIn.at),
  });
  const read = await readPublished(keys, idToken);
  const isRead = read?.["iss"] === origin && read["aud"] === id && read["nonce"] === nonce;
  return {
    steps: [...steps, { step: "signed", isOk: true }, { step: "read", isOk: isRead }],
    scopes: isRead ? scope.map((name) => ({ scope: name, claims: claimsIn(read, name) })) : [],
  };
}

/** The claims of a token that the scope asks for. */
function claimsIn(token: Record<string, unknown>, scope: string) {
  const ofScope = CLAIMS.filter((claim) => CLAIM_SCOPES[claim].scope === scope);
  const names: string[] = ofScope.flatMap((claim): readonly string[] => CLAIM_SCOPES[claim].names);
  const wanted = scope === "openid" ? ["sub"] : names;
  return Object.fromEntries(Object.entries(token).filter(([name]) => wanted.includes(name)));
}
