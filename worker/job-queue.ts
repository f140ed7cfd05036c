import type { MessageSendRequest, Queue } from "@cloudflare/workers-types";
import * as z from "zod/mini";

/** The jobs that crons start. Their runs are recorded under these names. */
export const jobNameSchema = z.enum([
  "housekeeping",
  "encryption-keys",
  "affiliations",
  "health-sample",
  "market-prices",
  "director-health",
  "corporation-fetches",
  "account-erasure",
  "evidence",
  "audit-seal",
  "reviews",
  "signing-keys",
]);
export type JobName = z.infer<typeof jobNameSchema>;

/** What the queue carries: work for an invocation of its own. */
export const jobMessageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("job"),
    name: jobNameSchema,
    /** Where the job continues: with the characters after this one. */
    after: z.optional(z.int()),
    /** When the first of the messages that continue each other was processed. */
    startedAt: z.optional(z.int()),
    /** At most so many characters. */
    limit: z.optional(z.int()),
  }),
  /** Continue a fetch of a corporation's data. */
  z.object({ kind: z.literal("fetch"), runId: z.string() }),
  /** Continue a round of health checks that began at `round`, for one corporation or for all (null). */
  z.object({
    kind: z.literal("check-directors"),
    round: z.int(),
    corporationId: z.nullable(z.int()),
  }),
  /** Continue the evaluation of requirements. */
  z.object({ kind: z.literal("evaluate") }),
  /** Work on a Discord server; the rest is what the former message has left (`servers/sync/slice.ts`). */
  z.object({
    kind: z.literal("discord"),
    serverId: z.string(),
    token: z.optional(z.string()),
    pageSize: z.optional(z.int()),
  }),
  /** Continue with memberships that end. */
  z.object({ kind: z.literal("membership-ends") }),
  /** Post at Discord what the log has. */
  z.object({ kind: z.literal("discord-posts") }),
  /** Tell applications what the log has. */
  z.object({ kind: z.literal("webhooks") }),
  /** Name the members of rosters. */
  z.object({ kind: z.literal("roster") }),
  /** Read the notices that are due until this time: one poll in each delivery. */
  z.object({ kind: z.literal("notices"), until: z.int() }),
  /** Make a key that signs ID tokens, for this user, unless there is a newer one than `newest` by now. */
  z.object({
    kind: z.literal("rotate-keys"),
    userId: z.string(),
    newest: z.nullable(z.string()),
  }),
  /** Tell applications that sessions have ended. */
  z.object({ kind: z.literal("logouts") }),
  /** Fetch the sheet of a character that has signed in. */
  z.object({ kind: z.literal("refresh"), characterId: z.int() }),
  /** Fetch what rules need of characters, before it gets too old, until this time: one character in each delivery. */
  z.object({ kind: z.literal("refresh-evidence"), until: z.int() }),
  /** A statement that D1 refused because of its daily limit. Its tokens are encrypted, as in D1. */
  z.object({
    kind: z.literal("deferred-write"),
    sql: z.string(),
    params: z.array(z.nullable(z.union([z.string(), z.number()]))),
  }),
]);
export type JobMessage = z.infer<typeof jobMessageSchema>;
export type JobProgress = Pick<
  Extract<JobMessage, { kind: "job" }>,
  "after" | "startedAt" | "limit"
>;

export type JobQueue = Pick<Queue<JobMessage>, "send" | "sendBatch">;

/** https://developers.cloudflare.com/queues/platform/limits/ */
const MESSAGES_PER_BATCH = 100;

/** Sends messages, with one subrequest for every hundred. */
export async function enqueue(queue: JobQueue, messages: JobMessage[]) {
  for (let from = 0; from < messages.length; from += MESSAGES_PER_BATCH) {
    await queue.sendBatch(
      messages
        .slice(from, from + MESSAGES_PER_BATCH)
        .map((body): MessageSendRequest<JobMessage> => ({ body, contentType: "json" })),
    );
  }
}
