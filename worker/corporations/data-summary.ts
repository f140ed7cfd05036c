import { english } from "#shared/english.ts";
import type {
  CategoryState,
  CorporationCategory,
  CorporationData,
  FetchRun,
} from "#shared/corporations/corporations.ts";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import { unreadText } from "#worker/corporations/fetch/sources.ts";
import { selectLatestFetchRuns } from "#worker/corporations/fetch/run-store.ts";
import type { RunRow } from "#worker/corporations/fetch/run-store.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { RunFailure } from "#worker/db/schema/corporations.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { esiSentence } from "#worker/esi/error.ts";
import { selectCounters } from "./store.ts";

/** A run is shown as stalled after a minute without a lease. The cron restarts it later, because the queue may be busy. */
const STALLED_AFTER_MS = 60_000;
const CATEGORIES = corporationCategorySchema.options;

/** The numbers of a corporation's data, with the age of each category. */
export async function readData({ db }: Context, id: number): Promise<CorporationData> {
  const [[counters], runs] = await runBatch(db, [
    selectCounters({ id }),
    selectLatestFetchRuns({ corporationId: id }),
  ]);
  if (counters === undefined) throw new ApiError("corporation_removed");
  const latest = new Map(runs.map((run) => [run.category, run]));
  const count = (category: CorporationCategory, source: string) =>
    latest.get(category)?.plan?.sources[source]?.count ?? 0;
  return {
    coreData: { memberCount: count("core", "members"), trackingCount: count("core", "tracking") },
    financialData: {
      walletCount: count("financial", "wallets"),
      journalCount: counters.journalCount,
    },
    assetsData: {
      assetCount: count("assets", "assets"),
      structureCount: count("assets", "structures"),
    },
    marketData: {
      orderCount: count("market", "orders"),
      contractCount: counters.contractCount,
    },
    killmailCount: counters.killmailCount,
    categories: CATEGORIES.flatMap((category) => {
      const run = latest.get(category);
      if (run !== undefined) return [categoryState(run, Date.now())];
      // Begins when a rule needs it.
      return category === "requirements" ? [] : [neverFetched(category)];
    }),
  };
}

function neverFetched(category: CorporationCategory): CategoryState {
  return {
    category,
    state: "never",
    lastSuccess: null,
    age: null,
    nextDue: null,
    error: null,
    lastRun: null,
  };
}

function categoryState(run: RunRow, now: number): CategoryState {
  const { category, error, dueAt, isScheduled } = run;
  const lastSuccessAt = lastSuccessOf(run);
  return {
    category,
    state: stateOf(run, now),
    lastSuccess: lastSuccessAt === null ? null : new Date(lastSuccessAt).toISOString(),
    age: lastSuccessAt === null ? null : Math.max(0, Math.floor((now - lastSuccessAt) / 1000)),
    nextDue: isScheduled === 1 ? (dueAt?.toISOString() ?? null) : null,
    error: error && errorText(run, error),
    lastRun: presentRun(run, now),
  };
}

/** When the category was last read: all of it, or those of its lists that could be read. */
function lastSuccessOf({ finishedAt, error, plan }: RunRow): number | null {
  if (finishedAt !== null && error === null) return finishedAt.getTime();
  const read = Object.values(plan?.sources ?? {}).map(({ readAt }) => readAt ?? 0);
  return Math.max(plan?.lastSuccessAt ?? 0, ...read) || null;
}

function stateOf(run: RunRow, now: number): CategoryState["state"] {
  const { finishedAt, error, dueAt, leaseUntil, resumesAt } = run;
  if (finishedAt === null) {
    const idleSince = Math.max(Number(leaseUntil), Number(resumesAt));
    return now - idleSince > STALLED_AFTER_MS ? "stalled" : "running";
  }
  if (error !== null) return "failed";
  return dueAt !== null && dueAt.getTime() <= now ? "due" : "fresh";
}

function presentRun(run: RunRow, now: number): FetchRun {
  const { id, category, rows, pagesRead, error, leaseUntil, resumesAt } = run;
  const isWaiting = leaseUntil === null && resumesAt !== null && resumesAt.getTime() > now;
  return {
    id,
    category,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    rows,
    pagesRead,
    error: error && errorText(run, error),
    resumesAt: isWaiting ? resumesAt.toISOString() : null,
  };
}

/** Why the run failed. Where other lists of the category were read, those that were not are named. */
function errorText({ plan }: RunRow, error: RunFailure): string {
  const sources = Object.entries(plan?.sources ?? {});
  const failed = sources.flatMap(([key, { failure }]) =>
    failure !== undefined && plan?.done.includes(key) === true ? [{ key, failure }] : [],
  );
  if (failed.length === sources.length) return failureText(error);
  const failures = [...new Set(failed.map(({ failure }) => failure))];
  const sentences = failures.flatMap((failure) => [
    ...failed.filter((part) => part.failure === failure).flatMap(({ key }) => unreadText(key)),
    failureText(failure),
  ]);
  return sentences.join(" ") || failureText(error);
}

function failureText(failure: RunFailure): string {
  switch (failure) {
    case "no_director":
      return english`No director can be used. Verify the directors or add one.`;
    case "cut_off":
      return english`The fetch was interrupted several times. It is retried automatically.`;
    case "missing_role":
      return english`No director has the in-game role required for this data.`;
    case "missing_scope":
      return english`No director has granted the access required for this data. Grant director access again.`;
    case "not_in_corporation":
      return english`No director is still in the corporation.`;
    case "token_revoked":
      return english`EVE no longer accepts any director's authorization. Grant director access again.`;
    case "deleted":
    case "not_found":
    case "rate_limited":
    case "unavailable":
    case "bad_answer":
      return esiSentence(failure);
  }
}
