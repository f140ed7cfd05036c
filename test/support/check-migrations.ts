import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** Fails when the schema has moved on without a migration. */
const copy = mkdtempSync(join(tmpdir(), "muster-migrations-"));
try {
  cpSync("migrations", copy, { recursive: true });
  const before = readdirSync(copy).length;
  execFileSync(
    "drizzle-kit",
    [
      "generate",
      "--dialect",
      "sqlite",
      "--schema",
      "worker/db/schema/*.ts",
      "--out",
      relative(".", copy),
    ],
    { stdio: "pipe" },
  );
  if (readdirSync(copy).length !== before) {
    console.error(
      "worker/db/schema/accounts.ts has changes without a migration: npm run db:generate -- --name …",
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true });
}
