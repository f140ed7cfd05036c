import { refreshCharacter } from "#worker/characters/refresh/refresh.ts";
import { readConfig } from "#worker/ground/config.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import type { Context } from "#worker/env.ts";
import { runCronJob } from "#worker/app/cron-jobs.ts";
import { newEdenUrls } from "#test/new-eden/local-vars.ts";
import { loadLocalState, saveLocalState } from "#test/new-eden/local-state.ts";
import { getWorld, outboundService } from "#test/new-eden/outbound.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { seedAccounts } from "./accounts.ts";
import { seedAlarms } from "./alarms.ts";
import { seedApplication } from "./applications.ts";
import { seedCompanions } from "./companions.ts";
import { seedCorporations } from "./corporations.ts";
import { seedDiscord } from "./discord.ts";
import { seedDiscordServer } from "./discord-server.ts";
import { seedGroups } from "./groups.ts";
import { seedOperations } from "./operations.ts";
import { seedOverview } from "./overview.ts";
import { withProof } from "./proven-session.ts";
import { seedRequirements } from "./requirements.ts";
import { seedVetting } from "./vetting.ts";
import { seedWatchlist } from "./watchlist.ts";

const WORLD = "seed";

/**
 * Fills an empty database with a small community, and saves New Eden's state. `isEventful`: also with what people look at and tests make
 * themselves, alarms and operations.
 */
export async function seed(env: Env, { isEventful = false } = {}) {
  // The Worker's own code calls New Eden.
  const network = globalThis.fetch;
  globalThis.fetch = (...request) => outboundService(new Request(...request));
  try {
    await fill(env, isEventful);
  } finally {
    globalThis.fetch = network;
  }
}

async function fill(env: Env, isEventful: boolean) {
  const config = await readConfig({ ...env, ...newEdenUrls(`https://new-eden.test/${WORLD}`) });
  const context = {
    db: openTestDatabase(env.DB),
    config,
    queue: env.FETCH_QUEUE,
    requestId: "seed",
  } satisfies Context;
  const world = getWorld(WORLD);
  await loadLocalState(world);
  const { userIds, authorized } = await seedAccounts(context, world);
  const companions = await seedCompanions(context.db, world);
  const all = new Map([...userIds, ...companions]);
  await seedGroups(context, all);
  await seedDiscord(context, world, userIds);
  await runCronJob(context, "market-prices");
  for (const characterId of authorized) await refreshCharacter(context, characterId);
  const administrator = userIds.get("Aurelia Voss") ?? "";
  await seedCorporations(context, administrator);
  await seedDiscordServer(context, administrator);
  await seedRequirements(context, administrator);
  await seedApplication(context, administrator);
  await withProof(context, { userId: administrator, mainId: AURELIA_VOSS_ID }, async () => {
    await seedVetting(context, all);
    await seedWatchlist(context, administrator);
  });
  if (isEventful) {
    await seedAlarms(context, world, administrator);
    await seedOperations(context, all);
  }
  await seedOverview(context.db);
  await runCronJob(context, "health-sample");
  await saveLocalState(world);
}
