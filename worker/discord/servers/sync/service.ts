import * as z from "zod/mini";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { defineWork, DONE } from "#worker/work/define-work.ts";
import { syncServer } from "./slice.ts";
import { selectDue } from "./sync-store.ts";

/** Works on a Discord server; the rest is what the former message has left (`slice.ts`). */
export const syncWork = defineWork({
  kind: "discord",
  message: z.object({
    serverId: z.string(),
    token: z.optional(z.string()),
    pageSize: z.optional(z.int()),
  }),
  due: (_context, now) => [selectDue({ now })],
  begin({ config }, [servers], message) {
    if (config.DISCORD_BOT_TOKEN === "") return { messages: [] };
    return { messages: servers.map(({ id }) => message({ serverId: id })) };
  },
  async slice(context, { serverId, ...continued }) {
    if (context.config.DISCORD_BOT_TOKEN === "") return DONE;
    const left = await syncServer(context, serverId, continued);
    if (left === undefined) return DONE;
    const { delaySeconds, ...rest } = left;
    return { state: "more", delaySeconds, next: { serverId, ...rest } };
  },
});

/** Has the queue work on a server now. The cron of every minute would find it as well. */
export async function requestSync(context: Context, serverId: string): Promise<void> {
  if (context.config.DISCORD_BOT_TOKEN === "") return;
  await enqueue(context, [syncWork.message({ serverId })]);
}
