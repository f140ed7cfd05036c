import { app } from "#worker/app/app.ts";
import { runQueue } from "#worker/app/queue.ts";
import { runScheduled } from "#worker/app/scheduled.ts";

export default {
  fetch: app.fetch,
  queue: runQueue,
  scheduled: runScheduled,
};
