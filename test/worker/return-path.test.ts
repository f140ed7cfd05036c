import { expect, test } from "vitest";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";

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
