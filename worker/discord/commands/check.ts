import type { Config } from "#worker/ground/config.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { getApplication, listGuilds } from "#worker/discord/bot/endpoints.ts";
import { COMMANDS } from "./definitions.ts";
import { EVENTS_PATH, INTERACTIONS_PATH, listCommands } from "./register.ts";

/** The page waits for the check, so it looks at this many servers at most. */
const MOST_SERVERS = 8;

/** Whether people can use Muster at Discord. */
export type FrontDoor =
  | { state: "not_used" | "no_key" | "unavailable" }
  | {
      state: "read";
      interactionsUrl: string | null;
      eventsUrl: string | null;
      /** The servers that lack one of the commands. */
      without: string[];
      servers: number;
    };

export async function checkFrontDoor(config: Config): Promise<FrontDoor> {
  if (config.DISCORD_BOT_TOKEN === "") return { state: "not_used" };
  if (config.DISCORD_PUBLIC_KEY === "") return { state: "no_key" };
  const bot = openBot(config, NO_BUCKETS);
  const [application, servers] = await Promise.all([
    bot.call(getApplication),
    bot.call(listGuilds),
  ]);
  if (application.state !== "ok" || servers.state !== "ok") return { state: "unavailable" };
  const { id, interactions_endpoint_url, event_webhooks_url } = application.data;
  const checked = await Promise.all(
    servers.data.slice(0, MOST_SERVERS).map(async (server) => {
      const answer = await bot.call(listCommands(id, server.id));
      const names = answer.state === "ok" ? answer.data.map(({ name }) => name) : [];
      return COMMANDS.every(({ name }) => names.includes(name)) ? [] : [server.name];
    }),
  );
  return {
    state: "read",
    interactionsUrl: interactions_endpoint_url ?? null,
    eventsUrl: event_webhooks_url ?? null,
    without: checked.flat(),
    servers: servers.data.length,
  };
}

/** Whether Discord sends what people do to this very Muster. */
export function isAddressedTo(
  { interactionsUrl, eventsUrl }: Extract<FrontDoor, { state: "read" }>,
  origin: string,
): boolean {
  return interactionsUrl === origin + INTERACTIONS_PATH && eventsUrl === origin + EVENTS_PATH;
}
