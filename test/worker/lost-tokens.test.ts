import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Requirement } from "#shared/requirements/tree.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  inAlliance,
  problemOf,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { signedUpPilot } from "#test/support/people/signed-up-pilot.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { getAccessToken, revokeUnlinked } from "#worker/auth/tokens/access-tokens.ts";
import { eveTokens, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";

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

test("a main that was sold, and has not signed in since, counts for its alliance, but not for a valid authorization", async () => {
  const { muster, newEden, browser, pilotId } = await signedUpPilot();
  const { db } = muster.context;
  const admin = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
  const userId = (await browser.session()).user?.id ?? "";
  const allianceId = 99_000_777;
  const isIn = inAlliance("main", allianceId);
  const meet = { type: "authorization" as const, scopes: [] };
  const groupOf = async (tree: Requirement) => {
    const { id } = await buildGroup(muster, { owner: admin });
    await db
      .insert(groupMembers)
      .values({ groupId: id, userId, role: "member", joinedAt: new Date() });
    expect((await saveRule(admin, id, ruleOf(tree))).status).toBe(200);
    return id;
  };
  const wing = await groupOf(isIn);
  const strict = await groupOf({
    type: "all",
    of: [isIn, { type: "characters", which: "main", meet }],
  });
  const outcomes = async () => {
    await setAlliance(muster, { userId }, pilotId, allianceId);
    await evaluateAll(muster);
    const found = await Promise.all([wing, strict].map((id) => problemOf(muster, id, userId)));
    return found.map((one) => one?.outcome ?? "met");
  };
  expect(await outcomes()).toEqual(["met", "met"]);
  await newEden.sell(pilotId);
  await muster.later(HOUR, () => getAccessToken(muster.context, pilotId));
  expect(await outcomes()).toEqual(["met", "unmet"]);
  // The buyer signs in.
  await openBrowser(muster).logIn(pilotId);
  expect((await browser.session()).authenticated).toBe(false);
});
