import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { callbackResultSchema } from "#shared/session.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { OIDC_CLIENT, OIDC_ORIGIN, OIDC_PILOT } from "#test/support/applications/oidc-client.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { decryptToken } from "#worker/auth/tokens/encrypted-tokens.ts";
import { checkEveClient, revokeEveGrant } from "#worker/auth/tokens/eve-sso.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";

const VARS = {
  EVE_SSO_URL: OIDC_ORIGIN,
  EVE_CLIENT_ID: OIDC_CLIENT.id,
  EVE_CLIENT_SECRET: OIDC_CLIENT.secret,
};

/** The player accepts at `oidc-provider`. */
async function approve(authorizationUrl: string) {
  const accepted = await fetch(`${OIDC_ORIGIN}/approve`, {
    method: "POST",
    body: authorizationUrl,
  });
  return readJson(accepted, z.object({ code: z.string(), state: z.string() }));
}

async function signUp() {
  const muster = await startMuster(VARS);
  const browser = openBrowser(muster);
  const back = await browser.callback(await approve(await browser.start("login")));
  return { muster, browser, back };
}

async function storedRefreshToken({ context }: Awaited<ReturnType<typeof startMuster>>) {
  const [row] = await context.db
    .select()
    .from(eveTokens)
    .where(eq(eveTokens.characterId, OIDC_PILOT.id));
  return decryptToken(context.config, row?.refreshToken ?? "", OIDC_PILOT.id);
}

test("a player signs in at a strict RFC 6749 server, and the refresh token rotates", async () => {
  const { muster, browser, back } = await signUp();
  expect(await readJson(back, callbackResultSchema)).toMatchObject({
    requiresClaimMain: true,
    characterInfo: { characterId: OIDC_PILOT.id, characterName: OIDC_PILOT.name },
  });
  const claimed = await browser.send("/auth/claim-main", "POST", { characterId: OIDC_PILOT.id });
  expect(claimed.status).toBe(201);

  const seen = [await storedRefreshToken(muster)];
  for (const _ of ["first", "second"]) {
    await muster.context.db.update(eveTokens).set({ accessExpiresAt: new Date(0) });
    expect((await getAccessToken(muster.context, OIDC_PILOT.id)).state).toBe("ok");
    seen.push(await storedRefreshToken(muster));
  }
  expect(new Set(seen).size).toBe(3);

  await revokeEveGrant(muster.context.config, seen[2] ?? "");
  await muster.context.db.update(eveTokens).set({ accessExpiresAt: new Date(0) });
  expect((await getAccessToken(muster.context, OIDC_PILOT.id)).state).toBe("revoked");
});

test("the server accepts the application's secret and refuses a wrong one", async () => {
  const { context } = await startMuster(VARS);
  expect(await checkEveClient(context.config)).toBe("accepted");
  const mistyped = { ...context.config, EVE_CLIENT_SECRET: `${OIDC_CLIENT.secret}!` };
  expect(await checkEveClient(mistyped)).toBe("wrong_secret");
});
