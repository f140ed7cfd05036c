import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/job-queue.ts";
import type { JobMessage } from "#worker/job-queue.ts";
import { syncServer } from "./slice.ts";
import type { Continued } from "./slice.ts";
import { selectDue } from "./sync-store.ts";

/** Statement of the cron of every minute: the servers that something waits for. */
export const dueSyncs = (now: number) => selectDue({ now });

/** A message for each of them. */
export function syncMessages({ config }: Context, due: { id: string }[]): JobMessage[] {
  if (config.DISCORD_BOT_TOKEN === "") return [];
  return due.map(({ id }) => ({ kind: "discord", serverId: id }));
}

/** The same behind a request. */
export async function startDueSyncs(context: Context): Promise<void> {
  const due = await run(context.db, dueSyncs(Date.now()));
  await enqueue(context.queue, syncMessages(context, due));
}

/** One slice; another message continues. */
export async function continueSync(
  context: Context,
  { serverId, ...continued }: { serverId: string } & Continued,
): Promise<boolean> {
  if (context.config.DISCORD_BOT_TOKEN === "") return true;
  const next = await syncServer(context, serverId, continued);
  if (next === undefined) return true;
  const { delaySeconds, ...rest } = next;
  await context.queue.send(
    { kind: "discord", serverId, ...rest },
    { contentType: "json", delaySeconds },
  );
  return false;
}
