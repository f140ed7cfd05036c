import { devNull } from "node:os";
import { getPlatformProxy } from "wrangler";
import { stateDirectory } from "#test/new-eden/local-state.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { seed } from "#test/new-eden/seed/seed.ts";
import { migrate } from "./migrate.ts";

/** Migrates the local database; with `--seed`, fills it with a small community. */
const { env, dispose } = await getPlatformProxy<Env>({
  configPath: "wrangler.jsonc",
  // Instead of .dev.vars, which is for the real services.
  envFiles: [devNull],
  persist: { path: `${stateDirectory()}/v3` },
});
try {
  await migrate(env);
  if (process.argv.includes("--seed")) {
    await seed({ ...env, ...localVars(0) });
    console.log("Seeded a small community.");
  }
} finally {
  await dispose();
}
