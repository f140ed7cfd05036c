import type { CheckState, Health, HealthDetails } from "#shared/health.ts";
import { msg, ph } from "#shared/language/macros.ts";
import type { RunFailure } from "#worker/db/schema/corporations.ts";
import type { Context } from "#worker/env.ts";
import { COMPATIBILITY_DATE } from "#worker/esi/client.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { JOB_MINUTES } from "#worker/work/crons.ts";
import type { Words } from "#worker/language/words.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";
import { checkDiscordBot, checkDiscordCommands } from "./check-discord.ts";
import {
  checkCompatibilityDate,
  checkContact,
  checkErrorBudget,
  checkEsi,
  checkEveApplication,
} from "./check-eve.ts";
import {
  checkAdministrators,
  checkDatabase,
  checkDiscord,
  checkEncryptionKey,
  checkQueue,
} from "./check-installation.ts";
import {
  askNearest,
  checkCrons,
  checkLog,
  checkReplicas,
  checkSigningKeys,
} from "./check-own-work.ts";
import { inWords } from "./format.ts";
import type { HealthLine } from "./format.ts";
import { probe } from "./probes.ts";
import * as store from "./store.ts";
import { HOUR_MS } from "#shared/time.ts";
import type { Config } from "#worker/ground/config.ts";

const CACHE_MS = 10_000;
const FAILURE_LENGTH = 200;
const CUT_OFF: RunFailure = "cut_off";
const CUT_OFF_WORDS = msg`Thirty invocations ended before they made progress. The free plan allows 10 ms of processor time: if this comes back, the data needs the paid plan.`;

/** When the database behind a binding last answered. */
const answered = new WeakMap<object, number>();

/** For anonymous monitors: touches the database every ten seconds at most, however often it is called. */
export async function checkHealth({ db }: Context, binding: object): Promise<Health> {
  const last = answered.get(binding);
  if (last === undefined || Math.abs(Date.now() - last) >= CACHE_MS) {
    try {
      await store.touch(db);
    } catch (cause) {
      throw new ApiError("database_silent", {}, { cause });
    }
    answered.set(binding, Date.now());
  }
  return { status: "ok" };
}

/** The self-diagnosis, for administrators. `origin` is where the browser sees this site. */
export async function readDetails(
  { db, config }: Context,
  { origin, version, DB }: { origin: string; version: WorkerVersionMetadata; DB: D1Database },
  words: Words,
): Promise<HealthDetails> {
  const now = Date.now();
  const [facts, probes, nearest, newestVersion] = await Promise.all([
    store.readFacts(db, config, Object.keys(JOB_MINUTES), now),
    probe(config),
    config.READ_REPLICAS === "on" ? askNearest(DB) : undefined,
    checkNewestVersion(config),
  ]);
  const checks: HealthLine[] = [
    checkEveApplication(config, origin, probes),
    checkEsi(config, probes, now, words),
    checkCompatibilityDate(probes),
    checkErrorBudget(facts, now, words),
    checkContact(config),
    checkDiscord(config, origin, probes),
    checkDiscordBot(config, probes.bot),
    checkDiscordCommands(probes.frontDoor, origin, words),
    checkEncryptionKey(config, facts),
    await checkSigningKeys(config, facts, now),
    checkAdministrators(config, facts, words),
    checkCrons(facts, now, words),
    checkQueue(facts, now, words),
    checkDatabase(facts, now, words),
    ...(nearest ? [checkReplicas(nearest)] : []),
    checkLog(facts, now, words),
    ...(newestVersion === undefined ? [] : [newestVersion]),
  ];
  const deployedAt = Date.parse(version.timestamp);
  return {
    state: worstOf(checks),
    checks: checks.map((check) => inWords(check, words)),
    withheldAdministrators: facts.administrators
      .filter(({ isWithheld }) => isWithheld)
      .map(({ characterId, characterName, heldBy, withheldSince }) => ({
        characterId,
        characterName,
        heldBy,
        since: withheldSince && withheldSince.toISOString(),
      })),
    failures: facts.failures.map(({ at, words: said, ...failure }) => ({
      ...failure,
      words: said === CUT_OFF ? words.say(CUT_OFF_WORDS) : said.slice(0, FAILURE_LENGTH),
      at: new Date(at).toISOString(),
    })),
    version: {
      product: PRODUCT_VERSION,
      commit: version.tag || null,
      deployedAt: Number.isNaN(deployedAt) ? null : new Date(deployedAt).toISOString(),
      esiCompatibilityDate: COMPATIBILITY_DATE,
    },
    checkedAt: new Date(now).toISOString(),
  };
}

/** `unknown` checks do not count. */
function worstOf(checks: HealthLine[]): CheckState {
  const isAny = (state: CheckState) => checks.some((check) => check.state === state);
  if (isAny("failed")) return "failed";
  return isAny("warning") ? "warning" : "ok";
}

const TIMEOUT_MS = 3000;

/** `version` is undefined if the answer has none that can be compared, or there was no answer. */
type Newest = { version: string | undefined; at: number };

/** Keyed by the configuration, of which a deployment has one. */
const known = new WeakMap<Config, Newest>();

/**
 * The line of the diagnosis about a newer version. Undefined, and nothing is asked, unless the administrators have said where:
 * RELEASES_URL is the latest release of a repository (https://docs.github.com/rest/releases/releases#get-the-latest-release).
 * It is asked once an hour at most.
 */
async function checkNewestVersion(config: Config): Promise<HealthLine | undefined> {
  if (config.RELEASES_URL === "") return undefined;
  const version = await newestVersion(config);
  const line = { id: "version", title: msg`Version` };
  if (version === undefined) {
    return {
      ...line,
      state: "unknown",
      words: msg`Muster could not find out whether there is a newer version.`,
      fix: msg`If this stays, compare RELEASES_URL in wrangler.jsonc with the address in docs/versions.md.`,
    };
  }
  if (isNewer(version, PRODUCT_VERSION)) {
    return {
      ...line,
      state: "warning",
      words: msg`Version ${version} is out. This Muster runs ${ph({ present: PRODUCT_VERSION })}.`,
      fix: msg`Read what is new in CHANGELOG.md, make a backup, then: git pull && npm ci && npm run deploy`,
    };
  }
  return { ...line, state: "ok", words: msg`There is no newer version.` };
}

async function newestVersion(config: Config): Promise<string | undefined> {
  const cached = known.get(config);
  if (cached !== undefined && Math.abs(Date.now() - cached.at) < HOUR_MS) return cached.version;
  const version = await askNewest(config.RELEASES_URL);
  known.set(config, { version, at: Date.now() });
  return version;
}

/** GitHub refuses requests without a User-Agent: https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent */
async function askNewest(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      headers: {
        "user-agent": `Muster/${PRODUCT_VERSION}`,
        accept: "application/vnd.github+json",
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const release: unknown = await response.json();
    const tag =
      response.ok && typeof release === "object" && release !== null && "tag_name" in release
        ? release.tag_name
        : undefined;
    return typeof tag === "string" ? /^v?(\d+\.\d+\.\d+)$/.exec(tag)?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Both are three numbers. */
function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, "en", { numeric: true }) > 0;
}
