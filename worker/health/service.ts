import type { CheckState, Health, HealthCheck, HealthDetails } from "#shared/health.ts";
import { msg } from "#shared/language/macros.ts";
import type { RunFailure } from "#worker/db/schema/corporations.ts";
import type { Context } from "#worker/env.ts";
import { COMPATIBILITY_DATE } from "#worker/esi/client.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { JOB_MINUTES } from "#worker/jobs/crons.ts";
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
import { checkNewestVersion } from "./newest-version.ts";
import { probe } from "./probes.ts";
import * as store from "./store.ts";

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
    checkNewestVersion(config, words),
  ]);
  const checks = [
    checkEveApplication(config, origin, probes, words),
    checkEsi(config, probes, now, words),
    checkCompatibilityDate(probes, words),
    checkErrorBudget(facts, now, words),
    checkContact(config, words),
    checkDiscord(config, origin, probes, words),
    checkDiscordBot(config, probes.bot, words),
    checkDiscordCommands(probes.frontDoor, origin, words),
    checkEncryptionKey(config, facts, words),
    await checkSigningKeys(config, facts, now, words),
    checkAdministrators(config, facts, words),
    checkCrons(facts, now, words),
    checkQueue(facts, now, words),
    checkDatabase(facts, now, words),
    ...(nearest ? [checkReplicas(nearest, words)] : []),
    checkLog(facts, now, words),
    ...(newestVersion === undefined ? [] : [newestVersion]),
  ];
  const deployedAt = Date.parse(version.timestamp);
  return {
    state: worstOf(checks),
    checks,
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
function worstOf(checks: HealthCheck[]): CheckState {
  const isAny = (state: CheckState) => checks.some((check) => check.state === state);
  if (isAny("failed")) return "failed";
  return isAny("warning") ? "warning" : "ok";
}
