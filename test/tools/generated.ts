import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod/mini";
import { apiFiles } from "#worker/ops/api-page.ts";
import { repositoryOf, withDeployButton } from "./deploy-button.ts";
import { releasedProblems } from "./released.ts";
import { declaredTriggers, migratedTriggers, triggerChanges } from "./triggers.ts";

/**
 * Fails when generated files differ from their sources: migrations with their triggers, and the types of the bindings; and when
 * a migration of a release is not as it was released. `npm run generate` (`--write`) writes what needs no name: the API document (from
 * the routes), the types of the bindings (from wrangler.jsonc), the deploy button of the README (from package.json), and the lockfile
 * without the engines of its packages. The texts have `npm run texts`, migrations `npm run db:generate`.
 */
const BINDINGS = "worker/env.generated.d.ts";
const scratch = mkdtempSync(join(tmpdir(), "muster-generated-"));
try {
  if (process.argv.includes("--write")) write();
  const problems = [
    ...releasedProblems("migrations"),
    ...[checkMigrations(), checkTriggers(), checkBindings()].filter(
      (problem) => problem !== undefined,
    ),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true });
}

function checkMigrations(): string | undefined {
  const copy = join(scratch, "migrations");
  cpSync("migrations", copy, { recursive: true });
  const before = readdirSync(copy).length;
  const schema = ["--dialect", "sqlite", "--schema", "worker/db/schema/**/*.ts"];
  execFileSync("drizzle-kit", ["generate", ...schema, "--out", relative(".", copy)], {
    stdio: "pipe",
  });
  return readdirSync(copy).length === before
    ? undefined
    : "worker/db/schema/ has changes without a migration: npm run db:generate -- --name …";
}

function checkTriggers(): string | undefined {
  const { drops, creates } = triggerChanges(declaredTriggers(), migratedTriggers("migrations"));
  return drops.length + creates.length === 0
    ? undefined
    : `worker/db/triggers/ has changes without a migration: npm run db:generate -- --name …\n${[...drops, ...creates].join("\n")}`;
}

function write() {
  for (const [path, text] of Object.entries(apiFiles())) writeFileSync(path, text);
  writeBindings(".");
  const repository = repositoryOf(readFileSync("package.json", "utf8"));
  writeFileSync("README.md", withDeployButton(readFileSync("README.md", "utf8"), repository));
  removeEngines();
}

function writeBindings(cwd: string) {
  const what = ["--include-runtime=false", "--strict-vars=false", "--env-file=.dev.vars.example"];
  execFileSync("wrangler", ["types", BINDINGS, ...what], {
    cwd,
    stdio: "pipe",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
}

/** wrangler's own `--check` compares a hash of the configuration and does not see an edited file. */
function checkBindings(): string | undefined {
  for (const file of ["wrangler.jsonc", ".dev.vars.example", "package.json"]) {
    copyFileSync(file, join(scratch, file));
  }
  mkdirSync(join(scratch, "worker"));
  writeFileSync(join(scratch, "worker/index.ts"), "export default {};\n");
  writeBindings(scratch);
  return readFileSync(BINDINGS, "utf8") === readFileSync(join(scratch, BINDINGS), "utf8")
    ? undefined
    : `${BINDINGS} is not what wrangler.jsonc says: npm run generate`;
}

/**
 * npm checks the engines of Muster alone: the tools run in the Node of the lockfile, but some of them refuse the Node 20 that installs
 * them, and npm has no setting for that (docs/decisions/0031-engines-in-the-lockfile.md).
 */
function removeEngines() {
  const text = readFileSync("package-lock.json", "utf8");
  // Records keep npm's order of the keys.
  const lockfile = z.parse(z.record(z.string(), z.unknown()), JSON.parse(text));
  const packages = z.parse(z.record(z.string(), z.looseObject({})), lockfile["packages"]);
  for (const [path, entry] of Object.entries(packages)) {
    if (path !== "") delete entry["engines"];
  }
  writeFileSync("package-lock.json", `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`);
}
