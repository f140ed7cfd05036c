import * as z from "zod/mini";
import { defineWork } from "#worker/work/define-work.ts";
import { runFetch } from "./run-fetch.ts";
import { requeueStalledRuns, selectStalledRuns, startDueMemberRuns } from "./run-store.ts";

/** Continues a fetch of a corporation's data. */
export const fetchWork = defineWork({
  kind: "fetch",
  message: z.object({ runId: z.string() }),
  isSlow: true,
  /**
   * Runs whose message was lost or whose invocation died, and those of the lists of members that are due and start here: who has
   * left is noticed as soon as EVE renews the lists.
   */
  due: (_context, now) => [selectStalledRuns(now), startDueMemberRuns(now)],
  begin(_context, [stalled, started], message) {
    const ids = stalled.map(({ id }) => id);
    return {
      messages: [...stalled, ...started].map(({ id }) => message({ runId: id })),
      sent: ids.length === 0 ? [] : [requeueStalledRuns(ids, Date.now())],
    };
  },
  async slice(context, { runId }) {
    const progress = await runFetch(context, runId);
    if (progress.state !== "finished") return progress;
    // New members have no names yet, and a new director's notices can be read.
    return { state: "done", hasChanged: progress.category === "core" };
  },
});
