import { msg, ph, plural } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import type { HealthCheck } from "#shared/health.ts";
import { applicationScopes } from "#worker/esi/scopes.ts";
import type { Config } from "#worker/ground/config.ts";
import { COMPATIBILITY_DATE } from "#worker/esi/client.ts";
import { downtimeLeftMs } from "#worker/esi/cooldowns.ts";
import { esiSentence } from "#worker/esi/error.ts";
import type { Probes } from "./probes.ts";
import type { Facts } from "./store.ts";
import { asSentence, sentences, span } from "./format.ts";

type Found = Pick<HealthCheck, "state" | "words" | "fix">;

const APPLICATIONS = "https://developers.eveonline.com/applications";

export function checkEveApplication(
  config: Config,
  origin: string,
  { eve }: Probes,
  { say }: Words,
): HealthCheck {
  const found: Record<Probes["eve"], Found> = {
    accepted: {
      state: "ok",
      words: say(msg`EVE accepts the client id and its secret.`),
      fix: null,
    },
    wrong_secret: {
      state: "failed",
      words: say(
        msg`EVE does not accept this secret for this client id. Users cannot sign in; no token is lost.`,
      ),
      fix: say(
        msg`Copy the secret key of the application at ${ph({ address: APPLICATIONS })}, then: npx wrangler secret put EVE_CLIENT_SECRET`,
      ),
    },
    unknown_client: {
      state: "failed",
      words: say(msg`EVE does not know this client id. Users cannot sign in; no token is lost.`),
      fix: say(
        msg`Compare it with the application at ${ph({ address: APPLICATIONS })}, correct EVE_CLIENT_ID in wrangler.jsonc, and run npm run deploy.`,
      ),
    },
    unavailable: {
      state: "failed",
      words: say(
        msg`EVE's sign-in does not answer. Users cannot sign in; no token and no session is lost.`,
      ),
      fix: say(msg`Nothing to do: the outage is EVE's. Signed-in users stay signed in.`),
    },
  };
  return {
    id: "eve-application",
    title: say(msg`EVE application`),
    ...found[eve],
    values: [
      { label: say(msg`Client id`), value: config.EVE_CLIENT_ID },
      { label: say(msg`Callback URL`), value: origin + config.EVE_CALLBACK_PATH },
      { label: say(msg`Scopes`), value: applicationScopes().join("\n") },
    ],
  };
}

export function checkEsi(
  config: Config,
  { esi, players }: Probes,
  now: number,
  inWords: Words,
): HealthCheck {
  const { say } = inWords;
  const line = { id: "esi", title: say(msg`ESI`), values: [] };
  if (esi === "ok" || esi === "rejected") {
    const answers = say(msg`ESI answers.`);
    const online =
      players !== null &&
      say(msg`${plural(players, { one: "# pilot is online.", other: "# pilots are online." })}`);
    return {
      ...line,
      state: "ok",
      words: online ? sentences([answers, online], inWords) : answers,
      fix: null,
    };
  }
  if (downtimeLeftMs(config, now) > 0) {
    return {
      ...line,
      state: "warning",
      words: say(msg`EVE's daily downtime. Data already loaded is shown.`),
      fix: say(msg`Nothing to do: fetches resume at 11:15 UTC.`),
    };
  }
  return {
    ...line,
    state: esi === "rate_limited" ? "warning" : "failed",
    words: say(
      msg`ESI does not respond as expected (${ph({ reason: esi })}). Data already loaded is shown; nothing is lost.`,
    ),
    fix: sentences(
      [inWords.sayShared(esiSentence(esi)), say(msg`Fetches are retried automatically.`)],
      inWords,
    ),
  };
}

export function checkCompatibilityDate(
  { esi, newestCompatibilityDate }: Probes,
  inWords: Words,
): HealthCheck {
  const { say } = inWords;
  const date = COMPATIBILITY_DATE;
  const line = { id: "compatibility-date", title: say(msg`ESI compatibility date`), values: [] };
  if (esi === "rejected") {
    return {
      ...line,
      state: "failed",
      words: say(msg`ESI no longer accepts ${date}.`),
      fix: say(msg`Update Muster: newer versions use a newer date.`),
    };
  }
  if (esi !== "ok") {
    const words = say(msg`ESI does not respond, so ${date} could not be checked.`);
    return { ...line, state: "unknown", words, fix: null };
  }
  const newest = newestCompatibilityDate ?? date;
  const found = [
    say(msg`ESI accepts ${date}.`),
    ...(newest <= date ? [] : [say(msg`A newer date is available: ${newest}.`)]),
  ];
  return { ...line, state: "ok", words: sentences(found, inWords), fix: null };
}

export function checkErrorBudget({ cooldowns }: Facts, now: number, inWords: Words): HealthCheck {
  const { say } = inWords;
  const line = { id: "error-budget", title: say(msg`ESI limits`), values: [] };
  if (cooldowns.length === 0) {
    return { ...line, state: "ok", words: say(msg`ESI limits are fine.`), fix: null };
  }
  const words = cooldowns.map(({ bucket, closedTo, until }) => {
    const time = span(until - now, inWords);
    return closedTo === "everyone"
      ? say(msg`${bucket}: exhausted, for ${time} more`)
      : say(msg`${bucket}: low, reserved for interactive requests, for ${time} more`);
  });
  const isShutOut = cooldowns.some((cooldown) => cooldown.closedTo === "everyone");
  return {
    ...line,
    state: isShutOut ? "failed" : "warning",
    words: asSentence(words, inWords),
    fix: say(
      msg`Muster waits automatically. If this repeats every hour, look in the log for requests that ESI keeps refusing.`,
    ),
  };
}

export function checkContact({ ESI_CONTACT }: Config, { say }: Words): HealthCheck {
  const line = { id: "contact", title: say(msg`Contact for CCP`), values: [] };
  if (ESI_CONTACT !== "") {
    return {
      ...line,
      state: "ok",
      words: say(msg`Every request gives CCP this contact: ${ph({ contact: ESI_CONTACT })}.`),
      fix: null,
    };
  }
  return {
    ...line,
    state: "warning",
    words: say(
      msg`CCP cannot contact you when something is wrong with Muster's requests, and may block them.`,
    ),
    fix: say(msg`Set ESI_CONTACT in wrangler.jsonc to a mail address, and run npm run deploy.`),
  };
}
