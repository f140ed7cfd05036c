import type { MessageSendRequest, Queue } from "@cloudflare/workers-types";
import * as z from "zod/mini";

/** What the queue carries: work that may take more than one invocation. */
export const jobMessageSchema = z.discriminatedUnion("kind", [
  /** Go on with a fetch of a corporation's data. */
  z.object({ kind: z.literal("fetch"), runId: z.string() }),
  /** Go on with the health checks of a round, of one corporation or of all. `round` is when it began. */
  z.object({
    kind: z.literal("check-directors"),
    round: z.int(),
    corporationId: z.nullable(z.int()),
  }),
]);
export type JobMessage = z.infer<typeof jobMessageSchema>;

export type JobQueue = Pick<Queue<JobMessage>, "send" | "sendBatch">;

/** What Cloudflare takes at once. */
const MESSAGES_PER_BATCH = 100;

/** A subrequest for every hundred messages. */
export async function enqueue(queue: JobQueue, messages: JobMessage[]) {
  for (let from = 0; from < messages.length; from += MESSAGES_PER_BATCH) {
    await queue.sendBatch(
      messages
        .slice(from, from + MESSAGES_PER_BATCH)
        .map((body): MessageSendRequest<JobMessage> => ({ body, contentType: "json" })),
    );
  }
}
