import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/job-queue.ts";
import { syncServer } from "./slice.ts";
import { selectDue } from "./sync-store.ts";

/** What the cron does every minute: each server that something waits for gets a message of the queue. */
export async function startDueSyncs(context: Context): Promise<void> {
  if (context.config.DISCORD_BOT_TOKEN === "") return;
  const due = await run(context.db, selectDue({ now: Date.now() }));
  await enqueue(
    context.queue,
    due.map(({ id }) => ({ kind: "discord", serverId: id })),
  );
}

/** One slice; another message continues. */
export async function continueSync(
  context: Context,
  message: { serverId: string; token?: string | undefined },
): Promise<boolean> {
  if (context.config.DISCORD_BOT_TOKEN === "") return true;
  const { serverId, token } = message;
  const next = await syncServer(context, serverId, token);
  if (next === undefined) return true;
  const { delaySeconds } = next;
  await context.queue.send(
    { kind: "discord", serverId, token: next.token },
    { contentType: "json", delaySeconds },
  );
  return false;
}
