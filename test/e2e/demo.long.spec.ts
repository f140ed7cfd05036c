// Three minutes: it builds a second product, and serves it on an empty database.
import { expect, test as base } from "@playwright/test";
import type { Page } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { globSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { buildDemo, DEMO_CONFIG } from "#test/demo/build.ts";
import { dayOf, RESET_HOUR } from "#test/demo/reset.ts";
import { serveDemo } from "#test/demo/serve.ts";
import { findFreePort } from "#test/tools/local/port.ts";
import { findViolations } from "./axe.ts";
import { createGroup } from "./group-pages.ts";
import { PORT } from "./port.ts";
import { choosePilot } from "./product.ts";

const BUILD_MS = 600_000;
const MARK = "Demo: EVE and Discord are simulated";
const MOST_BYTES = 1024 * 1024;

type Demo = Awaited<ReturnType<typeof serveDemo>>;

/** The demo as `npm run deploy:demo` builds it, in workerd, on an empty database. */
const test = base.extend<object, { demo: Demo & { origin: string } }>({
  demo: [
    // Playwright parses the destructured names.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await buildDemo();
      const port = await findFreePort(PORT + 1);
      const demo = await serveDemo(port);
      await use({ ...demo, origin: `http://localhost:${port}` });
      await demo.stop();
    },
    { scope: "worker", timeout: BUILD_MS },
  ],
  baseURL: async ({ demo }, use) => use(demo.origin),
});

async function expectMarked(page: Page) {
  await expect(page.getByText(MARK)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
}

test("the demo is seeded by its first visitor, marked on every page, and starts again every day", async ({
  page,
  demo,
}) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    // The session that the reset has ended.
    if (/ 401 /.test(message.text())) return;
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== demo.origin) problems.push(`Asked ${request.url()}`);
  });
  await page.goto("/");
  await expectMarked(page);
  await page.getByRole("button", { name: "Log in with EVE Online" }).click();
  await expect(page.getByText("Demo: this EVE and this Discord are simulated.")).toBeVisible();
  await choosePilot(page, "Aurelia Voss");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expectMarked(page);

  const line = (name: string) =>
    page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name, exact: true }) })
      .last();
  // EVE and Discord have three seconds to answer, and what they answered is shown for a minute.
  await expect(async () => {
    await page.goto("/admin/settings#diagnosis");
    const names = ["EVE application", "ESI", "Discord application", "Encryption key"];
    await Promise.all(
      names.map((name) => expect(line(name)).toContainText("OK", { timeout: 10_000 })),
    );
  }).toPass();
  await expectMarked(page);

  await page.goto("/docs/api.html");
  await expect(page.getByText("Demo: nothing here is real.")).toBeVisible();

  // A visitor changes something, and the next day it is gone, with the visitor's session.
  const count = async (table: string, name: string) =>
    (await demo.database.prepare(`select 1 from ${table} where name = ?`).bind(name).all()).results
      .length;
  await createGroup(page, "Fleets", "A Visitor's Group", "Open");
  expect(await count("groups", "A Visitor's Group")).toBe(1);
  const pilots = await demo.database.prepare("select count(*) as count from users").first("count");
  const tomorrow = new Date((dayOf(Date.now()) + 1) * 86_400_000 + RESET_HOUR * 3_600_000);
  await demo.runCron(new Date(tomorrow.getTime() - 60_000));
  expect(await count("groups", "A Visitor's Group")).toBe(1);
  expect(await demo.runCron(tomorrow)).toMatchObject({ outcome: "ok" });
  expect(await count("groups", "A Visitor's Group")).toBe(0);
  expect(await demo.database.prepare("select count(*) as count from users").first("count")).toBe(
    pilots,
  );
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();

  // What was yesterday is yesterday still, and the next visitor signs in.
  const latest = await demo.database
    .prepare("select max(created_at) as latest from audit_events")
    .first<number>("latest");
  expect(latest).toBe(tomorrow.getTime());
  await page.getByRole("button", { name: "Log in with EVE Online" }).click();
  await choosePilot(page, "Aurelia Voss");
  await expectMarked(page);
  expect(problems).toEqual([]);
});

test("visitors reach no switch of New Eden, and lead no other site's visitors through it", async ({
  request,
}) => {
  for (const path of [
    "",
    "/",
    "/control/page/faults",
    "/esi/status",
    "/receiver",
    "/sso/oauth/jwks",
  ]) {
    expect((await request.get(`/new-eden${path}`)).status(), path).toBe(404);
  }
  const authorize = "/new-eden/sso/v2/oauth/authorize?client_id=muster-local&response_type=code";
  const elsewhere = encodeURIComponent("https://evil.example/auth/callback");
  expect((await request.get(`${authorize}&state=x&redirect_uri=${elsewhere}`)).status()).toBe(404);
});

test("the demo's Worker is smaller than 1 MB, and no other build has its mark", ({ demo }) => {
  expect(demo.origin).not.toBe("");
  const scripts = globSync("dist-demo/muster/**/*.js");
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  const said = execFileSync("wrangler", ["deploy", "--dry-run", "--config", DEMO_CONFIG], {
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  expect(stripVTControlCharacters(said)).toContain("env.DB (muster-demo)");
  const others = globSync("dist/client/assets/**/*.js").filter((file) =>
    readFileSync(file, "utf8").includes("every visitor shares this community"),
  );
  expect(others).toEqual([]);
});
