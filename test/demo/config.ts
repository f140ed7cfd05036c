import { fileURLToPath } from "node:url";
import type { Unstable_Config as Config } from "wrangler";
import { ownNamespaces } from "#worker/ops/deploy/config.ts";
import { demoVars } from "./vars.ts";

/** Written by `test/demo/build.ts`, and read by vite.config.ts. */
export const SNAPSHOT_FILE = "node_modules/.tmp/demo/snapshot.json";
export const DEMO_NAME = "muster-demo";
/** Beside those of a Muster in the same account. */
export const demoName = (name: string) => name.replace(/^muster/, DEMO_NAME);

/** Changes the configuration of Muster into that of the demo. */
export function demoConfig(config: Config) {
  config.name = DEMO_NAME;
  config.main = fileURLToPath(new URL("worker.ts", import.meta.url));
  // New Eden uses node:crypto.
  config.compatibility_flags = ["nodejs_compat"];
  config.vars = demoVars("https://demo.invalid");
  if (config.assets !== undefined && Array.isArray(config.assets.run_worker_first)) {
    config.assets.run_worker_first.push("/new-eden/*");
  }
  for (const database of config.d1_databases) database.database_name = DEMO_NAME;
  for (const queue of config.queues.producers ?? []) queue.queue = demoName(queue.queue ?? "");
  for (const queue of config.queues.consumers ?? []) {
    queue.queue = demoName(queue.queue);
    if (queue.dead_letter_queue) queue.dead_letter_queue = demoName(queue.dead_letter_queue);
  }
  ownNamespaces(config);
}
