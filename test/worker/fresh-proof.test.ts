import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";

const ELEVEN_MINUTES = 11 * 60;

const makeMain = (browser: BrowserSession, characterId: number) =>
  browser.send("/auth/main", "PUT", { characterId });
const unlink = (browser: BrowserSession, characterId: number) =>
  browser.send(`/auth/characters/${characterId}`, "DELETE");
const statusOf = async (answer: Promise<Response>) => (await answer).status;

async function expectProofRequired(answer: Promise<Response>) {
  const response = await answer;
  expect(response.status).toBe(403);
  expect(await readError(response)).toMatchObject({
    code: "fresh_proof_required",
    message: expect.stringContaining("Confirm with EVE that this is you"),
  });
}

/** Sends the browser through EVE to prove a character. */
async function prove(browser: BrowserSession, characterId: number) {
  return browser.callback(await browser.approve(await browser.start("proof"), characterId));
}

/** A user with a main and an alt, in a browser. */
async function buildAccount(muster: Muster) {
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await browser.link(alt.id);
  return { browser, main, alt };
}

test("a stolen session can neither change nor unlink the main", async () => {
  const muster = await startMuster();
  const { browser: thief, main } = await buildAccount(muster);
  const accomplice = await thief.newEden.createPilot();

  await muster.later(ELEVEN_MINUTES, async () => {
    expect(await statusOf(thief.link(accomplice.id))).toBe(200);
    await expectProofRequired(makeMain(thief, accomplice.id));
    await expectProofRequired(unlink(thief, accomplice.id));
    expect((await thief.session()).user?.mainCharacterId).toBe(main.id);
    expect((await thief.session()).user?.characters).toHaveLength(3);
  });
});

test("for ten minutes after a sign-in with the main, no further proof is needed", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  await muster.later(ELEVEN_MINUTES, async () => {
    await browser.logIn(main.id);
    expect(await statusOf(makeMain(browser, alt.id))).toBe(204);
  });
});

test("a sign-in with an alt is not a proof", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  await browser.logIn(alt.id);
  await expectProofRequired(unlink(browser, alt.id));
  await expectProofRequired(makeMain(browser, alt.id));
  expect((await browser.session()).user?.mainCharacterId).toBe(main.id);
});

test("after the main is proven at EVE, the refused change is accepted", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  await muster.later(ELEVEN_MINUTES, async () => {
    await expectProofRequired(unlink(browser, alt.id));
    const before = browser.sessionToken;
    const response = await prove(browser, main.id);
    expect(await response.json()).toMatchObject({ mainProven: true, sessionToken: null });
    expect(browser.sessionToken).toBe(before);
    expect(await statusOf(unlink(browser, alt.id))).toBe(204);
  });
});

test("a proof of the former main is not valid for the present main", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  expect(await statusOf(makeMain(browser, alt.id))).toBe(204);
  await expectProofRequired(unlink(browser, main.id));
  expect(await statusOf(prove(browser, alt.id))).toBe(200);
  expect(await statusOf(unlink(browser, main.id))).toBe(204);
});

test("a proof is valid in one session only", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  const other = openBrowser(muster);
  await other.logIn(alt.id);
  expect(await statusOf(prove(browser, main.id))).toBe(200);
  await expectProofRequired(unlink(other, alt.id));
});

test("a proof with another character is refused, and says which one is needed", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  const stranger = await browser.newEden.createPilot();
  await muster.later(ELEVEN_MINUTES, async () => {
    for (const { id, name } of [alt, stranger]) {
      const response = await prove(browser, id);
      expect(response.status).toBe(400);
      expect(await readError(response)).toMatchObject({
        code: "sign_in_failed",
        message: `You chose ${name} at EVE, but your main is ${main.name}. Nothing was changed. Try again with ${main.name}.`,
      });
    }
    await expectProofRequired(unlink(browser, alt.id));
    expect((await browser.session()).user?.characters).toHaveLength(2);
  });
});

test("the buyer of a main cannot prove it", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  await muster.later(ELEVEN_MINUTES, async () => {
    await browser.newEden.sell(main.id);
    const response = await prove(browser, main.id);
    expect(response.status).toBe(400);
    expect((await readError(response)).message).toContain("another EVE account");
    await expectProofRequired(unlink(browser, alt.id));
  });
});

test("a proof is refused if the session ended meanwhile, or is another user's", async () => {
  const muster = await startMuster();
  const { browser, main } = await buildAccount(muster);
  const { browser: other, main: otherMain } = await buildAccount(muster);
  const started = await browser.approve(await browser.start("proof"), main.id);
  const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const asOther = await muster.send(
    `/api/auth/callback?${new URLSearchParams(started).toString()}`,
    { headers: { cookie: cookies, authorization: `Bearer ${other.sessionToken}` } },
  );
  expect(asOther.status).toBe(401);
  expect((await other.session()).user?.mainCharacterId).toBe(otherMain.id);

  const next = await browser.approve(await browser.start("proof"), main.id);
  await browser.send("/auth/logout", "POST");
  expect(await statusOf(browser.callback(next))).toBe(401);
});

test("a proof requests every scope that the main has granted, and keeps the new grant", async () => {
  const muster = await startMuster();
  const { browser, main } = await buildAccount(muster);
  const { db } = muster.context;
  await browser.link(main.id, { characterId: main.id, access: "director" });
  const grant = () => db.select().from(eveTokens).where(eq(eveTokens.characterId, main.id));
  const [before] = await grant();

  browser.cookies.clear();
  const url = await browser.start("proof");
  expect(new URL(url).searchParams.get("scope")?.split(" ").toSorted()).toEqual(
    before?.scopes.toSorted(),
  );
  await browser.callback(await browser.approve(url, main.id));
  const [after] = await grant();
  expect(after?.scopes.toSorted()).toEqual(before?.scopes.toSorted());
  expect(after?.refreshToken).not.toBe(before?.refreshToken);
});

test("checking a proof takes no extra round trip", async () => {
  const muster = await startMuster();
  const { browser, alt } = await buildAccount(muster);
  muster.costs.reset();
  expect(await statusOf(makeMain(browser, alt.id))).toBe(204);
  expect(muster.costs.roundTrips).toBe(2);
});

test("a session token that was stolen within ten minutes of a sign-in proves nothing without the cookie", async () => {
  const muster = await startMuster();
  const { browser, main, alt } = await buildAccount(muster);
  await browser.logIn(main.id);
  const thief = openBrowser(muster);
  thief.signInWith(browser.sessionToken);
  await expectProofRequired(unlink(thief, alt.id));
  await expectProofRequired(makeMain(thief, alt.id));
  // A cookie of another session of the same user is not enough either.
  await thief.logIn(alt.id);
  thief.signInWith(browser.sessionToken);
  await expectProofRequired(unlink(thief, alt.id));
  expect(await statusOf(unlink(browser, alt.id))).toBe(204);
});

test("scripts cannot read the cookie of a proof, other sites do not send it, and logging out deletes it", async () => {
  const muster = await startMuster();
  const { browser, main } = await buildAccount(muster);
  const answer = await prove(browser, main.id);
  const cookies = answer.headers.getSetCookie().filter((one) => one.includes("muster-proof"));
  expect(cookies).toEqual([
    expect.stringMatching(
      /^__Host-muster-proof=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  expect([...browser.cookies.keys()]).toContain("__Host-muster-proof");
  await browser.send("/auth/logout", "POST");
  expect([...browser.cookies.keys()]).not.toContain("__Host-muster-proof");
});
