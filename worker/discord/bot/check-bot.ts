import type { Config } from "#worker/config.ts";
import { openBot } from "./bot.ts";
import { NO_BUCKETS } from "./buckets.ts";
import { getApplication } from "./endpoints.ts";
import { MEMBERS_INTENT } from "./read-facts.ts";

/** What Discord says about the bot of this installation. */
export type BotCheck =
  | { state: "not_used" | "refused" | "unavailable" }
  | {
      state: "accepted";
      /** The bot belongs to the application that users link Discord with: only then can they join servers. */
      isOfApplication: boolean;
      hasMembersIntent: boolean;
      /** The configured public key is the application's. Null: none is configured. */
      isKeyRight: boolean | null;
    };

export async function checkBot(config: Config): Promise<BotCheck> {
  if (config.DISCORD_BOT_TOKEN === "") return { state: "not_used" };
  const answer = await openBot(config, NO_BUCKETS).call(getApplication);
  if (answer.state === "ok") {
    const { id, flags, verify_key } = answer.data;
    const { DISCORD_CLIENT_ID, DISCORD_PUBLIC_KEY } = config;
    return {
      state: "accepted",
      isOfApplication: id === DISCORD_CLIENT_ID,
      hasMembersIntent: (flags & MEMBERS_INTENT) !== 0,
      isKeyRight: DISCORD_PUBLIC_KEY === "" ? null : verify_key === DISCORD_PUBLIC_KEY,
    };
  }
  return { state: answer.state === "refused" && answer.status === 401 ? "refused" : "unavailable" };
}
