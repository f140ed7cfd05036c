import { checkEveClient } from "#worker/auth/tokens/eve-sso.ts";
import type { Config } from "#worker/ground/config.ts";
import type { EsiReason } from "#worker/db/schema/esi.ts";
import { checkBot } from "#worker/discord/bot/read-facts.ts";
import type { BotCheck } from "#worker/discord/bot/read-facts.ts";
import { checkFrontDoor } from "#worker/discord/commands/check.ts";
import type { FrontDoor } from "#worker/discord/commands/check.ts";
import { checkDiscordApplication } from "#worker/discord/link/discord-api.ts";
import { openEsi } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { getCompatibilityDates, getStatus } from "#worker/esi/universe-endpoints.ts";

/** The page does not wait longer for EVE or Discord. */
const TIMEOUT_MS = 3000;
const CACHE_MS = 60_000;

/** `rejected`: ESI refuses the request itself, for example because of its compatibility date. */
type EsiState = EsiReason | "ok" | "rejected";

/** How EVE and Discord responded, at most a minute ago. */
export type Probes = {
  eve: Awaited<ReturnType<typeof checkEveClient>>;
  esi: EsiState;
  players: number | null;
  newestCompatibilityDate: string | null;
  discord: Awaited<ReturnType<typeof checkDiscordApplication>> | "not_used";
  bot: BotCheck;
  frontDoor: FrontDoor;
  at: number;
};

/** Keyed by the configuration, of which a deployment has one. */
const known = new WeakMap<Config, Probes>();

/** Probes EVE and Discord in parallel. An outage of theirs delays the page by three seconds, once a minute. */
export async function probe(config: Config): Promise<Probes> {
  const cached = known.get(config);
  if (cached !== undefined && Math.abs(Date.now() - cached.at) < CACHE_MS) return cached;
  const [eve, status, newestCompatibilityDate, discord, bot, frontDoor] = await Promise.all([
    within(checkEveClient(config), "unavailable"),
    within(askStatus(config), { esi: "unavailable", players: null }),
    within(askDates(config), null),
    askDiscord(config),
    within(checkBot(config), { state: "unavailable" }),
    within(checkFrontDoor(config), { state: "unavailable" }),
  ]);
  const doors = { discord, bot, frontDoor };
  const probes = { eve, ...status, newestCompatibilityDate, ...doors, at: Date.now() };
  known.set(config, probes);
  return probes;
}

/** The next page probes again. */
export function forgetProbes(config: Config) {
  known.delete(config);
}

async function askDiscord(config: Config): Promise<Probes["discord"]> {
  if (config.DISCORD_CLIENT_ID === "") return "not_used";
  return within(checkDiscordApplication(config), "unavailable");
}

async function askStatus(config: Config): Promise<{ esi: EsiState; players: number | null }> {
  try {
    const answer = await esiOf(config).request(getStatus, { params: {} });
    return { esi: "ok", players: answer.state === "changed" ? answer.data.players : null };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    return { esi: error.status === 400 ? "rejected" : error.reason, players: null };
  }
}

async function askDates(config: Config): Promise<string | null> {
  try {
    const answer = await esiOf(config).request(getCompatibilityDates, { params: {} });
    if (answer.state === "unchanged") return null;
    return answer.data.compatibility_dates.toSorted().at(-1) ?? null;
  } catch (error) {
    if (error instanceof EsiError) return null;
    throw error;
  }
}

function esiOf(config: Config) {
  return openEsi(config, { priority: "interactive", timeoutMs: TIMEOUT_MS });
}

/** The answer, or `otherwise` on timeout. */
function within<Answer>(answer: Promise<Answer>, otherwise: NoInfer<Answer>): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => resolve(otherwise), TIMEOUT_MS);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
