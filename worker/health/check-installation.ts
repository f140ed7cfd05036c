import type { HealthCheck } from "#shared/health.ts";
import { DAY_MS } from "#shared/time.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import type { Config } from "#worker/config.ts";
import { DISCORD_CALLBACK_PATH } from "#worker/discord/link/service.ts";
import type { Probes } from "./probes.ts";
import type { Facts } from "./store.ts";
import { count, megabytes, span } from "./format.ts";

/** A fetch is stuck if it could continue for this long: the cron has enqueued it twice by then. */
const STANDSTILL_MS = 40 * 60 * 1000;
/** D1's limits (https://developers.cloudflare.com/d1/platform/limits/), and the share of them at which we warn. */
const FREE_PLAN_BYTES = 500e6;
const PAID_PLAN_BYTES = 10e9;
const NEARLY_FULL = 0.8;

export function checkEncryptionKey({ keyring }: Config, { samples }: Facts): HealthCheck {
  const line = { id: "encryption-key", title: "Encryption key", values: [] };
  const present = `A key is set; its id is ${keyring.current.id}.`;
  const [sample] = samples;
  if (sample === undefined) {
    const words = `${present} What it encrypts is counted every hour; that has not happened yet.`;
    return { ...line, state: "ok", words, fix: null };
  }
  const secrets = Object.entries(sample.tokensByKey);
  const total = (rows: [string, number][]) => rows.reduce((sum, [, amount]) => sum + amount, 0);
  const lost = secrets.filter(([keyId]) => !keyring.all.has(keyId));
  const older = secrets.filter(([keyId]) => keyring.all.has(keyId) && keyId !== keyring.current.id);
  if (lost.length > 0) {
    return {
      ...line,
      state: "failed",
      words: `${present} ${count(total(lost), "secret")} cannot be decrypted: the key with the id ${lost[0]?.[0]} is missing.`,
      fix: "Put that key back: npx wrangler secret put TOKEN_ENCRYPTION_KEY_PREVIOUS. If it is lost, those pilots must log in again, and those invite codes must be created again.",
    };
  }
  if (older.length > 0) {
    return {
      ...line,
      state: "warning",
      words: `${present} ${count(total(older), "secret")} of ${count(total(secrets), "secret")} are still under a previous key.`,
      fix: "Keep TOKEN_ENCRYPTION_KEY_PREVIOUS until this check says that it can be removed: tokens and codes are encrypted with the new key automatically, some every hour.",
    };
  }
  if (keyring.all.size > 1) {
    return {
      ...line,
      state: "warning",
      words: `${present} No secret needs a previous key.`,
      fix: "Remove it: npx wrangler secret delete TOKEN_ENCRYPTION_KEY_PREVIOUS",
    };
  }
  const words = `${present} It encrypts ${count(total(secrets), "secret")}: tokens and invite codes.`;
  return { ...line, state: "ok", words, fix: null };
}

export function checkAdministrators(
  { ADMIN_CHARACTER_IDS }: Config,
  { administrators }: Facts,
): HealthCheck {
  const line = { id: "administrators", title: "Administrators", values: [] };
  const held = administrators.filter(({ userId, isWithheld }) => userId !== null && !isWithheld);
  const active = held.filter((one) => markOf(one) === null);
  const suspended = held.filter((one) => markOf(one) !== null);
  const withheld = administrators.filter(({ isWithheld }) => isWithheld);
  const missing = ADMIN_CHARACTER_IDS.length - held.length - withheld.length;
  const others = suspended.length > 0 ? ` Suspended: ${namesOf(suspended)}.` : "";
  const words = `${namesOf(active)} ${active.length === 1 ? "administers" : "administer"}.${others}`;
  if (withheld.length > 0) {
    const they = withheld.length === 1 ? "It gives" : "They give";
    return {
      ...line,
      state: "failed",
      words: `${words} ${namesOf(withheld)} changed hands in EVE, or moved to another EVE account. ${they} no administrator rights until a person confirms the new owner.`,
      fix: "Confirm the owner on this page if you know who it is. Otherwise remove the character's id from ADMIN_CHARACTER_IDS in wrangler.jsonc, and run npm run deploy.",
    };
  }
  if (missing <= 0) return { ...line, state: "ok", words, fix: null };
  return {
    ...line,
    state: "warning",
    words: `${words} ${count(missing, "other configured character")} ${missing === 1 ? "is" : "are"} not linked to an account.`,
    fix: "A user who links such a character becomes an administrator. Compare ADMIN_CHARACTER_IDS in wrangler.jsonc.",
  };
}

function namesOf(administrators: Facts["administrators"]): string {
  return administrators.map(({ characterName }) => characterName).join(", ");
}

export function checkDiscord(config: Config, origin: string, { discord }: Probes): HealthCheck {
  const callback = { label: "Redirect URL", value: origin + DISCORD_CALLBACK_PATH };
  const line = { id: "discord-application", title: "Discord application", values: [callback] };
  switch (discord) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: "Not configured: users cannot link Discord. Everything else works.",
        fix: "To use it, create an application at https://discord.com/developers/applications, switch Public Client on, add this redirect, and run npm run deploy -- --discord-client-id <its id>.",
      };
    case "accepted":
      return { ...line, state: "ok", words: "Discord accepts the application.", fix: null };
    case "refused":
      return {
        ...line,
        state: "failed",
        words: "Discord does not accept the application. Users cannot link Discord.",
        fix: `Look at https://discord.com/developers/applications whether its id is ${config.DISCORD_CLIENT_ID}, and whether Public Client is on (OAuth2).`,
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: "Discord does not answer. Linked accounts stay linked.",
        fix: "Nothing to do: the outage is Discord's.",
      };
  }
}

export function checkQueue(facts: Facts, now: number): HealthCheck {
  const { openFetches, waitingSince, deadLetters } = facts;
  const line = { id: "queue", title: "Queue", values: [] };
  if (waitingSince !== null && now - waitingSince > STANDSTILL_MS) {
    return {
      ...line,
      state: "failed",
      words: `The queue is stuck: a fetch has been waiting for ${span(now - waitingSince)}.`,
      fix: "npx wrangler queues info muster-fetch says whether it has a consumer and is not paused; npm run deploy sets it up again. Waiting fetches go on by themselves.",
    };
  }
  if (deadLetters > 0) {
    return {
      ...line,
      state: "warning",
      words: `${count(deadLetters, "message")} failed too often and ${deadLetters === 1 ? "was" : "were"} given up in the last 24 hours.`,
      fix: "They are listed under the last failures; the log says why they failed. Their data is fetched again when it is due.",
    };
  }
  const open =
    openFetches === 0 ? "No fetch is open" : `${count(openFetches, "fetch run")} going on`;
  return { ...line, state: "ok", words: `${open}; nothing was given up.`, fix: null };
}

export function checkDatabase({ databaseBytes, samples }: Facts, now: number): HealthCheck {
  const limit = databaseBytes > FREE_PLAN_BYTES ? PAID_PLAN_BYTES : FREE_PLAN_BYTES;
  const plan = limit === FREE_PLAN_BYTES ? "500 MB, the free plan's limit" : "10 GB, D1's limit";
  const isNearlyFull = databaseBytes > NEARLY_FULL * limit;
  const oldest = samples.at(-1);
  const days = oldest === undefined ? 0 : (now - oldest.takenAt.getTime()) / DAY_MS;
  const growth =
    oldest === undefined || days < 1
      ? "Its growth is known after a day."
      : `It grew by ${megabytes((databaseBytes - oldest.databaseBytes) / days)} a day in ${count(Math.round(days), "day")}.`;
  return {
    id: "database",
    title: "Database",
    state: isNearlyFull ? "warning" : "ok",
    words: `${megabytes(databaseBytes)} of ${plan}. ${growth} Cloudflare's dashboard shows the rows read and written today: D1, muster, Metrics.`,
    fix: isNearlyFull
      ? "Change to Workers Paid before it is full (500 MB become 10 GB), or remove corporations that are no longer needed."
      : null,
    values: [],
  };
}
