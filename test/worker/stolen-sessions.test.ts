import { and, eq, ne } from "drizzle-orm";
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { mergePreviewSchema } from "#shared/account/merge.ts";
import { newSessionSchema } from "#shared/session.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import {
  authorizeUrl,
  codeOf,
  exchangeCode,
  openInBrowser,
  refresh,
  startProvider,
  userInfo,
} from "#test/support/applications/relying-party.ts";
import { AURELIA_VOSS_ID, MIRA_TAL_ID } from "#test/new-eden/ids.ts";
import { buildUser, prepareSignIn } from "#test/support/people/builders.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { applicationCodes, logoutDeliveries } from "#worker/db/schema/applications.ts";

/** A proof counts for ten minutes. */
const ELEVEN_MINUTES = 11 * 60;

/** The owner's browser, and the thief's with the session token alone. */
async function steal(muster: Muster) {
  const [owner, thief] = [openBrowser(muster), openBrowser(muster)];
  const [main, alt] = await owner.newEden.createPilots();
  const theirs = await owner.newEden.createPilot();
  await owner.signUp(main.id);
  await owner.link(alt.id);
  thief.signInWith(owner.sessionToken);
  return { owner, thief, main, alt, theirs };
}

const charactersOf = async (browser: BrowserSession) =>
  (await browser.session()).user?.characters ?? [];
const post = async (browser: BrowserSession, path: string, body?: unknown) =>
  (await browser.send(path, "POST", body)).status;
const confirm = (browser: BrowserSession, id: number) =>
  post(browser, `/auth/characters/${id}/confirm`);

/** What a login of this pilot with a browser of their own is refused with. */
async function refusedLogin(muster: Muster, characterId: number) {
  const browser = openBrowser(muster);
  const answer = await browser.approve(await browser.start("login"), characterId);
  return readError(await browser.callback(answer));
}

test("the pilot that a thief links does not open the account after all sessions have ended", async () => {
  const muster = await startMuster();
  const { owner, thief, theirs } = await steal(muster);
  expect((await thief.link(theirs.id)).status).toBe(200);
  expect((await owner.send("/auth/sessions", "DELETE")).status).toBe(204);
  expect(await refusedLogin(muster, theirs.id)).toMatchObject({
    code: "sign_in_failed",
    message: `${theirs.name} was linked to an account here without a recent sign-in of its main, so it does not open that account yet. Log in with the main, and confirm ${theirs.name} on the dashboard.`,
  });
  // It neither confirms itself nor becomes the main.
  await muster.later(ELEVEN_MINUTES, async () => {
    thief.signInWith(owner.sessionToken);
    expect(await confirm(thief, theirs.id)).toBe(403);
    const answer = await thief.send("/auth/main", "PUT", { characterId: theirs.id });
    expect(answer.status).toBe(403);
  });
});

test("a thief's pilot that EVE moves away and back does not open the account either", async () => {
  const muster = await startMuster();
  const { thief, owner, theirs } = await steal(muster);
  await thief.link(theirs.id);
  await owner.newEden.sell(theirs.id);
  const away = openBrowser(muster);
  expect(await away.logIn(theirs.id)).toMatchObject({ requiresClaimMain: true });
  await owner.newEden.sell(theirs.id, { account: `account-of-${theirs.id}` });
  expect(await openBrowser(muster).logIn(theirs.id)).toMatchObject({ requiresClaimMain: true });
});

test("the pilot that a thief links does not inherit the account when its main moves to another EVE account", async () => {
  const muster = await startMuster();
  const { owner, thief, main, alt, theirs } = await steal(muster);
  expect((await owner.send(`/auth/characters/${alt.id}`, "DELETE")).status).toBe(204);
  const userId = (await owner.session()).user?.id;
  expect((await thief.link(theirs.id)).status).toBe(200);
  expect((await owner.send("/auth/sessions", "DELETE")).status).toBe(204);
  await owner.newEden.sell(main.id);
  expect(await openBrowser(muster).logIn(main.id)).toMatchObject({ requiresClaimMain: true });
  expect((await owner.session()).authenticated).toBe(false);
  // The account is locked, and what waited there opens an account of its own.
  expect(await thief.logIn(theirs.id)).toMatchObject({ requiresClaimMain: true });
  const { db } = muster.context;
  const [locked] = await db
    .select()
    .from(users)
    .where(eq(users.id, userId ?? ""));
  expect(locked?.mainCharacterId).toBeNull();
  const events = await db
    .select({ kind: auditEvents.kind, characterId: auditEvents.characterId })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectId, userId ?? ""), eq(auditEvents.actorKind, "eve")));
  expect(events).toEqual(
    expect.arrayContaining([
      { kind: "character_sold", characterId: main.id },
      { kind: "character_unlinked", characterId: theirs.id },
    ]),
  );
  // Who gets the main back gets the account.
  await owner.newEden.sell(main.id, { account: `account-of-${main.id}` });
  expect(await openBrowser(muster).logIn(main.id)).toMatchObject({
    sessionToken: expect.any(String),
  });
});

test("a stolen session merges no account, in neither direction, and leaves nothing to merge with", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs: waiting } = await steal(muster);
  const [own, second] = [openBrowser(muster), openBrowser(muster)];
  const [ofThief, ofOwner] = [await owner.newEden.createPilot(), await owner.newEden.createPilot()];
  await own.signUp(ofThief.id);
  await second.signUp(ofOwner.id);
  const decide = async (browser: BrowserSession, id: string, step: "confirm" | "accept") => {
    const { digest } = await readJson(
      await browser.send(`/account/merges/${id}`),
      mergePreviewSchema,
    );
    return browser.send(`/account/merges/${id}/${step}`, "POST", { digest });
  };
  const mergeOf = async (answer: Response) => (await readError(answer)).mergeId;
  const before = await Promise.all([owner, own, second].map(charactersOf));

  // The thief's account into the owner's: the owner has to prove the main.
  const offered = (await mergeOf(await thief.link(ofThief.id))) ?? "";
  expect((await decide(thief, offered, "confirm")).status).toBe(403);
  // The owner's into the thief's: only who signs in with the main is offered that, and a pilot that waits is no main.
  expect((await thief.link(waiting.id)).status).toBe(200);
  expect(await mergeOf(await own.link(waiting.id))).toBeUndefined();
  // What the owner asks of another account of theirs: the session cannot agree.
  const asked = (await mergeOf(await second.link(main.id))) ?? "";
  expect(await (await decide(second, asked, "confirm")).json()).toEqual({ isMerged: false });
  expect((await decide(thief, asked, "accept")).status).toBe(403);

  await owner.logIn(main.id);
  expect((await owner.send("/auth/sessions", "DELETE")).status).toBe(204);
  expect((await thief.session()).authenticated).toBe(false);
  const [ofOwners, ...others] = await Promise.all([owner, own, second].map(charactersOf));
  expect(ofOwners?.filter((one) => !one.unconfirmedSince)).toEqual(before[0]);
  expect(others).toEqual(before.slice(1));
  expect((await own.send(`/account/merges/${offered}`)).status).toBe(404);
  expect((await own.send(`/account/merges/${asked}`)).status).toBe(404);
  // The owner merges: what waits goes on waiting.
  expect(await (await decide(owner, asked, "accept")).json()).toEqual({ isMerged: true });
  expect(await refusedLogin(muster, waiting.id)).toMatchObject({ code: "sign_in_failed" });
});

test("a pilot that is linked within ten minutes of the main's sign-in is confirmed at once", async () => {
  const muster = await startMuster();
  const { owner, alt } = await steal(muster);
  const linked = (await charactersOf(owner)).find(({ characterId }) => characterId === alt.id);
  expect(linked).not.toHaveProperty("unconfirmedSince");
  expect(await openBrowser(muster).logIn(alt.id)).toMatchObject({
    sessionToken: expect.any(String),
  });
});

test("an honest player links without a proof, and confirms at the next sign-in with the main", async () => {
  const muster = await startMuster();
  const { owner, main, theirs: third } = await steal(muster);
  await muster.later(ELEVEN_MINUTES, async () => {
    expect((await owner.link(third.id)).status).toBe(200);
    const overview = await owner.send("/characters");
    expect(await overview.json()).toMatchObject({
      attention: expect.arrayContaining([
        expect.objectContaining({ kind: "unconfirmed", characterId: third.id }),
      ]),
    });
    expect(await confirm(owner, third.id)).toBe(403);
    await owner.logIn(main.id);
    // A sign-in alone does not confirm what the player has not seen.
    expect((await charactersOf(owner)).filter((one) => one.unconfirmedSince)).toHaveLength(1);
    expect(await confirm(owner, third.id)).toBe(204);
    expect(await confirm(owner, third.id)).toBe(204);
    expect((await charactersOf(owner)).filter((one) => one.unconfirmedSince)).toEqual([]);
    expect(await openBrowser(muster).logIn(third.id)).toMatchObject({
      sessionToken: expect.any(String),
    });
  });
});

test("linking an own pilot again without a proof changes nothing, unless EVE reports another owner", async () => {
  const muster = await startMuster();
  const { owner, main, alt } = await steal(muster);
  await muster.later(ELEVEN_MINUTES, async () => {
    await owner.link(alt.id);
    expect((await charactersOf(owner)).filter((one) => one.unconfirmedSince)).toEqual([]);
    await owner.newEden.sell(alt.id);
    await owner.link(alt.id);
    expect((await charactersOf(owner)).filter((one) => one.unconfirmedSince)).toMatchObject([
      { characterId: alt.id },
    ]);
    await owner.newEden.sell(main.id);
    await owner.link(main.id);
    expect((await charactersOf(owner)).filter((one) => one.unconfirmedSince)).toHaveLength(1);
  });
});

test("a pilot that an administrator's thief names as an administrator gives no rights", async () => {
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(MIRA_TAL_ID) });
  const { thief, owner } = await steal(muster);
  expect((await owner.session()).user?.is_admin).toBe(false);
  await muster.later(ELEVEN_MINUTES, async () => {
    await thief.link(MIRA_TAL_ID);
    expect((await owner.session()).user?.is_admin).toBe(false);
  });
});

test("making an unconfirmed pilot the main needs the main's proof, and confirms it", async () => {
  const muster = await startMuster();
  const { owner, main, theirs: third } = await steal(muster);
  await muster.later(ELEVEN_MINUTES, async () => {
    await owner.link(third.id);
    await owner.logIn(main.id);
    expect((await owner.send("/auth/main", "PUT", { characterId: third.id })).status).toBe(204);
    expect((await charactersOf(owner)).filter((one) => one.unconfirmedSince)).toEqual([]);
  });
});

test("unlinking a pilot ends the sessions that it opened, and no other", async () => {
  const muster = await startMuster();
  const { owner, thief, main, alt } = await steal(muster);
  const [withAlt, withMain] = [openBrowser(muster), openBrowser(muster)];
  await withAlt.logIn(alt.id);
  await withMain.logIn(main.id);
  expect((await owner.send(`/auth/characters/${alt.id}`, "DELETE")).status).toBe(204);
  expect((await withAlt.session()).authenticated).toBe(false);
  for (const browser of [owner, withMain, thief]) {
    expect((await browser.session()).authenticated).toBe(true);
  }
});

test("the session in which a pilot is unlinked goes on, although that pilot opened it", async () => {
  const muster = await startMuster();
  const { main, alt } = await steal(muster);
  const browser = openBrowser(muster);
  await browser.logIn(alt.id);
  await browser.callback(await browser.approve(await browser.start("proof"), main.id));
  expect((await browser.send(`/auth/characters/${alt.id}`, "DELETE")).status).toBe(204);
  expect((await browser.session()).authenticated).toBe(true);
});

test("a take-back unlinks the pilots that the user names, and ends their sessions", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await steal(muster);
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
  await thief.link(theirs.id);
  const second = await owner.newEden.createPilot();
  await thief.link(second.id);
  expect((await thief.send("/auth/main", "PUT", { characterId: theirs.id })).status).toBe(204);
  await thief.logIn(theirs.id);
  expect((await thief.send(`/auth/characters/${main.id}`, "DELETE")).status).toBe(204);

  const { formerAccount } = await owner.logIn(main.id);
  const names = formerAccount?.linkedSince.map(({ characterName }) => characterName);
  expect(names?.toSorted()).toEqual(expect.arrayContaining([theirs.name, second.name].toSorted()));
  const request = { characterId: main.id, unlink: [theirs.id] };
  const answer = await owner.send("/auth/take-back", "POST", request);
  owner.signInWith((await readJson(answer, newSessionSchema)).sessionToken);
  const ids = (await charactersOf(owner)).map(({ characterId }) => characterId);
  expect(ids).toContain(second.id);
  expect(ids).not.toContain(theirs.id);
  expect((await charactersOf(owner)).filter((one) => one.unconfirmedSince)).toEqual([]);
  expect((await thief.session()).authenticated).toBe(false);
  expect(await thief.logIn(theirs.id)).toMatchObject({ requiresClaimMain: true });
});

test("a take-back without a choice leaves the thief's pilots waiting, also with the former main still linked", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await steal(muster);
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
  await thief.link(theirs.id);
  await thief.send("/auth/main", "PUT", { characterId: theirs.id });
  await owner.logIn(main.id);
  expect((await owner.send("/auth/main", "PUT", { characterId: main.id })).status).toBe(204);
  const waiting = (await charactersOf(owner)).filter((one) => one.unconfirmedSince);
  expect(waiting.map(({ characterId }) => characterId)).toContain(theirs.id);
  expect(await refusedLogin(muster, theirs.id)).toMatchObject({ code: "sign_in_failed" });
});

const signedIn = z.object({ applications: z.array(z.object({ applicationName: z.string() })) });

/** A user who is signed in at an application, and another session of that user. */
async function signInAtWiki() {
  const provider = await startProvider({ backchannelLogoutUri: "https://wiki.example.com/logout" });
  const { muster, user } = provider;
  const tokens = await exchangeCode(provider, await codeOf(provider));
  const other = await prepareSignIn(user.userId, user.mainCharacterId);
  await muster.context.db.insert(sessions).values(other.row);
  const renewal = () => refresh(provider, tokens["refresh_token"]);
  const isSignedIn = async () => (await userInfo(provider, tokens["access_token"])) === 200;
  return { ...provider, other, api: muster.client(other.token, other.proof), renewal, isSignedIn };
}

test("the list of sessions shows the applications that the user is signed in to", async () => {
  const { user, application } = await signInAtWiki();
  const listed = await user.api.auth.sessions.$get();
  expect(signedIn.parse(await listed.json()).applications).toEqual([
    { applicationName: application.name },
  ]);
});

test("ending all other sessions ends the sign-ins at applications that were not agreed to in this one", async () => {
  const { muster, user, api, isSignedIn, renewal } = await signInAtWiki();
  // The session in which the user agreed keeps it.
  expect((await user.api.auth.sessions.$delete()).status).toBe(204);
  expect(await isSignedIn()).toBe(true);
  const again = await prepareSignIn(user.userId, user.mainCharacterId);
  await muster.context.db.insert(sessions).values(again.row);
  expect((await api.auth.sessions.$get()).status).toBe(401);
  const owner = muster.client(again.token, again.proof);
  expect((await owner.auth.sessions.$delete()).status).toBe(204);
  expect(await isSignedIn()).toBe(false);
  expect(await renewal()).toMatchObject({ status: 400 });
  // The application is told.
  expect(await muster.context.db.select().from(logoutDeliveries)).toHaveLength(1);
});

test("ending one session ends what was agreed to in it, and a code that was not used yet", async () => {
  const provider = await startProvider();
  const { muster, user } = provider;
  const code = await codeOf(provider);
  const other = await prepareSignIn(user.userId, user.mainCharacterId);
  await muster.context.db.insert(sessions).values(other.row);
  const { sessions: listed } = await (await user.api.auth.sessions.$get()).json();
  const id = listed.find(({ isCurrent }) => isCurrent)?.id ?? "";
  const api = muster.client(other.token);
  expect((await api.auth.sessions[":id"].$delete({ param: { id } })).status).toBe(204);
  expect(await exchangeCode(provider, code)).toMatchObject({ status: 400 });
});

test("an agreement while the session ends leaves no code that outlives it", async () => {
  const provider = await startProvider();
  const { muster, user, application } = provider;
  const page = await openInBrowser(muster, authorizeUrl(application.id));
  const body = JSON.stringify({ query: page.search.slice(1), decision: "allow" });
  const answers: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    const stolen = await prepareSignIn(user.userId, user.mainCharacterId);
    await muster.context.db.insert(sessions).values(stolen.row);
    const ended = interleave(muster.env, at, async () => {
      expect((await user.api.auth.sessions.$delete()).status).toBe(204);
    });
    const response = await fetchIn(
      ended.env,
      new Request("https://muster.test/api/consent", {
        method: "POST",
        headers: { authorization: `Bearer ${stolen.token}`, "content-type": "application/json" },
        body,
      }),
    );
    answers.push(response.status);
    await ended.finish();
    const isOwn = eq(applicationCodes.userId, user.userId);
    expect(await muster.context.db.select().from(applicationCodes).where(isOwn)).toEqual([]);
  }
  // The last one agrees before the session ends, which ends the code too.
  expect(answers.at(0)).toBe(401);
  expect(answers.at(-1)).toBe(200);
});

test("logging out of one browser leaves the applications signed in; unlinking any pilot in another ends it", async () => {
  const { muster, user, api, isSignedIn } = await signInAtWiki();
  await user.api.auth.logout.$post();
  expect(await isSignedIn()).toBe(true);
  const [alt] = await muster.context.db
    .select()
    .from(characters)
    .where(and(eq(characters.userId, user.userId), ne(characters.id, user.mainCharacterId)));
  const param = { id: String(alt?.id) };
  expect((await api.auth.characters[":id"].$delete({ param })).status).toBe(204);
  expect(await isSignedIn()).toBe(false);
});

test("an administrator who ends all sessions of a user ends the sign-ins at applications too", async () => {
  const { muster, user, application, isSignedIn } = await signInAtWiki();
  const administrator = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
  const param = { id: user.userId };
  // Also those that have outlasted their session.
  await muster.context.db.delete(sessions).where(eq(sessions.userId, user.userId));
  const page = await (await administrator.api.admin.pilots[":id"].$get({ param })).json();
  expect(page.signIns).toMatchObject([{ applicationName: application.name }]);
  const answer = await administrator.api.admin.pilots[":id"].sessions.$delete({ param });
  expect(answer.status).toBe(204);
  expect(await isSignedIn()).toBe(false);
});
