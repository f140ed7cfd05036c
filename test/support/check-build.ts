import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { parseConfig } from "#worker/ops/deploy-config.ts";
import { PORT } from "#test/e2e/port.ts";

/**
 * Builds the product as it is deployed and holds its sizes to the budgets; then leaves in dist/ the same
 * build with New Eden's addresses, for the tests in the browser.
 */
const KB = 1024;
const BUDGETS = { worker: 300 * KB, entryScript: 110 * KB, style: 12 * KB, lazyScript: 45 * KB };

execFileSync("vite", ["build", "--logLevel", "warn"], { stdio: "inherit" });
const problems = [...checkClient(), ...checkWorker(), ...checkDeployment()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
execFileSync("vite", ["build", "--mode", "new-eden", "--logLevel", "error"], {
  stdio: "inherit",
  env: { ...process.env, PORT: String(PORT) },
});

function checkClient(): string[] {
  const html = readFileSync("dist/client/index.html", "utf8");
  const entry = new Set(
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file),
  );
  const scripts = readdirSync("dist/client/assets").map((name) => `assets/${name}`);
  const total = [...entry].reduce((sum, file) => sum + gzipSize(`dist/client/${file}`), 0);
  const found = [budget("The SPA's entry", total, BUDGETS.entryScript)];
  for (const file of scripts) {
    const size = gzipSize(`dist/client/${file}`);
    if (file.endsWith(".css")) found.push(budget(file, size, BUDGETS.style));
    if (file.endsWith(".js") && !entry.has(file)) {
      found.push(budget(file, size, BUDGETS.lazyScript));
    }
  }
  const headers = readFileSync("dist/client/_headers", "utf8");
  if (/unsafe-|localhost|127\.0\.0\.1/.test(headers))
    found.push("_headers is not fit for production.");
  return found.filter((problem) => problem !== undefined);
}

function checkWorker(): string[] {
  const files = readdirSync("dist/muster", { recursive: true, encoding: "utf8" });
  const scripts = files.filter((file) => file.endsWith(".js"));
  const total = scripts.reduce((sum, file) => sum + gzipSize(`dist/muster/${file}`), 0);
  const found = [budget("The Worker", total, BUDGETS.worker)];
  for (const file of scripts) {
    const text = readFileSync(`dist/muster/${file}`, "utf8");
    if (/new-eden/i.test(text)) found.push(`${file} contains New Eden.`);
  }
  return found.filter((problem) => problem !== undefined);
}

/** What wrangler would upload, without a login: every binding and variable of wrangler.jsonc, and no other. */
function checkDeployment(): string[] {
  const { vars, d1_databases, queues, ratelimits, version_metadata } = parseConfig(
    readFileSync("wrangler.jsonc", "utf8"),
  );
  const wanted = [
    ...[...d1_databases, ...queues.producers, version_metadata].map(({ binding }) => binding),
    ...ratelimits.map(({ name }) => name),
    ...Object.keys(vars),
  ];
  const said = execFileSync(
    "wrangler",
    ["deploy", "--dry-run", "--config", "dist/muster/wrangler.json"],
    { encoding: "utf8", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
  );
  const found = [...said.matchAll(/^env\.(\w+)/gm)].map(([, name = ""]) => name);
  const differing = [
    ...wanted.filter((name) => !found.includes(name)).map((name) => `lacks ${name}`),
    ...found.filter((name) => !wanted.includes(name)).map((name) => `has ${name} besides`),
  ];
  return differing.map((what) => `What wrangler would deploy ${what}.`);
}

function gzipSize(file: string): number {
  return gzipSync(readFileSync(file)).length;
}

function budget(what: string, bytes: number, limit: number): string | undefined {
  const size = `${(bytes / KB).toFixed(1)} KB gzip`;
  if (limit > 50 * KB) console.log(`${what}: ${size} of ${limit / KB}`);
  return bytes > limit ? `${what} is over its budget: ${size}, ${limit / KB} allowed.` : undefined;
}
