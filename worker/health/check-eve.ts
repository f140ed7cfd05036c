import { msg, ph, plural } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import { applicationScopes } from "#worker/esi/scopes.ts";
import type { Config } from "#worker/ground/config.ts";
import { COMPATIBILITY_DATE } from "#worker/esi/client.ts";
import { downtimeLeftMs } from "#worker/esi/cooldowns.ts";
import { esiSentence } from "#worker/esi/error.ts";
import type { Probes } from "./probes.ts";
import type { HealthFacts } from "./store.ts";
import { asSentence, span } from "./format.ts";
import type { HealthLine, Finding } from "./format.ts";

const APPLICATIONS = "https://developers.eveonline.com/applications";

export function checkEveApplication(config: Config, origin: string, { eve }: Probes): HealthLine {
  const found: Record<Probes["eve"], Finding> = {
    accepted: {
      state: "ok",
      words: msg`EVE accepts the client id and its secret.`,
    },
    wrong_secret: {
      state: "failed",
      words: msg`EVE does not accept this secret for this client id. Users cannot sign in; no token is lost.`,
      fix: msg`Copy the secret key of the application at ${ph({ address: APPLICATIONS })}, then: npx wrangler secret put EVE_CLIENT_SECRET`,
    },
    unknown_client: {
      state: "failed",
      words: msg`EVE does not know this client id. Users cannot sign in; no token is lost.`,
      fix: msg`Compare it with the application at ${ph({ address: APPLICATIONS })}, correct EVE_CLIENT_ID in wrangler.jsonc, and run npm run deploy.`,
    },
    unavailable: {
      state: "failed",
      words: msg`EVE's sign-in does not answer. Users cannot sign in; no token and no session is lost.`,
      fix: msg`Nothing to do: the outage is EVE's. Signed-in users stay signed in.`,
    },
  };
  return {
    id: "eve-application",
    title: msg`EVE application`,
    ...found[eve],
    values: [
      { label: msg`Client id`, value: config.EVE_CLIENT_ID },
      { label: msg`Callback URL`, value: origin + config.EVE_CALLBACK_PATH },
      { label: msg`Scopes`, value: applicationScopes().join("\n") },
    ],
  };
}

export function checkEsi(
  config: Config,
  { esi, players }: Probes,
  now: number,
  { sayShared }: Words,
): HealthLine {
  const line = { id: "esi", title: msg`ESI` };
  if (esi === "ok" || esi === "rejected") {
    const online =
      players === null
        ? []
        : [msg`${plural(players, { one: "# pilot is online.", other: "# pilots are online." })}`];
    return { ...line, state: "ok", words: [msg`ESI answers.`, ...online] };
  }
  if (downtimeLeftMs(config, now) > 0) {
    return {
      ...line,
      state: "warning",
      words: msg`EVE's daily downtime. Data already loaded is shown.`,
      fix: msg`Nothing to do: fetches resume at 11:15 UTC.`,
    };
  }
  return {
    ...line,
    state: esi === "rate_limited" ? "warning" : "failed",
    words: msg`ESI does not respond as expected (${ph({ reason: esi })}). Data already loaded is shown; nothing is lost.`,
    fix: [sayShared(esiSentence(esi)), msg`Fetches are retried automatically.`],
  };
}

export function checkCompatibilityDate({ esi, newestCompatibilityDate }: Probes): HealthLine {
  const date = COMPATIBILITY_DATE;
  const line = { id: "compatibility-date", title: msg`ESI compatibility date` };
  if (esi === "rejected") {
    return {
      ...line,
      state: "failed",
      words: msg`ESI no longer accepts ${date}.`,
      fix: msg`Update Muster: newer versions use a newer date.`,
    };
  }
  if (esi !== "ok") {
    const words = msg`ESI does not respond, so ${date} could not be checked.`;
    return { ...line, state: "unknown", words };
  }
  const newest = newestCompatibilityDate ?? date;
  const found = [
    msg`ESI accepts ${date}.`,
    ...(newest <= date ? [] : [msg`A newer date is available: ${newest}.`]),
  ];
  return { ...line, state: "ok", words: found };
}

export function checkErrorBudget(
  { cooldowns }: HealthFacts,
  now: number,
  words: Words,
): HealthLine {
  const { say } = words;
  const line = { id: "error-budget", title: msg`ESI limits` };
  if (cooldowns.length === 0) {
    return { ...line, state: "ok", words: msg`ESI limits are fine.` };
  }
  const found = cooldowns.map(({ bucket, closedTo, until }) => {
    const time = span(until - now, words);
    return say(
      closedTo === "everyone"
        ? msg`${bucket}: exhausted, for ${time} more`
        : msg`${bucket}: low, reserved for interactive requests, for ${time} more`,
    );
  });
  const isShutOut = cooldowns.some((cooldown) => cooldown.closedTo === "everyone");
  return {
    ...line,
    state: isShutOut ? "failed" : "warning",
    words: asSentence(found, words),
    fix: msg`Muster waits automatically. If this repeats every hour, look in the log for requests that ESI keeps refusing.`,
  };
}

export function checkContact({ ESI_CONTACT }: Config): HealthLine {
  const line = { id: "contact", title: msg`Contact for CCP` };
  if (ESI_CONTACT !== "") {
    return {
      ...line,
      state: "ok",
      words: msg`Every request gives CCP this contact: ${ph({ contact: ESI_CONTACT })}.`,
    };
  }
  return {
    ...line,
    state: "warning",
    words: msg`CCP cannot contact you when something is wrong with Muster's requests, and may block them.`,
    fix: msg`Set ESI_CONTACT in wrangler.jsonc to a mail address, and run npm run deploy.`,
  };
}
