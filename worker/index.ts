import { app } from "./app.ts";
import { runQueue } from "./queue.ts";
import { runScheduled } from "./scheduled.ts";

export default {
  fetch: app.fetch,
  queue: runQueue,
  scheduled: runScheduled,
};
