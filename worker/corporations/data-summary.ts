import type {
  CategoryState,
  CorporationCategory,
  CorporationData,
  FetchRun,
} from "#shared/corporations.ts";
import { corporationCategorySchema } from "#shared/corporations.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { RunFailure, RunPlan } from "#worker/db/schema/corporations.ts";
import type { Context } from "#worker/env.ts";
import { esiSentence } from "#worker/esi/error.ts";
import type { EsiReason } from "#worker/esi/error.ts";
import { corporationNotFound } from "#worker/corporations/directors/refusals.ts";
import { selectLatestRuns } from "#worker/corporations/fetch/run-store.ts";
import type { RunRow } from "#worker/corporations/fetch/run-store.ts";
import { selectCounters } from "./store.ts";

const CATEGORIES = corporationCategorySchema.options;

/** What is known of a corporation, in numbers, with the age of each category. */
export async function readData({ db }: Context, id: number): Promise<CorporationData> {
  const [[counters], runs] = await runBatch(db, [
    selectCounters({ id }),
    selectLatestRuns(db, id, CATEGORIES),
  ]);
  if (counters === undefined) throw corporationNotFound();
  const latest = new Map(
    runs.map((run) => [run.category, { run, plan: JSON.parse(run.plan) as RunPlan }]),
  );
  const count = (category: CorporationCategory, source: string) =>
    latest.get(category)?.plan.sources[source]?.count ?? 0;
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
    categories: CATEGORIES.map((category) => {
      const found = latest.get(category);
      return found === undefined
        ? unknownState(category)
        : categoryState(found.run, found.plan, Date.now());
    }),
  };
}

function unknownState(category: CorporationCategory): CategoryState {
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

function categoryState(run: RunRow, plan: RunPlan, now: number): CategoryState {
  const { category, finishedAt, error, dueAt } = run;
  const isSuccess = finishedAt !== null && error === null;
  const lastSuccessAt = isSuccess ? finishedAt : plan.lastSuccessAt;
  return {
    category,
    state: stateOf(run, now),
    lastSuccess: isoOrNull(lastSuccessAt),
    age: lastSuccessAt === null ? null : Math.max(0, Math.floor((now - lastSuccessAt) / 1000)),
    nextDue: isoOrNull(dueAt),
    error: error && failureText(error),
    lastRun: presentRun(run),
  };
}

function stateOf({ finishedAt, error, dueAt }: RunRow, now: number): CategoryState["state"] {
  if (finishedAt === null) return "running";
  if (error !== null) return "failed";
  return dueAt !== null && dueAt <= now ? "due" : "fresh";
}

function presentRun(run: RunRow): FetchRun {
  const { id, category, rows, pagesRead, error } = run;
  const isWaiting = run.leaseUntil === null && (run.resumesAt ?? 0) > Date.now();
  return {
    id,
    category,
    startedAt: new Date(run.startedAt).toISOString(),
    finishedAt: isoOrNull(run.finishedAt),
    rows,
    pagesRead,
    error: error && failureText(error),
    resumesAt: isWaiting ? isoOrNull(run.resumesAt) : null,
  };
}

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** What a failure of all directors means; of the others EVE's own reasons speak. */
const WORDS: Partial<Record<RunFailure, string>> = {
  no_director: "There is no healthy director. Verify the directors or add one.",
  cut_off: "The fetch was cut off several times. It is tried again by itself.",
  missing_role: "No director has the in-game role that this needs.",
  missing_scope: "No director has granted what this needs. Grant director access again.",
  not_in_corporation: "No director is in the corporation any more.",
  token_revoked: "EVE no longer accepts any director's authorization. Grant director access again.",
};

function failureText(failure: RunFailure): string {
  return WORDS[failure] ?? esiSentence(failure as EsiReason);
}
