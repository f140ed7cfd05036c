import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import * as z from "zod/mini";
import { DISCORD_TOKEN_PATH } from "#shared/discord/link.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";
import { ensureBuild } from "#test/tools/local/ensure-build.ts";
import { countStartCalls } from "#test/support/workerd/start-calls.ts";

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    isDynamicEntry: z.optional(z.boolean()),
  }),
);

/** Builds the product, unless dist/ is newer than its sources, and checks it. The tests in the browser run on it. */
const KB = 1024;
const BUDGETS = {
  /**
   * What an isolate parses before its first request: it reads a language when a person speaks it. 360 until what an act spends is counted
   * and ID tokens are jose's (docs/decisions/0119), 366 until operations and alarms (0144), 380
   * until calendars, participation and programs of operations (0145 to 0147), 404 until channels are tested and timers are operations
   * (0142), 406 until some thirty races and forgotten cases were mended before 1.1.0.
   */
  workerStart: 408 * KB,
  worker: 1024 * KB,
  entryScript: 114 * KB,
  style: 16 * KB,
  /**
   * The page and the styles of every page, as Cloudflare compresses them. With their headers (800 bytes) they fit into the
   * ten packets that a server sends before it waits for an answer (RFC 6928): with more, a slow phone draws a round trip later.
   */
  firstFlight: 14_200,
  /** A document that the build has drawn, in all languages. */
  drawn: 11_000,
  lazyPage: 64 * KB,
  /** The texts of a language before the first page. */
  texts: 12 * KB,
};
/** Function calls before the first request. A tenth above what they were when this was last decided (docs/decisions/0103). */
const START_CALLS = 176_000;

/** What the SPA may request elsewhere: portraits, CCP's login image, and Discord's token endpoint. */
const OTHER_SOURCES = new Set([
  "https://images.evetech.net",
  "https://web.ccpgamescdn.com",
  `https://discord.com${DISCORD_TOKEN_PATH}`,
]);

/** One package each of scripts, of fonts and of styles. */
const LICENSED = ["react-dom", "onest", "tailwindcss"];

ensureBuild();
const problems = [
  ...checkClient(),
  ...checkWorker(),
  ...(await checkStart()),
  ...checkDeployment(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function checkClient(): string[] {
  const html = readFileSync("dist/client/page.html", "utf8");
  const entry = new Set(
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].flatMap(([, file]) => file ?? []),
  );
  const styles = readdirSync("dist/client/assets").filter((name) => name.endsWith(".css"));
  const found = [
    budget("The SPA's entry", clientSize(entry), BUDGETS.entryScript),
    budget("The page and its styles", firstFlight(html), BUDGETS.firstFlight),
    ...["index.html", "invite.html"].map((file) =>
      budget(file, brotliSize(readFileSync(`dist/client/${file}`)), BUDGETS.drawn),
    ),
    ...styles.map((file) => budget(file, clientSize([`assets/${file}`]), BUDGETS.style)),
    ...checkLazyPages(entry),
    ...checkTexts(),
  ];
  if (!styles.some((file) => readAsset(file).includes("light-dark("))) {
    found.push("The styles have two variables for each colour, and no light-dark().");
  }
  const headers = readFileSync("dist/client/_headers", "utf8");
  if (headers.includes("unsafe-")) found.push("_headers lets unsafe code run.");
  const licenses = readFileSync("dist/client/licenses.txt", "utf8");
  for (const name of LICENSED) {
    if (!licenses.includes(`\n## ${name}`)) found.push(`licenses.txt lacks ${name}.`);
  }
  for (const [source] of headers.matchAll(/https?:\/\/[^\s;]+/g)) {
    if (!OTHER_SOURCES.has(source)) found.push(`_headers lets the SPA request ${source}.`);
  }
  return found.filter((problem) => problem !== undefined);
}

function readAsset(file: string): string {
  return readFileSync(`dist/client/assets/${file}`, "utf8");
}

function firstFlight(html: string): number {
  const styles = [...html.matchAll(/rel="stylesheet"[^>]*href="\/([^"]+)"/g)];
  if (styles.length === 0) throw new Error("index.html has no stylesheet.");
  const texts = styles.map(([, file]) => readFileSync(`dist/client/${file}`));
  return [Buffer.from(html), ...texts].reduce((sum, text) => sum + brotliSize(text), 0);
}

/** As Cloudflare compresses. */
function brotliSize(text: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  return brotliCompressSync(text, { params }).length;
}

/**
 * Checks each lazy chunk with its own imports that the entry does not include. A dialog comes when its page has brought the
 * kit, which counts there, and the palette when the shell is there.
 */
function checkLazyPages(entry: ReadonlySet<string>) {
  const manifest: unknown = JSON.parse(readFileSync("dist/client/.vite/manifest.json", "utf8"));
  const chunks = z.parse(manifestSchema, manifest);
  const collect = (key: string, files: Set<string>): Set<string> => {
    const chunk = chunks[key];
    if (!chunk || entry.has(chunk.file) || files.has(chunk.file)) return files;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported, files);
    return files;
  };
  return Object.entries(chunks)
    .filter(([, { isDynamicEntry }]) => isDynamicEntry)
    .map(([key]) => {
      const files = [...collect(key, new Set())].filter((file) => !isBrought(key, file));
      return budget(key, clientSize(files), BUDGETS.lazyPage);
    });
}

/** A language other than English loads one file before the first page, beside the code. */
function checkTexts() {
  const files = readdirSync("dist/client", { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\/texts\/\w+\/main\.json$/.test(file))
    .map((file) => budget(file, clientSize([file]), BUDGETS.texts));
}

function isBrought(key: string, file: string): boolean {
  if (key.startsWith("app/palette/")) return file.endsWith("/shell.js");
  if (key.endsWith("/preview-details.tsx")) return file.endsWith("/requirements-panel.js");
  return /-dialogs?\.tsx$/.test(key) && /\/kit(-\w+)?\.js$/.test(file);
}

function clientSize(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSize(`dist/client/${file}`), 0);
}

function checkWorker(): string[] {
  const files = readdirSync("dist/muster", { recursive: true, encoding: "utf8" });
  const scripts = files.filter((file) => file.endsWith(".js"));
  const total = scripts.reduce((sum, file) => sum + gzipSize(`dist/muster/${file}`), 0);
  // An isolate loads these before its first request: a dynamic import may have moved code there that the start needs.
  const start = importedAtStart("index.js").reduce(
    (sum, file) => sum + gzipSize(`dist/muster/${file}`),
    0,
  );
  const found = [
    budget("The Worker's start", start, BUDGETS.workerStart),
    budget("The Worker with its languages", total, BUDGETS.worker),
  ];
  for (const file of scripts) {
    const text = readFileSync(`dist/muster/${file}`, "utf8");
    if (/new-eden/i.test(text)) found.push(`${file} contains New Eden.`);
    // A single other character makes V8 keep all of a file at two bytes each.
    if (/[^\0-\x7f]/.test(text)) found.push(`${file} is not ASCII.`);
  }
  return found.filter((problem) => problem !== undefined);
}

/** A file of the Worker, and those that it imports statically. */
function importedAtStart(file: string, known = new Set<string>()): string[] {
  if (known.has(file)) return [];
  known.add(file);
  const text = readFileSync(`dist/muster/${file}`, "utf8");
  for (const [, imported = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g)) {
    importedAtStart(join(dirname(file), imported), known);
  }
  return [...known];
}

async function checkStart(): Promise<string[]> {
  const calls = await countStartCalls("dist/muster/index.js");
  const said = `${calls.toLocaleString("en")} function calls`;
  console.log(`A cold start: ${said} of ${START_CALLS.toLocaleString("en")}`);
  return calls > START_CALLS ? [`A cold start is over its budget: ${said}.`] : [];
}

/**
 * Checks that plain `wrangler deploy` takes the build, and would upload every binding and variable of wrangler.jsonc and no
 * other; needs no login.
 */
function checkDeployment(): string[] {
  const { vars, d1_databases, queues, ratelimits, version_metadata } = parseConfig(
    readFileSync("wrangler.jsonc", "utf8"),
  );
  const wanted = [
    ...[...d1_databases, ...queues.producers, version_metadata].map(({ binding }) => binding),
    ...ratelimits.map(({ name }) => name),
    ...Object.keys(vars),
  ];
  const said = execFileSync("wrangler", ["deploy", "--dry-run"], {
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
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
