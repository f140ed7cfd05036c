import { msg, ph, plural } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import { DAY_MS } from "#shared/time.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import type { Config } from "#worker/ground/config.ts";
import { DISCORD_CALLBACK_PATH } from "#worker/discord/link/service.ts";
import { nextQuotaReset } from "#worker/db/quota.ts";
import { isAllowanceSpent } from "#worker/work/enqueue.ts";
import type { Probes } from "./probes.ts";
import type { HealthFacts } from "./store.ts";
import { megabytes, span } from "./format.ts";
import type { HealthLine } from "./format.ts";

/** A fetch is stuck if it could continue for this long: the cron has enqueued it twice by then. */
const STANDSTILL_MS = 40 * 60 * 1000;
/** D1's limits (https://developers.cloudflare.com/d1/platform/limits/), and the share of them at which we warn. */
const FREE_PLAN_BYTES = 500e6;
const PAID_PLAN_BYTES = 10e9;
const NEARLY_FULL = 0.8;

export function checkEncryptionKey({ keyring }: Config, { samples }: HealthFacts): HealthLine {
  const line = { id: "encryption-key", title: msg`Encryption key` };
  const present = msg`A key is set; its id is ${ph({ keyId: keyring.current.id })}.`;
  const [sample] = samples;
  if (sample === undefined) {
    const words = [
      present,
      msg`What it encrypts is counted every hour; that has not happened yet.`,
    ];
    return { ...line, state: "ok", words };
  }
  const secrets = Object.entries(sample.tokensByKey);
  const total = (rows: [string, number][]) => rows.reduce((sum, [, amount]) => sum + amount, 0);
  const lost = secrets.filter(([keyId]) => !keyring.all.has(keyId));
  const older = secrets.filter(([keyId]) => keyring.all.has(keyId) && keyId !== keyring.current.id);
  if (lost.length > 0) {
    return {
      ...line,
      state: "failed",
      words: [
        present,
        msg`${plural(
          { count: total(lost) },
          {
            one: "# secret cannot be decrypted",
            other: "# secrets cannot be decrypted",
          },
        )}: the key with the id ${ph({ keyId: lost[0]?.[0] ?? "" })} is missing.`,
      ],
      fix: msg`Put that key back: npx wrangler secret put TOKEN_ENCRYPTION_KEY_PREVIOUS. If it is lost, those pilots must log in again, and those invite codes must be created again.`,
    };
  }
  if (older.length > 0) {
    return {
      ...line,
      state: "warning",
      words: [
        present,
        msg`${plural({ older: total(older) }, { one: "# secret", other: "# secrets" })} of ${plural(
          { all: total(secrets) },
          { one: "# secret", other: "# secrets" },
        )} are still under a previous key.`,
      ],
      fix: msg`Keep TOKEN_ENCRYPTION_KEY_PREVIOUS until this check says that it can be removed: tokens and codes are encrypted with the new key automatically, some every hour.`,
    };
  }
  if (keyring.all.size > 1) {
    return {
      ...line,
      state: "warning",
      words: [present, msg`No secret needs a previous key.`],
      fix: msg`Remove it: npx wrangler secret delete TOKEN_ENCRYPTION_KEY_PREVIOUS`,
    };
  }
  const words = [
    present,
    msg`${plural(
      { count: total(secrets) },
      {
        one: "It encrypts # secret: tokens and invite codes.",
        other: "It encrypts # secrets: tokens and invite codes.",
      },
    )}`,
  ];
  return { ...line, state: "ok", words };
}

export function checkAdministrators(
  { ADMIN_CHARACTER_IDS }: Config,
  { administrators }: HealthFacts,
  { list }: Words,
): HealthLine {
  const namesOf = (some: HealthFacts["administrators"]) =>
    list(some.map(({ characterName }) => characterName));
  const line = { id: "administrators", title: msg`Administrators` };
  const held = administrators.filter(({ userId, isWithheld }) => userId !== null && !isWithheld);
  const active = held.filter((administrator) => markOf(administrator) === null);
  const suspended = held.filter((administrator) => markOf(administrator) !== null);
  const withheld = administrators.filter(({ isWithheld }) => isWithheld);
  const missing = ADMIN_CHARACTER_IDS.length - held.length - withheld.length;
  const names = namesOf(active);
  const present = [
    active.length === 1 ? msg`${names} is an administrator.` : msg`${names} are administrators.`,
    ...(suspended.length > 0 ? [msg`Suspended: ${ph({ names: namesOf(suspended) })}.`] : []),
  ];
  if (withheld.length > 0) {
    const characters = namesOf(withheld);
    const ousted =
      withheld.length === 1
        ? msg`${characters} changed hands in EVE, or moved to another EVE account. It gives no administrator rights until a person confirms the new owner.`
        : msg`${characters} changed hands in EVE, or moved to another EVE account. They give no administrator rights until a person confirms the new owner.`;
    return {
      ...line,
      state: "failed",
      words: [...present, ousted],
      fix: msg`Confirm the owner on this page if you know who it is. Otherwise remove the character's id from ADMIN_CHARACTER_IDS in wrangler.jsonc, and run npm run deploy.`,
    };
  }
  if (missing <= 0) return { ...line, state: "ok", words: present };
  return {
    ...line,
    state: "warning",
    words: [
      ...present,
      msg`${plural(missing, {
        one: "# other configured character is not linked to an account.",
        other: "# other configured characters are not linked to an account.",
      })}`,
    ],
    fix: msg`A user who links such a character becomes an administrator. Compare ADMIN_CHARACTER_IDS in wrangler.jsonc.`,
  };
}

export function checkDiscord(config: Config, origin: string, { discord }: Probes): HealthLine {
  const callback = { label: msg`Redirect URL`, value: origin + DISCORD_CALLBACK_PATH };
  const line = {
    id: "discord-application",
    title: msg`Discord application`,
    values: [callback],
  };
  switch (discord) {
    case "not_used":
      return {
        ...line,
        state: "ok",
        words: msg`Not configured: users cannot link Discord. Everything else works.`,
        fix: msg`To use it, create an application at https://discord.com/developers/applications, switch Public Client on, add this redirect, and run npm run deploy -- --discord-client-id <its id>.`,
      };
    case "accepted":
      return { ...line, state: "ok", words: msg`Discord accepts the application.` };
    case "refused":
      return {
        ...line,
        state: "failed",
        words: msg`Discord does not accept the application. Users cannot link Discord.`,
        fix: msg`Look at https://discord.com/developers/applications whether its id is ${ph({ clientId: config.DISCORD_CLIENT_ID })}, and whether Public Client is on (OAuth2).`,
      };
    case "unavailable":
      return {
        ...line,
        state: "warning",
        words: msg`Discord does not answer. Linked accounts stay linked.`,
        fix: msg`Nothing to do: the outage is Discord's.`,
      };
  }
}

export function checkQueue(facts: HealthFacts, now: number, words: Words): HealthLine {
  const { openFetches, waitingSince, deadLetters, refusal } = facts;
  const line = { id: "queue", title: msg({ context: "of messages", message: "Queue" }) };
  if (refusal !== undefined) {
    const { refusedAt, error } = refusal;
    if (isAllowanceSpent(error) && now < nextQuotaReset(refusedAt.getTime())) {
      return {
        ...line,
        state: "warning",
        words: msg`The queue takes no messages until 00:00 UTC: the account has reached its daily limit of queue operations. What waits for it is kept.`,
        fix: msg`Nothing to do: Muster sends what waits after 00:00 UTC. The free plan allows 10,000 operations a day for everything in the account; Workers Paid has no daily limit.`,
      };
    }
    return {
      ...line,
      state: "failed",
      words: msg`The queue has taken no messages for ${ph({ time: span(now - refusedAt.getTime(), words) })}. Its error: ${error}`,
      fix: msg`npx wrangler queues list shows whether the queues exist; npm run deploy sets them up again. Muster sends what waits by itself.`,
    };
  }
  if (waitingSince !== null && now - waitingSince > STANDSTILL_MS) {
    return {
      ...line,
      state: "failed",
      words: msg`The queue is stuck: a fetch has been waiting for ${ph({ time: span(now - waitingSince, words) })}.`,
      fix: msg`npx wrangler queues info muster-fetch says whether it has a consumer and is not paused; npm run deploy sets it up again. Waiting fetches go on by themselves.`,
    };
  }
  if (deadLetters > 0) {
    return {
      ...line,
      state: "warning",
      words: msg`${plural(deadLetters, {
        one: "# message failed too often and was given up in the last 24 hours.",
        other: "# messages failed too often and were given up in the last 24 hours.",
      })}`,
      fix: msg`They are listed under the last failures; the log says why they failed. Their data is fetched again when it is due.`,
    };
  }
  const open =
    openFetches === 0
      ? msg`No fetch is open; nothing was given up.`
      : msg`${plural(openFetches, {
          one: "# fetch run going on; nothing was given up.",
          other: "# fetch runs going on; nothing was given up.",
        })}`;
  return { ...line, state: "ok", words: open };
}

export function checkDatabase(
  { databaseBytes, databaseRegion, samples }: HealthFacts,
  now: number,
  words: Words,
): HealthLine {
  const limit = databaseBytes > FREE_PLAN_BYTES ? PAID_PLAN_BYTES : FREE_PLAN_BYTES;
  const size = megabytes(databaseBytes, words);
  const used =
    limit === FREE_PLAN_BYTES
      ? msg`${size} of 500 MB, the free plan's limit.`
      : msg`${size} of 10 GB, D1's limit.`;
  const isNearlyFull = databaseBytes > NEARLY_FULL * limit;
  const oldest = samples.at(-1);
  const days = oldest === undefined ? 0 : (now - oldest.takenAt.getTime()) / DAY_MS;
  const growth =
    oldest === undefined || days < 1
      ? msg`Its growth is known after a day.`
      : msg`It grew by ${ph({
          growth: megabytes((databaseBytes - oldest.databaseBytes) / days, words),
        })} a day in ${ph({ time: span(Math.round(days) * DAY_MS, words) })}.`;
  return {
    id: "database",
    title: msg`Database`,
    state: isNearlyFull ? "warning" : "ok",
    words: [
      used,
      growth,
      ...(databaseRegion === undefined
        ? []
        : [msg`Its region is ${ph({ region: databaseRegion })}.`]),
      msg`Cloudflare's dashboard shows the rows read and written today: D1, muster, Metrics.`,
    ],
    ...(isNearlyFull && {
      fix: msg`Change to Workers Paid before it is full (500 MB become 10 GB), or remove corporations that are no longer needed.`,
    }),
  };
}
