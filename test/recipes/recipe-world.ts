import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildModule } from "#test/bench/build.ts";
import { CAST } from "#test/bench/cast.ts";
import { openClient } from "#test/bench/client.ts";
import { startProduct } from "#test/bench/cpu/workerd.ts";
import { openCommunity } from "#test/bench/database.ts";
import { startServer } from "#test/bench/server.ts";
import { openQueue } from "#test/kills/queue.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { serveNewEden } from "#test/new-eden/server.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { readConfig } from "#worker/ground/config.ts";
import { openNetwork } from "./network.ts";

const USERS = 150;
const MOST_DELIVERIES = 20;

export type RecipeWorld = Awaited<ReturnType<typeof openRecipeWorld>>;

/** Muster on a port of this machine, in a network in which public addresses lead to programs of the test. */
export async function openRecipeWorld() {
  const scratch = mkdtempSync(join(tmpdir(), "muster-recipes-"));
  const entry = await buildModule("test/kills/worker.ts", scratch, "muster.js", { isWhole: true });
  const d1 = await buildModule("test/bench/cpu/d1-worker.ts", scratch, "d1.js");
  const newEden = await serveNewEden(() => undefined);
  const network = await openNetwork();
  const queue = await openQueue();
  network.lead(new URL(newEden.base).host, new URL(newEden.base));
  network.lead(new URL(queue.url).host, new URL(queue.url));
  const variables = {
    ...localVars(0),
    ...newEdenUrls(newEden.base),
    QUEUE_URL: queue.url,
  };
  const server = await startServer([d1], await openCommunity(USERS, scratch));
  const product = await startProduct([entry], {
    database: server.url,
    network: network.url,
    variables,
    scratch,
  });
  const muster = openClient({
    url: product.url,
    database: await server.database(),
    config: await readConfig(variables),
    newEdenBase: newEden.base,
  });

  /** A message that is not done is delivered again, as Cloudflare does: a slice of the work is left. */
  async function drain() {
    for (let next = queue.waiting.shift(); next !== undefined; next = queue.waiting.shift()) {
      const body = JSON.stringify(next);
      for (let tries = 0; tries < MOST_DELIVERIES; tries += 1) {
        const answer = await fetch(new URL("/deliver", product.url), { method: "POST", body });
        if ((await answer.text()) === "ack") break;
      }
    }
  }

  return {
    url: product.url.origin,
    muster,
    admin: muster.client(CAST.admin.token, CAST.admin.proof),
    lead: network.lead,
    drain,
    /** The cron of every minute, and what follows from it. */
    async minute() {
      await fetch(new URL(`/cron?cron=${EVERY_MINUTE.replaceAll(" ", "+")}`, product.url));
      await drain();
    },
    async stop() {
      await product.stop();
      await server.stop();
      queue.stop();
      network.stop();
      newEden.stop();
      rmSync(scratch, { recursive: true });
    },
  };
}
