import * as z from "zod/mini";
import type { Answer, Bot, BotRequest } from "#worker/discord/bot/bot.ts";
import { listGuilds } from "#worker/discord/bot/endpoints.ts";
import { COMMANDS } from "./definitions.ts";

export const INTERACTIONS_PATH = "/api/discord/interactions";
export const EVENTS_PATH = "/api/discord/events";

const commandSchema = z.object({ name: z.string(), type: z._default(z.int(), 1) });

/** Replaces the commands of a server: https://discord.com/developers/docs/interactions/application-commands#bulk-overwrite-guild-application-commands */
function putCommands(applicationId: string, serverId: string): BotRequest<unknown> {
  const path = `/applications/${applicationId}/guilds/${serverId}/commands`;
  return { method: "PUT", route: path, path, schema: z.unknown(), body: COMMANDS };
}

export function listCommands(
  applicationId: string,
  serverId: string,
): BotRequest<z.infer<typeof commandSchema>[]> {
  const path = `/applications/${applicationId}/guilds/${serverId}/commands`;
  return { method: "GET", route: path, path, schema: z.array(commandSchema) };
}

/** Discord tries the address at once: it must answer a PING, and refuse a wrong signature. */
function patchApplication(origin: string): BotRequest<unknown> {
  return {
    method: "PATCH",
    route: "/applications/@me",
    path: "/applications/@me",
    schema: z.unknown(),
    body: {
      interactions_endpoint_url: origin + INTERACTIONS_PATH,
      event_webhooks_url: origin + EVENTS_PATH,
      // 2: enabled. https://discord.com/developers/docs/resources/application#application-object-application-event-webhook-status
      event_webhooks_status: 2,
      event_webhooks_types: ["APPLICATION_DEAUTHORIZED"],
    },
  };
}

/** What could not be done, and Discord's answer. */
export type Registration = {
  servers: string[];
  failed: { name: string; answer: Exclude<Answer<unknown>, { state: "ok" }> }[];
};

/** Tells Discord where this Muster is, and gives every server that the bot is on its commands. */
export async function register(
  bot: Bot,
  applicationId: string,
  origin: string,
): Promise<Registration> {
  const result: Registration = { servers: [], failed: [] };
  const address = await bot.call(patchApplication(origin));
  if (address.state !== "ok") result.failed.push({ name: "address", answer: address });
  const servers = await bot.call(listGuilds);
  if (servers.state !== "ok") {
    result.failed.push({ name: "servers", answer: servers });
    return result;
  }
  for (const { id, name } of servers.data) {
    const answer = await bot.call(putCommands(applicationId, id));
    if (answer.state === "ok") result.servers.push(name);
    else result.failed.push({ name, answer });
  }
  return result;
}
