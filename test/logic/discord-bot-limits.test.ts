import { expect, onTestFinished, test, vi } from "vitest";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import type { DiscordMessage } from "#worker/discord/posts/message.ts";
import { createMessage } from "#worker/discord/posts/endpoints.ts";

test("a channel whose limit is used up holds up no other channel, though Discord names one bucket for both", async () => {
  let remaining = 4;
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json(
        { id: "1" },
        {
          headers: {
            "x-ratelimit-bucket": "messages",
            "x-ratelimit-remaining": String(remaining),
            "x-ratelimit-reset-after": "5",
          },
        },
      ),
    ),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const config = { DISCORD_URL: "https://discord.test", DISCORD_BOT_TOKEN: "t", ESI_CONTACT: "" };
  const bot = openBot(config, NO_BUCKETS);
  const message: DiscordMessage = {
    content: "o7",
    components: [],
    allowed_mentions: { parse: [] },
  };
  const [calm, busy] = ["11", "22"].map((id) =>
    createMessage({ kind: "channel", id }, message, id),
  );
  if (!calm || !busy) throw new Error("There are two channels.");
  await bot.call(calm);
  remaining = 0;
  await bot.call(busy);
  expect(bot.freeAt(busy)).toBeGreaterThan(Date.now());
  expect(bot.freeAt(calm)).toBeLessThanOrEqual(Date.now());
});
