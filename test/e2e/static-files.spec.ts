import { Agent, request } from "node:http";
import { PORT } from "./port.ts";
import { expect, test } from "./product.ts";
import { send } from "./raw-request.ts";

test("the code of a version is cached forever, but never the 404 for missing code", async () => {
  const kept = "public, max-age=31536000, immutable";
  const home = await send("GET", "/");
  const [script = "", ...others] = home.text.match(/(?<=(?:src|href)=")\/assets\/[^"]+/g) ?? [];
  for (const file of [script, ...others]) {
    expect([file, (await send("GET", file)).headers["cache-control"]]).toEqual([file, kept]);
  }
  const ofAnotherVersion = script.replace(/assets\/\w+/, "assets/00000000");
  for (const path of [ofAnotherVersion, "/assets/page-00000000.js"]) {
    const answer = await send("GET", path);
    expect(answer).toMatchObject({ status: 404 });
    expect(answer.headers["cache-control"]).not.toBe(kept);
  }
});

test("the page of an invite link is not cached, not indexed, and no referrer", async () => {
  const { status, headers } = await send("GET", "/i/ABCDE01234");
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
});

test("pages are answered with 200, and what does not exist with 404", async () => {
  const { text: page } = await send("GET", "/claim-main");
  for (const path of ["/dashboard", "/groups/create", "/auth/callback?code=a&state=b"]) {
    expect(await send("GET", path)).toMatchObject({ status: 200, text: page });
  }
  for (const path of ["/nowhere", "/groups/a/b", "/logo.png", "/index.php"]) {
    expect(await send("GET", path)).toMatchObject({ status: 404, text: page });
  }
  for (const path of ["/assets/gone.js", "/assets/", "/.well-known/change-password"]) {
    const answer = await send("GET", path);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("There is no such file.");
  }
  const icon = await send("GET", "/favicon.ico");
  expect([icon.status, icon.headers["content-type"]]).toEqual([200, "image/vnd.microsoft.icon"]);
  const security = await send("GET", "/.well-known/security.txt");
  expect(security.status).toBe(200);
  expect(security.text).toMatch(/^Contact: mailto:\S+\nExpires: \d{4}-/);
});

for (const [language, locale, heading] of [
  ["en", "en-GB", "Every pilot accounted for."],
  ["de", "de-CH", "Kein Pilot geht verloren."],
  ["zh", "zh-CN", "飞行员，一个都不少。"],
] as const) {
  test(`the landing page is drawn in ${language} before any code has arrived, and React takes it over`, async ({
    browser,
  }) => {
    await using context = await browser.newContext({ locale });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    const arrival = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(heading);
    const drawn = await title.elementHandle();
    arrival.resolve();
    await expect(page.getByRole("button", { expanded: false }).last()).toBeEnabled();
    await expect(page.locator("time")).toBeVisible();
    expect(await title.evaluate((now, before) => now === before, drawn)).toBe(true);
    expect(errors).toEqual([]);
  });
}

for (const [press, act] of [
  ["clicked before the code of the page has come", "click"],
  ["pressed before the code has come, and released after it", "hold"],
] as const) {
  test(`a login button that is ${press} leads to EVE`, async ({ page }) => {
    const arrival = Promise.withResolvers<void>();
    await page.route(/landing-page\.js$/, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto("/");
    const button = page.getByRole("button", { name: "Log in with EVE Online" });
    await (act === "click" ? button.click() : button.hover());
    if (act === "hold") await page.mouse.down();
    arrival.resolve();
    if (act === "hold") {
      await expect(button.getByRole("img")).toBeVisible();
      await page.mouse.up();
    }
    await expect(page.getByRole("button", { name: "Aurelia Voss", exact: true })).toBeVisible();
  });
}

test("an invited visitor sees the frame of the page before any code has arrived", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto("/i/ABCDE01234");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have been invited");
});

test("who has a session sees nothing of the landing page", async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  await page.addInitScript(() => localStorage.setItem("muster.sessionToken", "token"));
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto("/");
  await expect(page.locator("#root")).toBeEmpty();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a visitor reads what Muster is", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every pilot accounted for.");
  });
});

// The server of the tests behaves as Cloudflare does.

/** One exchange after another on the same connection. */
function sendOn(agent: Agent, method: string, path: string, body?: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = body && { "content-type": "text/xml", "content-length": body.length };
  const sent = request(
    { host: "localhost", port: PORT, agent, method, path, headers },
    (answer) => {
      answer.resume();
      answer.on("error", reject);
      answer.on("end", () => resolve(`${method} ${answer.statusCode}`));
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

for (const [size, status] of [
  [10, 415],
  [20_000, 415],
  [262_144, 413],
  [2_000_000, 413],
] as const) {
  test(`a request that is answered before its ${size} bytes are read leaves the next one alone`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    for (let round = 0; round < 30; round += 1) {
      answers.push(await sendOn(agent, "POST", "/api/auth/claim-main", Buffer.alloc(size, "<")));
      answers.push(await sendOn(agent, "GET", "/api/auth/session"));
    }
    agent.destroy();
    expect([...new Set(answers)]).toEqual([`POST ${status}`, "GET 200"]);
  });
}

test("two hundred reads of a stylesheet at once are all stylesheets", async () => {
  const { text: page } = await send("GET", "/");
  const [path = ""] = page.match(/\/assets\/[^"]+\.css/) ?? [];
  const answers = await Promise.all(Array.from({ length: 200 }, () => send("GET", path)));
  const kinds = answers.map(({ status, headers, text }) =>
    [status, headers["content-type"], text.length].join(" "),
  );
  expect(new Set(kinds)).toEqual(
    new Set([`200 text/css; charset=utf-8 ${answers[0]?.text.length}`]),
  );
});

test("a path with two slashes leads to the same path with one", async () => {
  const { status, headers } = await send("GET", "//elsewhere.test/");
  expect([status, headers.location]).toEqual([307, "/elsewhere.test/"]);
});
