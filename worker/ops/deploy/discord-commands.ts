import { join } from "node:path";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { TRANSLATED } from "#shared/language/spoken.ts";
import { inEnglish } from "#worker/discord/commands/definitions.ts";
import type { Translate } from "#worker/discord/commands/definitions.ts";
import { readTranslations } from "#web/language/build/catalogs.ts";
import { openBot } from "#worker/discord/bot/bot.ts";
import { NO_BUCKETS } from "#worker/discord/bot/buckets.ts";
import { getApplication } from "#worker/discord/bot/endpoints.ts";
import { explain, register } from "#worker/discord/commands/register.ts";

const WEB = join(import.meta.dirname, "../../../web");

type Given = { host: string; url: string; botToken: string; contact: string };

/** Registers the commands on every server of the bot, as the button on Setup does. Returns what to tell. */
export async function registerCommands({ host, url, botToken, contact }: Given): Promise<string[]> {
  const config = { DISCORD_URL: url, DISCORD_BOT_TOKEN: botToken, ESI_CONTACT: contact };
  const bot = openBot(config, NO_BUCKETS);
  const application = await bot.call(getApplication);
  if (application.state !== "ok") {
    return [`! The commands at Discord are not registered. ${explain(application).message}`];
  }
  const { servers, problems } = await register(
    bot,
    application.data.id,
    `https://${host}`,
    await readCommandTexts(),
  );
  return [
    ...(servers.length === 0 ? [] : [`✓ Commands at Discord on ${servers.join(", ")}`]),
    ...problems.map(
      ({ what, refusal }) =>
        `! ${typeof what === "string" ? what : what.server}: ${refusal.message}`,
    ),
  ];
}

/** From the files of this checkout: the Worker's own are built. */
export async function readCommandTexts(): Promise<Translate> {
  const reading = TRANSLATED.map(
    async (language) => [language, await readTranslations(WEB, language)] as const,
  );
  const catalogs = new Map(await Promise.all(reading));
  return (message, language) =>
    catalogs.get(language)?.get(generateMessageId(inEnglish(message), message.context));
}
