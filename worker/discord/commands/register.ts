import { ApiError } from "#worker/http/api-error.ts";
import * as z from "zod/mini";
import { msg, ph } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import { get } from "#worker/discord/bot/bot.ts";
import type { Bot, BotRequest, Failure } from "#worker/discord/bot/bot.ts";
import { listGuilds } from "#worker/discord/bot/endpoints.ts";
import { presentCommands } from "./definitions.ts";
import type { Translate } from "./definitions.ts";

export const INTERACTIONS_PATH = "/api/discord/interactions";
export const EVENTS_PATH = "/api/discord/events";

const commandSchema = z.object({ name: z.string(), type: z._default(z.int(), 1) });

const commandsPath = (applicationId: string, serverId: string) =>
  `/applications/${applicationId}/guilds/${serverId}/commands`;

/** Replaces the commands of a server: https://discord.com/developers/docs/interactions/application-commands#bulk-overwrite-guild-application-commands */
function putCommands(
  applicationId: string,
  serverId: string,
  body: ReturnType<typeof presentCommands>,
): BotRequest<unknown> {
  const path = commandsPath(applicationId, serverId);
  return { method: "PUT", route: path, path, schema: z.unknown(), body };
}

export const listCommands = (applicationId: string, serverId: string) =>
  get(commandsPath(applicationId, serverId), z.array(commandSchema));

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

/** What could not be done, and why. `server` is the name of one that has no commands. */
type Problem = { what: "address" | "servers" | { server: string }; refusal: ApiError };

/** The names of the servers that have the commands now. */
type Registration = { servers: string[]; problems: Problem[] };

/** Tells Discord where this Muster is, and gives every server that the bot is on its commands. */
export async function register(
  bot: Bot,
  applicationId: string,
  origin: string,
  translate: Translate,
): Promise<Registration> {
  const result: Registration = { servers: [], problems: [] };
  const address = await bot.call(patchApplication(origin));
  if (address.state !== "ok") {
    result.problems.push({ what: "address", refusal: explain(address) });
  }
  const servers = await bot.call(listGuilds);
  if (servers.state !== "ok") {
    result.problems.push({ what: "servers", refusal: explain(servers) });
    return result;
  }
  const commands = presentCommands(translate);
  for (const { id, name } of servers.data) {
    const answer = await bot.call(putCommands(applicationId, id, commands));
    if (answer.state === "ok") result.servers.push(name);
    else result.problems.push({ what: { server: name }, refusal: explain(answer) });
  }
  return result;
}

export function problemIn(inWords: Words, { what, refusal }: Problem): string {
  const { say } = inWords;
  const reason = inWords.sayRefusal(refusal);
  if (what === "servers") return reason;
  return what === "address"
    ? say(msg`Discord did not accept the address of this Muster. ${reason}`)
    : say(msg`${ph({ server: what.server })}: ${reason}`);
}

export function explain(answer: Failure): ApiError {
  if (answer.state !== "refused") return new ApiError("discord_not_now");
  if (answer.status === 401) return new ApiError("discord_token_refused");
  if (answer.code === 50_001) return new ApiError("discord_install_again");
  return new ApiError("discord_refused", { code: answer.code });
}
