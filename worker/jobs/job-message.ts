import * as z from "zod/mini";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { jobNameSchema } from "./crons.ts";
import type { JobName } from "./crons.ts";

export const jobMessageSchema = z.object({
  name: jobNameSchema,
  /** Where the job continues: with the characters after this one. */
  after: z.optional(z.int()),
  /** When the first of the messages that continue each other was processed. */
  startedAt: z.optional(z.int()),
  /** At most so many characters. */
  limit: z.optional(z.int()),
});

export type JobProgress = Omit<z.infer<typeof jobMessageSchema>, "name">;

/** The kind of their messages. What each job does stands above the domains (`worker/cron-jobs.ts`), which start jobs. */
export const JOB = "job";

/** Has the queue run a job now, or continue it. If the message is lost, the job runs at its next time. */
export function startJob(context: Context, name: JobName, progress: JobProgress = {}) {
  const body = { kind: JOB, name, ...progress };
  return enqueue(context, [{ body, contentType: "json", isSlow: true }]);
}
