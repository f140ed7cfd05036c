// A minute and more: the development server starts in a clone, and compiles everything.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { findBrowser } from "#test/support/people/browser.ts";
import { readJson } from "#test/support/answers/read-json.ts";

const home = mkdtempSync(join(tmpdir(), "muster-local-"));
afterAll(() => rmSync(home, { recursive: true }));

/** Listens on a free port of this address. */
async function occupy(address: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()));
  return { port, close: () => server.close() };
}

/** The heading that a browser of this language shows. Fails with the page's first error. */
async function headingAt(url: string, locale: string): Promise<string> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage({ locale });
    const { promise: failed, reject } = Promise.withResolvers<never>();
    page.on("pageerror", reject);
    const read = async () => {
      await page.goto(url);
      return page.locator("h1").innerText({ timeout: 240_000 });
    };
    return await Promise.race([read(), failed]);
  } finally {
    await browser.close();
  }
}

const PRODUCT = ["worker", "web", "shared", "test", "migrations"];
const FILES = [
  "wrangler.jsonc",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];

/** A copy of the product with the untouched example as `.dev.vars`, and what an interrupted start left. */
function untidyCheckout() {
  const directory = join(home, "checkout");
  for (const name of [...PRODUCT, ...FILES]) {
    cpSync(name, join(directory, name), {
      recursive: true,
      filter: (path) => !path.endsWith("shots"),
    });
  }
  mkdirSync(join(directory, "node_modules"));
  // Vite keeps its own files beside them.
  for (const name of readdirSync("node_modules").filter((name) => name !== ".vite")) {
    symlinkSync(resolve("node_modules", name), join(directory, "node_modules", name));
  }
  cpSync(".dev.vars.example", join(directory, ".dev.vars"));
  for (const left of ["state", "state.draft"]) {
    mkdirSync(join(directory, ".wrangler", left, "v3"), { recursive: true });
  }
  return directory;
}

/** Starts Muster in the directory; `said` is what it printed. */
function start(cwd: string, command: string, port: number) {
  const { MUSTER_STATE: _, ...env } = process.env;
  const args = ["test/tools/local/start.ts", command, "--port", String(port)];
  // As npm does: a signal to the shell does not reach Node.
  const child = spawn("sh", ["-c", 'node "$@"; exit $?', "sh", ...args], { cwd, env });
  let said = "";
  // After all processes that may write to its output.
  const ended = new Promise((end) => child.once("close", end));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  }
  return {
    said: () => said,
    ended,
    stop: () => child.kill(),
    /** Resolves when it has printed the text. */
    until: (text: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      child.stdout.on("data", () => said.includes(text) && resolve());
      void ended.then(() => reject(new Error(said)));
      return promise;
    },
  };
}

test("development starts on the next free port with .dev.vars and a partial community lying there", async () => {
  const directory = untidyCheckout();
  const taken = await occupy("127.0.0.1");
  const server = start(directory, "dev", taken.port);
  try {
    await server.until("Sign in as one");
    const [, origin = ""] = /Muster: +(\S+)/.exec(server.said()) ?? [];
    const port = Number(new URL(origin).port);
    expect(port).toBeGreaterThan(taken.port);
    expect(server.said()).toContain(`Port ${taken.port} is taken: Muster uses ${port}.`);
    expect(server.said()).toContain(`New Eden: ${origin}/new-eden `);

    const login = await fetch(`${origin}/api/auth/login/start`, {
      method: "POST",
      headers: { origin },
    });
    const { authorizationUrl } = await readJson(login, z.object({ authorizationUrl: z.string() }));
    const query = new URL(authorizationUrl).searchParams;
    expect(authorizationUrl).toContain(`${origin}/new-eden/sso/`);
    expect(query.get("redirect_uri")).toBe(`${origin}/auth/callback`);
    const page = await fetch(authorizationUrl);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("Aurelia Voss"),
    ]);

    // Most are answered before all of their body was sent.
    const body = new Uint8Array(8_000_000);
    const unread = await Promise.all(
      Array.from({ length: 24 }, () => fetch(`${origin}/api/groups`, { method: "POST", body })),
    );
    expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 413));

    expect(await headingAt(origin, "de-DE")).toBe("Kein Pilot geht verloren.");

    const jobEnds = server.until('"job":"market-prices"');
    const cron = await fetch(`${origin}/new-eden/control/page/cron`, {
      method: "POST",
      body: new URLSearchParams({ cron: "daily" }),
      redirect: "manual",
    });
    expect(cron.status).toBe(303);
    await jobEnds;

    const state = join(directory, ".wrangler/state");
    expect(existsSync(join(state, "new-eden.json"))).toBe(true);
    expect(existsSync(`${state}.draft`)).toBe(false);
    expect(existsSync(`${state}.incomplete/v3`)).toBe(true);

    const second = start(directory, "dev", taken.port);
    expect(await second.ended).toBe(1);
    expect(second.said()).toBe(
      `.wrangler/state is in use by the server on ${origin}. Stop that one, or set MUSTER_STATE to another directory.\n`,
    );
    const live = start(directory, "live", taken.port);
    expect(await live.ended).toBe(1);
    expect(live.said()).toMatch(
      /^Muster is not configured: EVE_CLIENT_ID is missing; .*\. Fill it in in \.dev\.vars; \.dev\.vars\.example says how\.\n$/,
    );
  } finally {
    taken.close();
    server.stop();
    await server.ended;
  }
});
