import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { buildToken, buildUser, buildUsers } from "#test/support/people/builders.ts";
import {
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  isMember,
  problemOf,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { inDays, REASON, startWithSuspensions } from "#test/support/people/suspension-builders.ts";
import { sessions, users } from "#worker/db/schema/accounts.ts";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";
import { outcomesOf } from "#worker/requirements/gate.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import * as z from "zod/mini";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { sha256 } from "#worker/ground/crypto.ts";

const DAY = 24 * 60 * 60;

const { muster, admin, otherAdmin, suspend, lift } = await startWithSuspensions();
const { db } = muster.context;

afterEach(() => vi.useRealTimers());

const isMarked = async (userId: string) =>
  (await db.select().from(evaluationMarks).where(eq(evaluationMarks.userId, userId))).length > 0;

/** A member of a group, and of one that requires it without grace. */
async function buildDependent() {
  const pilot = await buildUser(muster);
  const base = await buildGroup(muster, { owner: admin, members: [pilot] });
  const dependent = await buildGroup(muster, { owner: admin, members: [pilot] });
  const tree = { type: "member_of" as const, groupIds: [base.id] };
  await saveRule(admin, dependent.id, ruleOf(tree, { graceDays: 0 }));
  await evaluateAll(muster);
  return { pilot, base, dependent };
}

test("the memberships of a suspended user count for no requirement, and none of them ends", async () => {
  const { pilot, base, dependent } = await buildDependent();
  const outcome = async () =>
    (await outcomesOf(muster.context, dependent.id, [pilot.userId])).get(pilot.userId);
  expect(await outcome()).toBe("met");

  await suspend(pilot.userId);
  expect(await isMarked(pilot.userId)).toBe(true);
  await evaluateAll(muster);
  expect(await outcome()).toBe("unknown");
  const problem = await problemOf(muster, dependent.id, pilot.userId);
  expect(problem).toMatchObject({
    outcome: "unknown",
    graceEndsAt: null,
    causes: [{ reading: { unknown: "suspended" } }],
  });
  await muster.later(40 * DAY, () => evaluateAll(muster));
  for (const { id } of [base, dependent]) {
    expect(await isMember(muster, id, pilot.userId)).toBe(true);
  }

  await lift(pilot.userId);
  expect(await isMarked(pilot.userId)).toBe(true);
  await evaluateAll(muster);
  expect(await outcome()).toBe("met");
  expect(await problemOf(muster, dependent.id, pilot.userId)).toBe(undefined);
});

test("a suspended user who is not a member of the required group does not meet the requirement", async () => {
  const { pilot, base, dependent } = await buildDependent();
  await suspend(pilot.userId);
  await admin.api.groups[":id"].members[":userId"].$delete({
    param: { id: base.id, userId: pilot.userId },
  });
  await evaluateAll(muster);
  expect(await isMember(muster, dependent.id, pilot.userId)).toBe(false);
});

test("a suspension that ends by itself marks its user within a minute", async () => {
  const { pilot, dependent } = await buildDependent();
  const late = await buildGroup(muster, { owner: admin });
  const tree = { type: "member_of" as const, groupIds: [dependent.id] };
  await suspend(pilot.userId, { until: inDays(1) });
  await saveRule(admin, late.id, ruleOf(tree, { enrolment: "automatic" }));
  await evaluateAll(muster);
  expect(await isMember(muster, late.id, pilot.userId)).toBe(false);

  await muster.later(DAY + 60, () => evaluateAll(muster));
  expect(await problemOf(muster, dependent.id, pilot.userId)).toBe(undefined);
  expect(await isMember(muster, late.id, pilot.userId)).toBe(true);
  const [row] = await db.select().from(users).where(eq(users.id, pilot.userId));
  expect(row).toMatchObject({ suspendedUntil: null, suspensionReason: null });
});

test("a minute without an end of a suspension writes nothing", async () => {
  const pilot = await buildUser(muster);
  await suspend(pilot.userId);
  await evaluateAll(muster);
  muster.costs.reset();
  await evaluateAll(muster);
  expect(muster.costs.rowsWritten).toBe(0);
});

test("a suspended user's roles on Discord go within a minute, and return when the suspension ends", async () => {
  const server = await buildServer();
  const { addPilot, scouts, rolesOf, switchOn, minute } = server;
  const pilot = await addPilot({ groups: [scouts], roles: ["Other"] });
  const byItself = await addPilot({ groups: [scouts] });
  await switchOn();
  expect(await rolesOf(pilot)).toEqual(["Other", "Scout"]);

  const change = (userId: string, until: string | null) =>
    server.admin.api.admin.users[":id"].suspension.$put({
      param: { id: userId },
      json: { reason: "Shot a friend", until },
    });
  expect((await change(pilot.userId, null)).status).toBe(204);
  expect((await change(byItself.userId, inDays(1))).status).toBe(204);
  await minute();
  expect(await rolesOf(pilot)).toEqual(["Other"]);
  expect(await rolesOf(byItself)).toEqual([]);

  await server.admin.api.admin.users[":id"].suspension.$delete({ param: { id: pilot.userId } });
  await server.driver.advance(DAY + 60);
  await minute();
  expect(await rolesOf(pilot)).toEqual(["Other", "Scout"]);
  expect(await rolesOf(byItself)).toEqual(["Scout"]);
});

test("a suspended member stays, is marked for managers, and gets no role", async () => {
  const [owner, member, guest] = await buildUsers(muster, 3);
  const group = await buildGroup(muster, { owner, members: [member, guest] });
  const until = inDays(3);
  await suspend(member.userId, { until });
  const membersFor = async ({ api }: BuiltUser) => {
    const response = await api.groups[":id"].members.$get({ param: { id: group.id }, query: {} });
    const { items, total } = await response.json();
    return { total, one: items.find(({ userId }) => userId === member.userId) };
  };
  for (const manager of [owner, admin]) {
    expect(await membersFor(manager)).toMatchObject({
      total: 3,
      one: { suspension: { until }, can: { makeAdmin: false, makeOwner: false, remove: true } },
    });
  }
  expect((await membersFor(guest)).one).toMatchObject({ suspension: null });
  const appointed = await owner.api.groups[":id"].admins.$post({
    param: { id: group.id },
    json: { userId: member.userId },
  });
  expect((await readError(appointed)).message).toContain("is suspended");
  const transferred = await owner.api.groups[":id"].transfer.$post({
    param: { id: group.id },
    json: { newOwnerId: member.userId },
  });
  expect(transferred.status).toBe(409);
});

test("a suspended user's request waits, and is marked", async () => {
  const [owner, asker] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, joinMode: "approval" });
  const request = await buildRequest(muster, group, asker);
  await suspend(asker.userId);
  const list = await owner.api.groups[":id"]["join-requests"].$get({
    param: { id: group.id },
    query: {},
  });
  expect((await list.json()).items).toMatchObject([{ suspension: { until: null } }]);
  const approve = () =>
    owner.api.groups["join-requests"][":id"].approve.$post({ param: { id: request } });
  expect((await readError(await approve())).message).toContain("cannot be admitted");
  await lift(asker.userId);
  expect((await approve()).status).toBe(204);
});

test("codes and invitations of a suspended user cannot be used until the suspension ends", async () => {
  const [owner, guest, invitee] = await buildUsers(muster, 3);
  const group = await buildGroup(muster, { owner, admins: [admin] });
  const code = await buildCode(muster, group, owner);
  const invitation = await buildInvitation(muster, group, invitee, owner);
  await suspend(owner.userId);
  const redeem = () =>
    guest.api.groups["invite-codes"].redeem.$post({ json: { code: code.code ?? "" } });
  const accept = () =>
    invitee.api.groups.invitations[":id"].accept.$post({ param: { id: invitation } });
  expect((await redeem()).status).toBe(404);
  expect((await readError(await accept())).message).toContain("at the moment");
  const codes = await admin.api.groups[":id"]["invite-codes"].$get({ param: { id: group.id } });
  expect((await codes.json()).items).toMatchObject([{ state: "paused" }]);
  await lift(owner.userId);
  expect((await redeem()).status).toBe(200);
  expect((await accept()).status).toBe(200);
});

test("a suspended user's director is marked and not used, and its health does not change", async () => {
  const player = await buildUser(muster);
  await buildToken(muster, player.mainCharacterId);
  const { corporation, director } = await insertManaged(muster, player.mainCharacterId);
  await suspend(player.userId);
  expect(await getAccessToken(muster.context, player.mainCharacterId)).toEqual({
    state: "unknown",
  });
  const { db } = muster.context;
  const before = await db.select().from(directors).where(eq(directors.id, director));
  const verify = await admin.api.corporations[":id"].directors[":directorId"].verify.$post({
    param: { id: corporation, directorId: director },
  });
  expect(await readError(verify)).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("player is suspended"),
  });
  const list = await admin.api.corporations[":id"].directors.$get({ param: { id: corporation } });
  expect((await list.json()).directors).toMatchObject([{ suspension: { until: null } }]);
  expect(await db.select().from(directors).where(eq(directors.id, director))).toEqual(before);
});

// Each test signs in several times, which takes longer on a busy machine.

async function signUp(alts = 0) {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  const linked = [];
  for (let count = 0; count < alts; count += 1) {
    const alt = await browser.newEden.createPilot();
    await browser.link(alt.id);
    linked.push(alt);
  }
  const userId = (await browser.session()).user?.id ?? "";
  return { browser, pilot, alts: linked, userId };
}

/** The answer of the callback after a sign-in with this pilot. */
async function signIn(browser: BrowserSession, characterId: number) {
  return browser.callback(await browser.approve(await browser.start("login"), characterId));
}

test("a suspension ends every session at once, also one that is cached", async () => {
  const { browser, userId } = await signUp();
  expect((await browser.send("/characters")).status).toBe(200);
  expect((await suspend(userId)).status).toBe(204);
  expect((await browser.send("/characters")).status).toBe(401);
  expect((await browser.send("/auth/main", "PUT", { characterId: 1 })).status).toBe(401);
  expect(await browser.session()).toEqual({ authenticated: false, user: null });
});

test("no character of a suspended user can sign in, and the answer says why and until when", async () => {
  const { browser, pilot, alts, userId } = await signUp(1);
  const until = "2027-03-04T15:00:00.000Z";
  await suspend(userId, { until });
  for (const { id } of [pilot, ...alts]) {
    const refused = await signIn(openBrowser(muster), id);
    expect([refused.status, await readError(refused)]).toMatchObject([
      403,
      {
        code: "suspended",
        message: `An administrator suspended the account that this character belongs to. The suspension ends on Mar 4, 2027, 15:00 EVE time. Reason: ${REASON}`,
      },
    ]);
  }
  await suspend(userId);
  expect((await readError(await signIn(browser, pilot.id))).message).toContain(
    "The suspension has no end date.",
  );
});

test("characters of a suspended user can neither be linked to another account nor claimed", async () => {
  const { browser, alts, userId } = await signUp(2);
  const [unlinked, linked] = alts;
  if (unlinked === undefined || linked === undefined) throw new Error("There are two alts.");
  // A claim from before the suspension, with a character that was unlinked before it.
  await browser.send(`/auth/characters/${unlinked.id}`, "DELETE");
  const claiming = openBrowser(muster);
  await suspend(userId);
  const friend = await signUp();
  for (const { id } of [unlinked, linked]) {
    expect(await readError(await friend.browser.link(id))).toMatchObject({ code: "suspended" });
    expect(await readError(await signIn(claiming, id))).toMatchObject({ code: "suspended" });
  }
});

test("a claim that was pending when its player was suspended opens no account", async () => {
  const { browser, alts, userId } = await signUp(1);
  const [alt] = alts;
  if (alt === undefined) throw new Error("There is an alt.");
  await browser.send(`/auth/characters/${alt.id}`, "DELETE");
  const claiming = openBrowser(muster);
  await signIn(claiming, alt.id);
  await suspend(userId);
  const refused = await claiming.send("/auth/claim-main", "POST", { characterId: alt.id });
  expect(await readError(refused)).toMatchObject({ code: "suspended" });
  expect((await claiming.session()).authenticated).toBe(false);
});

test("a merge that was offered before the suspension is gone", async () => {
  const [friend, target] = [await signUp(), await signUp()];
  const { mergeId = "" } = await readError(await friend.browser.link(target.pilot.id));
  expect((await friend.browser.send(`/account/merges/${mergeId}`)).status).toBe(200);
  await suspend(target.userId);
  expect((await friend.browser.send(`/account/merges/${mergeId}`)).status).toBe(404);
});

test("the buyer of a suspended user's character is not suspended", async () => {
  const { browser, alts, userId } = await signUp(1);
  const [alt] = alts;
  if (alt === undefined) throw new Error("There is an alt.");
  await suspend(userId);
  await browser.newEden.sell(alt.id);
  const buyer = openBrowser(muster);
  await buyer.signUp(alt.id);
  expect((await buyer.session()).user?.mainCharacterId).toBe(alt.id);
});

test("a sign-in that overlaps with a suspension opens no session", async () => {
  const { pilot, userId } = await signUp();
  const returning = openBrowser(muster);
  const answer = await returning.approve(await returning.start("login"), pilot.id);
  const [response] = await Promise.all([returning.callback(answer), suspend(userId)]);
  // If the sign-in came first, its session was deleted with the others.
  const outcome = response.ok ? "signed in" : (await readError(response)).code;
  expect(["signed in", "suspended"]).toContain(outcome);
  expect((await returning.session()).authenticated).toBe(false);
  const { db } = muster.context;
  expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
});

test("a suspension ends by itself, and an administrator can lift it early", async () => {
  const { pilot, userId } = await signUp();
  await suspend(userId, { until: inDays(2) });
  const back = openBrowser(muster);
  expect((await signIn(back, pilot.id)).status).toBe(403);
  await muster.later(2 * DAY + 1, async () => {
    expect(await back.logIn(pilot.id)).toMatchObject({ sessionToken: expect.any(String) });
    expect((await back.session()).user?.id).toBe(userId);
  });

  await suspend(userId);
  expect((await lift(userId)).status).toBe(204);
  expect(await back.logIn(pilot.id)).toMatchObject({ sessionToken: expect.any(String) });
  expect(await readError(await lift(userId))).toMatchObject({
    message: "This user is no longer suspended.",
  });
  const { events } = await readJson(
    await back.send("/auth/events"),
    z.object({ events: z.array(z.object({ kind: z.string(), suspension: z.unknown() })) }),
  );
  expect(events.slice(0, 3)).toMatchObject([
    { kind: "suspension_lifted", suspension: null },
    { kind: "user_suspended", suspension: { until: null, reason: REASON } },
    { kind: "user_suspended", suspension: { until: expect.any(String), reason: REASON } },
  ]);
  const activity = await admin.api.activity.$get({ query: { subject: pilot.name } });
  expect((await activity.json()).items).toContainEqual(
    expect.objectContaining({
      kind: "user_suspended",
      actor: { userId: admin.userId, name: "Aurelia Voss" },
    }),
  );
});

test("the same suspension again, also twice at once, is told once", async () => {
  const { pilot, userId } = await signUp();
  const until = inDays(2);
  const answers = await Promise.all([suspend(userId, { until }), suspend(userId, { until })]);
  answers.push(await suspend(userId, { until }));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  const told = async () => {
    const activity = await admin.api.activity.$get({ query: { subject: pilot.name } });
    return (await activity.json()).items.filter(({ kind }) => kind === "user_suspended").length;
  };
  expect(await told()).toBe(1);
  expect((await suspend(userId)).status).toBe(204);
  expect(await told()).toBe(2);
});

async function restoreSession(userId: string, token: string) {
  const { db } = muster.context;
  const row = {
    tokenHash: await sha256(token),
    id: crypto.randomUUID().replaceAll("-", "").slice(0, 16),
    userId,
    device: "Test",
    createdAt: new Date(),
    lastSeenAt: new Date(),
    expiresAt: new Date(Date.now() + DAY * 1000),
  };
  await db.insert(sessions).values(row).onConflictDoNothing();
}

test("administrators cannot suspend themselves, and of two who suspend each other one remains", async () => {
  expect(await readError(await suspend(admin.userId))).toMatchObject({
    code: "conflict",
    message: "You cannot suspend yourself.",
  });
  const both = await Promise.all([
    suspend(otherAdmin.userId),
    suspend(admin.userId, { by: otherAdmin }),
  ]);
  const { db } = muster.context;
  const found = await db.select().from(users).where(eq(users.id, admin.userId));
  const [first, second] = both.map(({ status }) => status);
  expect([first === 204, second === 204].filter(Boolean)).toHaveLength(1);
  expect(found[0]?.suspendedUntil === null).toBe(first === 204);
  await db.update(users).set({ suspendedUntil: null });
  for (const { userId, sessionToken } of [admin, otherAdmin]) {
    await restoreSession(userId, sessionToken);
  }
});

test("the last administrator cannot be suspended", async () => {
  const alone = await startMuster({ ADMIN_CHARACTER_IDS: String(otherAdmin.mainCharacterId) });
  const last = alone.client(otherAdmin.sessionToken);
  const target = await buildUser(alone);
  const refused = await last.admin.users[":id"].suspension.$put({
    param: { id: otherAdmin.userId },
    json: { reason: REASON, until: null },
  });
  expect(refused.status).toBe(409);
  const allowed = await last.admin.users[":id"].suspension.$put({
    param: { id: target.userId },
    json: { reason: REASON, until: null },
  });
  expect(allowed.status).toBe(204);
});

test("a date in the past and an empty reason are refused", async () => {
  const target = await buildUser(muster);
  expect(await readError(await suspend(target.userId, { until: inDays(-1) }))).toMatchObject({
    fields: { until: "Choose a date in the future." },
  });
  const missing = await admin.api.admin.users[":id"].suspension.$put({
    param: { id: target.userId },
    json: { reason: " ", until: null },
  });
  expect(await readError(missing)).toMatchObject({ fields: { reason: "Please enter a reason" } });
  expect((await suspend("nobody")).status).toBe(404);
});
