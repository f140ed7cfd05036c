import { dueLogouts, logoutMessages } from "#worker/applications/oidc/logouts.ts";
import { dueWebhooks, webhookMessages } from "#worker/applications/webhooks/deliver.ts";
import { runBatch } from "#worker/db/batch.ts";
import { duePosts, postMessages } from "#worker/discord/posts/service.ts";
import { dueSyncs, syncMessages } from "#worker/discord/servers/sync/service.ts";
import type { Context } from "./env.ts";
import { enqueue } from "./job-queue.ts";
import type { JobMessage } from "./job-queue.ts";

/** Statements: what Discord and the applications have not been told yet. */
export function dueConsequences(now: number) {
  return [dueSyncs(now), duePosts(now), dueWebhooks(now), dueLogouts(now)] as const;
}

type Found = [
  Parameters<typeof syncMessages>[1],
  Parameters<typeof postMessages>[0],
  Parameters<typeof webhookMessages>[0],
  Parameters<typeof logoutMessages>[0],
];

export function consequenceMessages(
  context: Context,
  [servers, posts, webhooks, logouts]: Found,
): JobMessage[] {
  return [
    ...syncMessages(context, servers),
    ...postMessages(posts),
    ...webhookMessages(webhooks),
    ...logoutMessages(logouts),
  ];
}

/** Tells Discord and the applications now, and not when the cron asks. One round trip, and a message for each that waits. */
export async function requestConsequences(context: Context): Promise<void> {
  const found = await runBatch(context.db, dueConsequences(Date.now()));
  await enqueue(context.queue, consequenceMessages(context, found));
}
