import { authorizationSchema } from "#shared/session.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { expect, test } from "vitest";
import { readError } from "#test/support/answers/read-error.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

test("a new user signs in with a character, claims it as main, and has a session", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot({ name: "Wren Okafor" });

  expect(await browser.logIn(pilot.id)).toEqual({
    characterLinked: false,
    requiresClaimMain: true,
    characterInfo: { characterId: pilot.id, characterName: "Wren Okafor" },
    sessionToken: null,
  });
  expect(await browser.session()).toEqual({ authenticated: false, user: null });

  const claimed = await browser.send("/auth/claim-main", "POST", { characterId: pilot.id });
  expect(claimed.status).toBe(201);
  await browser.logIn(pilot.id);
  expect(await browser.session()).toMatchObject({
    authenticated: true,
    user: {
      is_admin: false,
      mainCharacterId: pilot.id,
      characters: [{ characterId: pilot.id, characterName: "Wren Okafor", tokenState: "ok" }],
    },
  });
});

test("a known character signs in from any browser, as main or alt", async () => {
  const muster = await startMuster();
  const first = openBrowser(muster);
  const [main, alt] = await first.newEden.createPilots();
  await first.signUp(main.id);
  expect(await (await first.link(alt.id)).json()).toMatchObject({
    characterLinked: true,
    sessionToken: null,
  });

  const second = openBrowser(muster);
  expect(await second.logIn(alt.id)).toMatchObject({ requiresClaimMain: false });
  const { user } = await second.session();
  expect(user?.mainCharacterId).toBe(main.id);
  expect(user?.characters.map((one) => one.characterId)).toEqual([main.id, alt.id]);
});

test("a sign-in returns to the callback path of the system that the community moved in from", async () => {
  const browser = openBrowser(await startMuster({ EVE_CALLBACK_PATH: "/sso/callback" }));
  await browser.newEden.setSso({ callbackPath: "/sso/callback" });
  const pilot = await browser.newEden.createPilot();
  expect(await browser.logIn(pilot.id)).toMatchObject({ requiresClaimMain: true });

  const unchanged = openBrowser(await startMuster());
  await unchanged.newEden.setSso({ callbackPath: "/sso/callback" });
  await expect(unchanged.logIn(pilot.id)).rejects.toThrow("callback URI doesn't match");
});

test("a sign-in requests the character scopes with PKCE and sets an HttpOnly cookie", async () => {
  const muster = await startMuster();
  const response = await muster.send("/api/auth/login/start", { method: "POST" });
  const { authorizationUrl } = await readJson(response, authorizationSchema);
  const { searchParams } = new URL(authorizationUrl);
  expect(searchParams.get("code_challenge_method")).toBe("S256");
  expect(searchParams.get("redirect_uri")).toBe("https://muster.test/auth/callback");
  expect(searchParams.get("scope")).toContain("publicData");
  expect(searchParams.get("scope")).not.toContain("corporation");
  expect(response.headers.get("set-cookie")).toMatch(
    /^__Host-muster-sign-in-[\w-]{8}=[\w.-]{120,400}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test("a state is refused after ten minutes", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  const authorizationUrl = await browser.start("login");
  await muster.later(11 * 60, async () => {
    const response = await browser.callback(await browser.approve(authorizationUrl, pilot.id));
    expect((await readError(response)).message).toContain("used already or has expired");
  });
});

test("a sign-in that another browser started is refused (login CSRF)", async () => {
  const muster = await startMuster();
  const attacker = openBrowser(muster);
  const pilot = await attacker.newEden.createPilot();
  const answer = await attacker.approve(await attacker.start("login"), pilot.id);

  const withoutCookie = openBrowser(muster);
  expect(await readError(await withoutCookie.callback(answer))).toMatchObject({
    code: "sign_in_failed",
    message: expect.stringContaining("another browser"),
  });

  const next = await attacker.approve(await attacker.start("login"), pilot.id);
  const victim = openBrowser(muster);
  await victim.start("login");
  expect((await victim.callback(next)).status).toBe(400);
});

test("two tabs of one browser can sign in at the same time", async () => {
  const browser = openBrowser(await startMuster());
  const [one, two] = await browser.newEden.createPilots();
  const first = await browser.start("login");
  const second = await browser.start("login");
  expect((await browser.callback(await browser.approve(first, one.id))).status).toBe(200);
  expect((await browser.callback(await browser.approve(second, two.id))).status).toBe(200);
  // Each tab claims its own character.
  for (const { id } of [one, two]) {
    expect((await browser.send("/auth/claim-main", "POST", { characterId: id })).status).toBe(201);
  }
  expect([...browser.cookies.keys()]).toEqual(["__Host-muster-proof"]);
});

test("a used code is refused with a message", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  const used = await browser.approve(await browser.start("login"), pilot.id);
  await browser.callback(used);
  const { state } = await browser.approve(await browser.start("login"), pilot.id);
  const replayed = await browser.callback({ code: used.code, state });
  expect(replayed.status).toBe(400);
  expect((await readError(replayed)).message).toMatch(/^EVE did not accept this sign-in/);
});

test.for([
  { issuer: "login.eveonline.com" },
  { issuer: "https://login.eveonline.com/" },
  { algorithm: "ES256" },
] as const)("EVE's other spellings are understood: %o", async (settings) => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  await browser.newEden.setSso(settings);
  expect(await browser.logIn(pilot.id)).toMatchObject({ requiresClaimMain: true });
});

test("a wrong client secret is answered with a message about the administrator", async () => {
  const browser = openBrowser(await startMuster({ EVE_CLIENT_SECRET: "mistyped" }));
  const pilot = await browser.newEden.createPilot();
  const response = await browser.callback(
    await browser.approve(await browser.start("login"), pilot.id),
  );
  expect(await readError(response)).toMatchObject({
    code: "upstream_unavailable",
    message: expect.stringContaining("tell an administrator"),
  });
});

test("a character can be claimed only by the browser that signed in with it", async () => {
  const muster = await startMuster();
  const prover = openBrowser(muster);
  const [pilot, other] = await prover.newEden.createPilots();
  await prover.logIn(pilot.id);
  const thief = openBrowser(muster);
  await thief.start("login");
  for (const [browser, characterId] of [
    [thief, pilot.id],
    [prover, other.id],
  ] as const) {
    const refused = await browser.send("/auth/claim-main", "POST", { characterId });
    expect(refused.status).toBe(400);
    expect((await readError(refused)).code).toBe("sign_in_failed");
  }
});

test("of two concurrent claims of one character, one opens an account", async () => {
  const muster = await startMuster();
  const [one, two] = [openBrowser(muster), openBrowser(muster)];
  const pilot = await one.newEden.createPilot();
  await one.logIn(pilot.id);
  await two.logIn(pilot.id);
  const body = { characterId: pilot.id };
  const answers = await Promise.all([
    one.send("/auth/claim-main", "POST", body),
    two.send("/auth/claim-main", "POST", body),
  ]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("a character of another account cannot be linked, and the message says what to do", async () => {
  const muster = await startMuster();
  const [owner, other] = [openBrowser(muster), openBrowser(muster)];
  const [mine, theirs] = await owner.newEden.createPilots();
  await owner.signUp(mine.id);
  await other.signUp(theirs.id);
  const refused = await other.link(mine.id);
  expect(refused.status).toBe(409);
  expect((await readError(refused)).message).toContain("of another account here");
  expect((await owner.session()).user?.characters).toHaveLength(1);
});

test("a link is refused if the session ended meanwhile", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  const answer = await browser.approve(await browser.start("character"), alt.id);
  await browser.send("/auth/logout", "POST");
  expect((await browser.callback(answer)).status).toBe(401);
});
