import { getPlatformProxy } from "wrangler";
import { readConfig } from "#worker/config.ts";
import { openDatabase } from "#worker/db/database.ts";
import { users } from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { loadLocalState, saveLocalState, stateDirectory } from "#test/new-eden/local-state.ts";
import { createWorld } from "#test/new-eden/world.ts";
import { seedAccounts } from "./accounts.ts";

/** Fills an empty local database with a small community; a database with users in it is left alone. */
const { env, dispose } = await getPlatformProxy<Env>({
  configPath: "wrangler.jsonc",
  persist: { path: `${stateDirectory()}/v3` },
});
try {
  const db = openDatabase(env.DB);
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
  if (anybody === undefined) {
    const config = await readConfig({ ...env, ...localVars(0) });
    // The seeded pilots have granted access: New Eden must remember it as well.
    const world = createWorld("");
    await loadLocalState(world);
    await seedAccounts(db, config, world);
    await saveLocalState(world);
    console.log("The local database was empty: seeded a small community.");
  }
} finally {
  await dispose();
}
