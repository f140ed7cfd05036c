import type { HealthCheck } from "#shared/health.ts";
import { applicationScopes } from "#worker/esi/scopes.ts";
import type { Config } from "#worker/config.ts";
import { COMPATIBILITY_DATE } from "#worker/esi/client.ts";
import { downtimeLeftMs } from "#worker/esi/downtime.ts";
import { esiSentence } from "#worker/esi/error.ts";
import type { Probes } from "./probes.ts";
import type { Facts } from "./store.ts";
import { span } from "./format.ts";

type Found = Pick<HealthCheck, "state" | "words" | "fix">;

const APPLICATIONS = "https://developers.eveonline.com/applications";

export function checkEveApplication(config: Config, origin: string, { eve }: Probes): HealthCheck {
  const found: Record<Probes["eve"], Found> = {
    accepted: { state: "ok", words: "EVE accepts the client id and its secret.", fix: null },
    wrong_secret: {
      state: "failed",
      words:
        "EVE does not accept this secret for this client id. Users cannot sign in; no token is lost.",
      fix: `Copy the secret key of the application at ${APPLICATIONS}, then: npx wrangler secret put EVE_CLIENT_SECRET`,
    },
    unknown_client: {
      state: "failed",
      words: "EVE does not know this client id. Users cannot sign in; no token is lost.",
      fix: `Compare it with the application at ${APPLICATIONS}, correct EVE_CLIENT_ID in wrangler.jsonc, and run npm run deploy.`,
    },
    unavailable: {
      state: "failed",
      words:
        "EVE's sign-in does not answer. Users cannot sign in; no token and no session is lost.",
      fix: "Nothing to do: the outage is EVE's. Signed-in users stay signed in.",
    },
  };
  return {
    id: "eve-application",
    title: "EVE application",
    ...found[eve],
    values: [
      { label: "Client id", value: config.EVE_CLIENT_ID },
      { label: "Callback URL", value: origin + config.EVE_CALLBACK_PATH },
      { label: "Scopes", value: applicationScopes().join("\n") },
    ],
  };
}

export function checkEsi({ esi, players }: Probes, now: number): HealthCheck {
  const line = { id: "esi", title: "ESI", values: [] };
  if (esi === "ok" || esi === "rejected") {
    const online = players === null ? "" : ` ${players.toLocaleString("en-US")} pilots are online.`;
    return { ...line, state: "ok", words: `ESI answers.${online}`, fix: null };
  }
  if (downtimeLeftMs(now) > 0) {
    return {
      ...line,
      state: "warning",
      words: "EVE's daily downtime. Data already loaded is shown.",
      fix: "Nothing to do: fetches resume at 11:15 UTC.",
    };
  }
  return {
    ...line,
    state: esi === "rate_limited" ? "warning" : "failed",
    words: `ESI does not respond as expected (${esi}). Data already loaded is shown; nothing is lost.`,
    fix: `${esiSentence(esi)} Fetches are retried automatically.`,
  };
}

export function checkCompatibilityDate({ esi, newestCompatibilityDate }: Probes): HealthCheck {
  const line = { id: "compatibility-date", title: "ESI compatibility date", values: [] };
  if (esi === "rejected") {
    return {
      ...line,
      state: "failed",
      words: `ESI no longer accepts ${COMPATIBILITY_DATE}.`,
      fix: "Update Muster: newer versions use a newer date.",
    };
  }
  if (esi !== "ok") {
    const words = `ESI does not respond, so ${COMPATIBILITY_DATE} could not be checked.`;
    return { ...line, state: "unknown", words, fix: null };
  }
  const isNewest = (newestCompatibilityDate ?? COMPATIBILITY_DATE) <= COMPATIBILITY_DATE;
  const newer = isNewest ? "" : ` A newer date is available: ${newestCompatibilityDate}.`;
  return { ...line, state: "ok", words: `ESI accepts ${COMPATIBILITY_DATE}.${newer}`, fix: null };
}

export function checkErrorBudget({ cooldowns }: Facts, now: number): HealthCheck {
  const line = { id: "error-budget", title: "ESI limits", values: [] };
  if (cooldowns.length === 0) {
    return { ...line, state: "ok", words: "ESI limits are fine.", fix: null };
  }
  const words = cooldowns.map(({ bucket, closedTo, until }) => {
    const whom = closedTo === "everyone" ? "exhausted" : "low, reserved for interactive requests";
    return `${bucket}: ${whom}, for ${span(until - now)} more`;
  });
  const isShutOut = cooldowns.some((one) => one.closedTo === "everyone");
  return {
    ...line,
    state: isShutOut ? "failed" : "warning",
    words: `${words.join("; ")}.`,
    fix: "Muster waits automatically. If this repeats every hour, look in the log for requests that ESI keeps refusing.",
  };
}

export function checkContact({ ESI_CONTACT }: Config): HealthCheck {
  const line = { id: "contact", title: "Contact for CCP", values: [] };
  if (ESI_CONTACT !== "") {
    return {
      ...line,
      state: "ok",
      words: `Every request gives CCP this contact: ${ESI_CONTACT}.`,
      fix: null,
    };
  }
  return {
    ...line,
    state: "warning",
    words:
      "CCP cannot contact you when something is wrong with Muster's requests, and may block them.",
    fix: "Set ESI_CONTACT in wrangler.jsonc to a mail address, and run npm run deploy.",
  };
}
