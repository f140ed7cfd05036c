import { authorizationSchema } from "#shared/session.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { expect, test } from "vitest";
import { readError } from "#test/support/answers/read-error.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { eq } from "drizzle-orm";
import { altered } from "#test/support/people/altered.ts";
import { pendingClaims } from "#worker/db/schema/accounts.ts";

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

test("starting a sign-in writes nothing, and takes no round trip without a session", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  await browser.start("login");
  expect(muster.costs).toMatchObject({ roundTrips: 0, rowsWritten: 0 });

  const [main] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  muster.costs.reset();
  await browser.start("character");
  await browser.start("proof");
  expect(muster.costs.rowsWritten).toBe(0);
});

test("a state is accepted once, also with two codes at the same time", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  const url = await browser.start("login");
  const kept = new Map(browser.cookies);
  const [first, second] = [
    await browser.approve(url, pilot.id),
    await browser.approve(url, pilot.id),
  ];
  const answers = await Promise.all([browser.callback(first), browser.callback(second)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);

  // Even if the browser keeps the deleted cookie.
  for (const [name, value] of kept) browser.cookies.set(name, value);
  const replayed = await browser.callback(await browser.approve(url, pilot.id));
  expect(await readError(replayed)).toMatchObject({
    code: "sign_in_failed",
    message: "This sign-in was used already or has expired. Log in again.",
  });
});

test("a sign-in with a changed cookie, or with that of another sign-in, is refused", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  await browser.start("login");
  const [, ofAnother = ""] = [...browser.cookies][0] ?? [];
  browser.cookies.clear();
  const answer = await browser.approve(await browser.start("login"), pilot.id);
  const [name = "", own = ""] = [...browser.cookies][0] ?? [];
  for (const value of [ofAnother, altered(own), "", "a.b.c"]) {
    browser.cookies.set(name, value);
    const refused = await browser.callback(answer);
    expect(refused.status).toBe(400);
    expect((await readError(refused)).message).toContain("another browser");
  }
  browser.cookies.set(name, own);
  expect((await browser.callback(answer)).status).toBe(200);
});

test("a browser keeps the latest four unfinished sign-ins", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  const urls: string[] = [];
  for (let tab = 0; tab < 6; tab += 1) urls.push(await browser.start("login"));
  expect(browser.cookies.size).toBe(4);
  const statuses: number[] = [];
  for (const url of urls) {
    statuses.push((await browser.callback(await browser.approve(url, pilot.id))).status);
  }
  expect(statuses).toEqual([400, 400, 200, 200, 200, 200]);
});

test("a claim has a cookie of its own, and is deleted when it is cancelled", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const [one, two] = await browser.newEden.createPilots();
  for (const { id } of [one, two]) await browser.logIn(id);
  const kept = new Map(browser.cookies);
  expect([...kept.keys()]).toEqual([
    `__Host-muster-claim-${one.id}`,
    `__Host-muster-claim-${two.id}`,
  ]);

  const cancel = (query = "") => browser.send(`/auth/claim-main${query}`, "DELETE");
  const claims = () => muster.context.db.select().from(pendingClaims);
  const before = (await claims()).length;
  expect((await cancel(`?characterId=${one.id}`)).status).toBe(204);
  expect(await claims()).toHaveLength(before - 1);
  expect((await cancel()).status).toBe(204);
  expect(await claims()).toHaveLength(before - 2);
  expect(browser.cookies.size).toBe(0);

  for (const [name, value] of kept) browser.cookies.set(name, value);
  const late = await browser.send("/auth/claim-main", "POST", { characterId: one.id });
  expect(late.status).toBe(400);
});

test("a header full of claims costs the database no more than a browser has", async () => {
  const muster = await startMuster();
  const cookie = Array.from({ length: 400 }, (_, at) => `__Host-muster-claim-${at + 1}=x`);
  muster.costs.reset();
  const response = await muster.send("/api/auth/claim-main", {
    method: "DELETE",
    headers: { cookie: cookie.join("; ") },
  });
  expect(response.status).toBe(204);
  expect(muster.costs.executed.length).toBeLessThan(20);
});

test("a used claim is deleted", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.logIn(pilot.id);
  const kept = new Map(browser.cookies);
  await browser.send("/auth/claim-main", "POST", { characterId: pilot.id });
  for (const [name, value] of kept) browser.cookies.set(name, value);
  const again = await browser.send("/auth/claim-main", "POST", { characterId: pilot.id });
  expect(again.status).toBe(400);
  const rows = await muster.context.db
    .select()
    .from(pendingClaims)
    .where(eq(pendingClaims.characterId, pilot.id));
  expect(rows).toEqual([]);
});

test("logging out clears what the browser has cached", async () => {
  const muster = await startMuster();
  const response = await muster.send("/api/auth/logout", { method: "POST" });
  expect(response.headers.get("clear-site-data")).toBe('"cache"');
});

const muster = await startMuster();
const PAGE = "/groups/AbC-123_x?tab=requests#newest";

test("a login returns the path of the page that the visitor requested", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  const url = await browser.start("login", { returnTo: PAGE });
  const answer = await browser.callback(await browser.approve(url, pilot.id));
  expect(await answer.json()).toMatchObject({ returnTo: PAGE });
});

test("so does the login of a new player, who claims a main first", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  const url = await browser.start("login", { returnTo: PAGE });
  const answer = await browser.callback(await browser.approve(url, pilot.id));
  expect(await answer.json()).toMatchObject({ requiresClaimMain: true, returnTo: PAGE });
});

test("so does a character that is authorized again", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  const returnTo = `/character/${pilot.id}`;
  const answer = await browser.link(pilot.id, { characterId: pilot.id, returnTo });
  expect(await answer.json()).toMatchObject({ characterLinked: true, returnTo });
});

test("a login without a requested page returns none, with or without a body", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  expect(await browser.logIn(pilot.id)).not.toHaveProperty("returnTo");
  const url = await browser.start("login", {});
  const answer = await browser.callback(await browser.approve(url, pilot.id));
  expect(await answer.json()).not.toHaveProperty("returnTo");
});

test("the path is in the encrypted cookie alone: neither in EVE's address nor legible", async () => {
  const browser = openBrowser(muster);
  const url = await browser.start("login", { returnTo: PAGE });
  expect(decodeURIComponent(url)).not.toContain("AbC-123_x");
  const [[, cookie] = ["", ""]] = [...browser.cookies];
  expect(cookie).not.toContain("groups");
  expect(cookie.length).toBeLessThan(1200);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "evil.example",
  "/groups/../../evil",
  "/%2F/evil.example",
  "/%5Cevil.example",
  "/\tevil",
  "/groups\n//evil.example",
  "/groups?next=\u0000",
  "/groups#\r\n",
  " /groups",
  "",
])("a login is refused to return to %j", async (returnTo) => {
  const response = await openBrowser(muster).send("/auth/login/start", "POST", { returnTo });
  expect(response.status).toBe(400);
  expect(await readError(response)).toMatchObject({ code: "invalid_request" });
});

test("a path of more than 500 characters is refused, because cookies are sent with every request", async () => {
  const start = (length: number) =>
    openBrowser(muster).send("/auth/login/start", "POST", {
      returnTo: `/${"x".repeat(length - 1)}`,
    });
  expect((await start(500)).status).toBe(200);
  expect((await start(501)).status).toBe(400);
});
