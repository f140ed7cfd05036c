import { and, eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { EveGrant } from "#worker/auth/tokens/eve-sso.ts";
import { encryptGrant } from "#worker/auth/tokens/encrypted-tokens.ts";
import {
  findToken,
  markRevoked,
  takeRefreshLease,
  upsertToken,
} from "#worker/auth/tokens/token-store.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { run } from "#worker/db/batch.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { signedUpPilot } from "#test/support/people/signed-up-pilot.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

const HOUR = 3600;

/** A new grant in place of the pilot's, as a sign-in would write it. */
async function replaceGrant(
  { context }: Muster,
  pilotId: number,
  {
    expiresInSeconds = HOUR,
    scopes = ["publicData"],
    ...grant
  }: Partial<EveGrant> & { expiresInSeconds?: number; scopes?: string[] },
) {
  const identity = {
    characterId: pilotId,
    scopes,
    expiresAt: new Date(Date.now() + expiresInSeconds * 1000),
  };
  const whole = { accessToken: "new", refreshToken: "new", ...grant };
  const encrypted = await encryptGrant(context.config, whole, identity);
  await run(context.db, upsertToken(pilotId, encrypted, new Date()));
}

/** A refresh of the pilot's token that EVE has not answered yet. */
async function refreshMeanwhile(muster: Muster, newEden: NewEden, pilotId: number) {
  const release = await newEden.hold({ service: "sso", path: "/token$", times: 1 });
  const refreshed = getAccessToken(muster.context, pilotId);
  await expect.poll(async () => (await tokenRow(muster, pilotId)).refreshLeaseUntil).not.toBeNull();
  return { refreshed, release };
}

/** Asks for the token, and returns once the answer of the database shows that it has to wait. */
async function askMeanwhile({ context, costs }: Muster, pilotId: number) {
  costs.reset();
  const asked = getAccessToken(context, pilotId);
  await expect.poll(() => costs.roundTrips).toBeGreaterThan(0);
  return { asked };
}

async function tokenRow({ context }: Muster, characterId: number) {
  const [row] = await context.db
    .select()
    .from(eveTokens)
    .where(eq(eveTokens.characterId, characterId));
  if (row === undefined) throw new Error("The pilot has no token.");
  return row;
}

test("a fresh access token is returned without calling EVE", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  expect(await getAccessToken(muster.context, pilotId)).toMatchObject({ state: "ok" });
  expect(await newEden.requests()).toEqual([]);
});

test("concurrent requests refresh an expired access token once", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await muster.later(HOUR, async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => getAccessToken(muster.context, pilotId)),
    );
    const tokens = answers.map((answer) =>
      answer.state === "ok" ? answer.accessToken : answer.state,
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toMatch(/^eyJ/);
  });
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(1);
});

test("a request during a refresh waits for it", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await newEden.setSso({ rotatesRefreshTokens: true });
  await muster.later(HOUR, async () => {
    const { refreshed, release } = await refreshMeanwhile(muster, newEden, pilotId);
    const { asked } = await askMeanwhile(muster, pilotId);
    await release();
    expect(await refreshed).toMatchObject({ state: "ok", isNew: true });
    expect(await asked).toEqual({ ...(await refreshed), isNew: false });
  });
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(1);
});

test("a request that waits for a failing refresh fails too, without calling EVE", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await newEden.addFault({ service: "sso", path: "/token$", times: 1, kind: "server_error" });
  await muster.later(HOUR, async () => {
    const { refreshed, release } = await refreshMeanwhile(muster, newEden, pilotId);
    const { asked } = await askMeanwhile(muster, pilotId);
    await release();
    expect(await asked).toEqual({ state: "unknown" });
    expect(await refreshed).toEqual({ state: "unknown" });
  });
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(1);
});

test("a grant that is stored during a refresh of the old one wins", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await muster.later(HOUR, async () => {
    const { refreshed, release } = await refreshMeanwhile(muster, newEden, pilotId);
    await replaceGrant(muster, pilotId, { accessToken: "the new one", scopes: CHARACTER_SCOPES });
    await release();
    expect(await refreshed).toMatchObject({ state: "ok", accessToken: "the new one" });
  });
});

test("a refresh that ends after the grant is known to be revoked does not bring it back", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await muster.later(HOUR, async () => {
    const { refreshed, release } = await refreshMeanwhile(muster, newEden, pilotId);
    const leased = await findToken(muster.context.db, pilotId);
    expect(leased && (await markRevoked(muster.context, leased, new Date()))).toBe(true);
    await release();
    expect(await refreshed).toEqual({ state: "revoked" });
  });
  expect((await tokenRow(muster, pilotId)).state).toBe("revoked");
});

test("a refresh that ends after its token was deleted stores nothing", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await muster.later(HOUR, async () => {
    const { refreshed, release } = await refreshMeanwhile(muster, newEden, pilotId);
    await muster.context.db.delete(eveTokens).where(eq(eveTokens.characterId, pilotId));
    await release();
    expect(await refreshed).toEqual({ state: "revoked" });
  });
  await expect(tokenRow(muster, pilotId)).rejects.toThrow("no token");
});

test("a fresh token costs one round trip to the database, a refresh three, a revocation four", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  muster.costs.reset();
  await getAccessToken(muster.context, pilotId);
  expect(muster.costs.roundTrips).toBe(1);
  muster.costs.reset();
  await muster.later(HOUR, () => getAccessToken(muster.context, pilotId));
  expect(muster.costs.roundTrips).toBe(3);
  await newEden.revoke(pilotId);
  muster.costs.reset();
  await muster.later(2 * HOUR, () => getAccessToken(muster.context, pilotId));
  expect(muster.costs.roundTrips).toBe(4);
});

test("a character that never signed in has no access token", async () => {
  const { context } = await startMuster();
  expect(await getAccessToken(context, 1)).toEqual({ state: "revoked" });
});

test("a refresh that returns another character's token is rejected", async () => {
  const { muster, browser, newEden, pilotId } = await signedUpPilot();
  const other = await newEden.createPilot();
  const { refreshToken } = await newEden.grant(other.id, ["publicData"]);
  await replaceGrant(muster, pilotId, { refreshToken, expiresInSeconds: 0 });
  expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "unknown" });
  expect((await browser.session()).user?.mainCharacterId).toBe(pilotId);
});

test("tokens that cannot be decrypted are logged, outages of EVE are not", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  await newEden.addFault({ service: "sso", kind: "server_error", times: 1 });
  await muster.later(HOUR, () => getAccessToken(muster.context, pilotId));
  expect(logged).not.toHaveBeenCalled();

  const damage = (columns: Partial<typeof eveTokens.$inferSelect>) =>
    muster.context.db.update(eveTokens).set(columns).where(eq(eveTokens.characterId, pilotId));
  await damage({ accessToken: "damaged", accessExpiresAt: new Date(Date.now() + HOUR * 1000) });
  expect((await getAccessToken(muster.context, pilotId)).state).toBe("ok");
  expect(logged).toHaveBeenCalledTimes(1);
  await damage({ refreshToken: "damaged", accessExpiresAt: new Date(0) });
  expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "unknown" });
  expect(logged).toHaveBeenCalledTimes(2);
});

test("a refresh does not start from an outdated row, whose refresh token may be invalid", async () => {
  const { muster, pilotId } = await signedUpPilot();
  const stale = await tokenRow(muster, pilotId);
  await muster.later(HOUR, () => getAccessToken(muster.context, pilotId));
  const [now, until] = [new Date(), new Date(Date.now() + 20_000)];
  expect(await takeRefreshLease(muster.context.db, stale, now, until)).toBeUndefined();
  const fresh = await tokenRow(muster, pilotId);
  expect(await takeRefreshLease(muster.context.db, fresh, now, until)).toBe(fresh.version + 1);
});

test("the refresh token that EVE returns replaces the old one", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await newEden.setSso({ rotatesRefreshTokens: true });
  for (const hours of [1, 2, 3]) {
    const answer = await muster.later(hours * HOUR, () => getAccessToken(muster.context, pilotId));
    expect(answer.state).toBe("ok");
  }
});

test.for([
  "server_error",
  "error_reference",
  "bad_gateway",
  "unavailable",
  "gateway_timeout",
  "connection_reset",
  "malformed_json",
  "wrong_client_secret",
] as const)(
  "when a refresh meets %s, the token is unknown, and the next refresh recovers",
  async (kind) => {
    const { muster, newEden, pilotId } = await signedUpPilot();
    await newEden.addFault({ service: "sso", kind });
    await muster.later(HOUR, async () => {
      expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "unknown" });
    });
    expect((await tokenRow(muster, pilotId)).state).toBe("unknown");

    await newEden.clearFaults();
    await muster.later(HOUR, async () => {
      expect((await getAccessToken(muster.context, pilotId)).state).toBe("ok");
    });
    expect((await tokenRow(muster, pilotId)).state).toBe("ok");
  },
);

test.for(["grant_missing", "token_missing", "unable_to_migrate"] as const)(
  "only EVE's invalid_grant revokes a token (%s), and it is not asked again",
  async (death) => {
    const { muster, browser, newEden, pilotId } = await signedUpPilot();
    await newEden.revoke(pilotId, death);
    await muster.later(HOUR, async () => {
      expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "revoked" });
      expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "revoked" });
    });
    expect(await newEden.requests({ path: /token$/ })).toHaveLength(1);
    expect((await browser.session()).user?.characters[0]?.tokenState).toBe("revoked");
    const told = await muster.context.db
      .select({ actor: auditEvents.actorKind })
      .from(auditEvents)
      .where(and(eq(auditEvents.characterId, pilotId), eq(auditEvents.kind, "token_lost")));
    expect(told).toEqual([{ actor: "eve" }]);

    await browser.logIn(pilotId);
    expect((await browser.session()).user?.characters[0]?.tokenState).toBe("ok");
  },
);

test("a refreshed access token with an invalid signature is not used, and the new refresh token is stored", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await newEden.setSso({ rotatesRefreshTokens: true });
  await newEden.addFault({ service: "sso", kind: "token_wrong_key", times: 1 });
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "unknown" });
    expect((await tokenRow(muster, pilotId)).state).toBe("unknown");
    expect((await getAccessToken(muster.context, pilotId)).state).toBe("ok");
  });
});

test("a refresh that shows another owner unlinks the character", async () => {
  const { muster, browser, newEden, pilotId } = await signedUpPilot();
  const alt = await newEden.createPilot();
  await browser.link(alt.id);
  // EVE kills the grants of a sold character at once; a grant that lived on must not deceive us.
  await newEden.sell(alt.id, { keepsGrants: true });
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(muster.context, alt.id)).toEqual({ state: "revoked" });
  });
  const { user } = await browser.session();
  expect(user?.characters.map((one) => one.characterId)).toEqual([pilotId]);
  const told = await muster.context.db
    .select({ kind: auditEvents.kind })
    .from(auditEvents)
    .where(eq(auditEvents.characterId, alt.id));
  expect(told.map(({ kind }) => kind)).toContain("character_sold");
  const [row] = await muster.context.db
    .select()
    .from(characters)
    .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
    .where(eq(characters.id, alt.id));
  expect(row).toMatchObject({ characters: { userId: null }, eve_tokens: null });
});

// RFC 6749 §6
test("a refresh that returns no refresh token keeps the one before", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await newEden.addFault({ service: "sso", kind: "no_refresh_token" });
  for (const hours of [1, 2]) {
    const answer = await muster.later(hours * HOUR, () => getAccessToken(muster.context, pilotId));
    expect(answer.state).toBe("ok");
  }
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(2);
});

test("a refresh whose isolate died is taken over when its lease expires", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  await muster.later(HOUR, async () => {
    const dead = new Date(Date.now() - 1);
    await muster.context.db
      .update(eveTokens)
      .set({ refreshLeaseUntil: dead })
      .where(eq(eveTokens.characterId, pilotId));
    expect((await getAccessToken(muster.context, pilotId)).state).toBe("ok");
  });
  expect(await newEden.requests({ path: /token$/ })).toHaveLength(1);
});
