import { saveLocalState, stateDirectory } from "#test/new-eden/local-state.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { seed } from "#test/new-eden/seed/seed.ts";
import { createWorld } from "#test/new-eden/world.ts";
import { BaselineError, VERSION_BEFORE } from "#worker/ops/deploy/baseline.ts";
import { openLocalBindings } from "./local-bindings.ts";
import { migrate } from "./migrate.ts";

/** The jobs of the seed write lines for Cloudflare's viewer of logs, which tell a newcomer nothing. Errors stay. */
async function withoutLog(act: () => Promise<void>) {
  const { log } = console;
  console.log = (line: unknown) => {
    if (!String(line).startsWith('{"level":"info"')) log(line);
  };
  try {
    await act();
  } finally {
    console.log = log;
  }
}

/**
 * Migrates the local database; with `--seed`, fills it with a small community, and with `--eventful` also with alarms and operations.
 * `--empty` saves a New Eden whose pilots have not signed in.
 */
const { env, dispose } = await openLocalBindings("wrangler.jsonc", stateDirectory());
try {
  const afresh = `Delete ${stateDirectory()} to start afresh`;
  await migrate(env, {
    older: `${afresh}, or start ${VERSION_BEFORE} on it once.`,
    newer: `${afresh}, or start that version.`,
  });
  if (process.argv.includes("--seed")) {
    console.log("Seeding a small community, once. It takes some seconds.");
    const isEventful = process.argv.includes("--eventful");
    await withoutLog(() => seed({ ...env, ...localVars(0) }, { isEventful }));
    console.log("Seeded.");
  }
  if (process.argv.includes("--empty")) await saveLocalState(createWorld("http://localhost"));
} catch (error) {
  if (!(error instanceof BaselineError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await dispose();
}
