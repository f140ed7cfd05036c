import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { signedUpPilot } from "#test/support/people/signed-up-pilot.ts";
import { getAccessToken, revokeUnlinked } from "#worker/auth/tokens/access-tokens.ts";
import { eveTokens, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

const HOUR = 3600;

test("the tokens of a suspended user are neither used nor refreshed until the suspension ends", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  const suspend = (suspendedUntil: Date) =>
    muster.context.db
      .update(users)
      .set({ suspendedUntil })
      .where(eq(users.mainCharacterId, pilotId));
  await suspend(new Date(Date.now() + 2 * HOUR * 1000));
  expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "unknown" });
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "unknown" });
  });
  expect(await newEden.requests({ path: /token$/ })).toEqual([]);
  await suspend(new Date(Date.now() - 1));
  expect((await getAccessToken(muster.context, pilotId)).state).toBe("ok");
});

test("a sign-in that restores a revoked authorization is recorded, and others are not", async () => {
  const { muster, browser, newEden, pilotId } = await signedUpPilot();
  const told = async () => {
    const events = await muster.context.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.characterId, pilotId));
    return events.filter(({ kind }) => kind === "token_restored");
  };
  await browser.logIn(pilotId);
  expect(await told()).toEqual([]);
  await newEden.revoke(pilotId);
  await muster.later(HOUR, () => getAccessToken(muster.context, pilotId));
  await browser.logIn(pilotId);
  await browser.logIn(pilotId);
  const userId = (await browser.session()).user?.id;
  expect(await told()).toMatchObject([{ actorId: userId }]);
});

test("a grant that cannot be revoked at EVE is logged, and the others are revoked", async () => {
  const { muster, newEden, pilotId } = await signedUpPilot();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const [row] = await muster.context.db
    .select()
    .from(eveTokens)
    .where(eq(eveTokens.characterId, pilotId));
  await revokeUnlinked(muster.context, pilotId, ["damaged", row?.refreshToken ?? ""]);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(await newEden.requests({ path: /oauth\/revoke$/ })).toHaveLength(1);
  await muster.later(HOUR, async () => {
    expect(await getAccessToken(muster.context, pilotId)).toEqual({ state: "revoked" });
  });
});
