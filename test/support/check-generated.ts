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
import { releasedProblems } from "#test/support/releases/released.ts";
import {
  declaredTriggers,
  migratedTriggers,
  triggerChanges,
} from "#test/support/gates/triggers.ts";

/**
 * Fails when generated files differ from their sources: migrations with their triggers, and the types of the bindings; and when
 * a migration of a release is not as it was released.
 */
const scratch = mkdtempSync(join(tmpdir(), "muster-generated-"));
try {
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

/** wrangler's own `--check` compares a hash of the configuration and does not see an edited file. */
function checkBindings(): string | undefined {
  const generated = "worker/env.generated.d.ts";
  for (const file of ["wrangler.jsonc", ".dev.vars.example", "package.json"]) {
    copyFileSync(file, join(scratch, file));
  }
  mkdirSync(join(scratch, "worker"));
  writeFileSync(join(scratch, "worker/index.ts"), "export default {};\n");
  execFileSync("npm", ["run", "types:env"], {
    cwd: scratch,
    stdio: "pipe",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  return readFileSync(generated, "utf8") === readFileSync(join(scratch, generated), "utf8")
    ? undefined
    : `${generated} is not what wrangler.jsonc says: npm run types:env`;
}
