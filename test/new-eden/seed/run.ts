import { getPlatformProxy } from "wrangler";
import { openTestDatabase } from "#test/support/test-database.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { stateDirectory } from "#test/new-eden/local-state.ts";
import { seed } from "./seed.ts";

/** Fills an empty local database with a small community; a database with users is not changed. */
const { env, dispose } = await getPlatformProxy<Env>({
  configPath: "wrangler.jsonc",
  persist: { path: `${stateDirectory()}/v3` },
});
try {
  const db = openTestDatabase(env.DB);
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
  if (anybody === undefined) {
    await seed({ ...env, ...localVars(0) });
    console.log("The local database was empty: seeded a small community.");
  }
} finally {
  await dispose();
}
