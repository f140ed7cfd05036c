import type { CorporationCategory } from "#shared/corporations/corporations.ts";
import { HOUR_MS } from "#shared/time.ts";
import { chooseDirector } from "#worker/corporations/directors/rotation.ts";
import type { RunFailure, RunPlan } from "#worker/db/schema/corporations.ts";
import { missingFeatures } from "#worker/esi/scopes.ts";
import { PUBLIC } from "./fetch-run.ts";
import type { FetchDirector, OpenRun, PendingWrite, Result } from "./fetch-run.ts";
import { TOKEN_COST } from "./reducer.ts";
import { getSource } from "./sources.ts";
import type { ListSource } from "./sources.ts";

/** Workers' free plan allows 50 subrequests an invocation; D1 and EVE's sign-in count like ESI. */
const MAX_SUBREQUESTS = 45;
/** The last save, what it may have to be preceded by, and the message that goes on. */
const LAST_COST = 3;
/** Calls of ESI of one invocation, after the one of D1 that took the run. */
export const MAX_CALLS = MAX_SUBREQUESTS - 1 - LAST_COST;
/** ESI's client may repeat calls. */
const RETRIES = 6;

/** An invocation that was killed, or had to wait, makes no progress. After so many the run is given up. */
const MAX_ATTEMPTS = 30;
/** After so many tokens that could not be had, the fault is EVE's sign-in's. */
const MAX_UNREACHABLE = 2;
/** Pages are saved together to save round trips. */
const PAGES_PER_SAVE = 6;
/** Estimated processor time of a page of a list that was never read: a thousand items. */
const FIRST_PAGE_MS = 2;

export type Action =
  | { kind: "save" }
  | { kind: "get-token"; source: string; director: FetchDirector }
  | { kind: "read-pages"; source: ListSource; directorId: string; limit: number }
  | { kind: "read-public"; etag: string | null }
  /** The result is known without a call. */
  | { kind: "conclude"; result: Result }
  /** Save the run; another invocation goes on after that time. */
  | { kind: "wait"; seconds: number }
  /** Save the run and end it. */
  | { kind: "finish"; writes: PendingWrite[]; error: RunFailure | null; dueAt: number }
  | { kind: "stop" };

/** `now` in milliseconds since 1970; calls of ESI and estimated processor time that this invocation has left. */
type Clock = { now: number; callsLeft: number; msLeft: number; fetchHours?: number };

/** What an invocation does next with its run. Pure. */
export function nextAction(run: OpenRun, clock: Clock): Action {
  const { unsaved } = run;
  if (run.isLost) return { kind: "stop" };
  if (unsaved.isUrgent || unsaved.pages >= PAGES_PER_SAVE) return { kind: "save" };
  if (run.waitSeconds !== null) return { kind: "wait", seconds: run.waitSeconds };
  const source = sourceToRead(run, clock.now);
  if (source === undefined) {
    // The record of the run says how many items changed, which is known when they are saved.
    return unsaved.hasCounts ? { kind: "save" } : finish(run, clock);
  }
  if (run.attempts > MAX_ATTEMPTS) return giveUp(source, "cut_off");
  if (source === PUBLIC) {
    return { kind: "read-public", etag: run.plan.sources[PUBLIC]?.etag ?? null };
  }
  return readWithDirector(run, getSource(source), clock);
}

/** The list whose pages are being read, else the first that is neither read nor given up, unless ESI has nothing new. */
function sourceToRead({ lists, plan }: OpenRun, now: number): string | undefined {
  const open = lists.filter((key) => !plan.done.includes(key));
  const begun = open.find((key) => key === plan.cursor?.source);
  return (
    begun ??
    open.find((key) => {
      const known = plan.sources[key];
      return known?.failure !== undefined || (known?.expiresAt ?? 0) <= now;
    })
  );
}

function readWithDirector(run: OpenRun, source: ListSource, clock: Clock): Action {
  const { plan, held, unreachable } = run;
  const able = usable(run.directors, source);
  const isHeld = held !== null && held.until > clock.now;
  const holder = able.find(({ id }) => isHeld && id === held.directorId);
  const reserve = 1 + RETRIES + (holder === undefined ? TOKEN_COST : 0);
  const limit = Math.min(
    clock.callsLeft - (run.spent - 1) - reserve,
    affordable(run, source, clock),
  );
  if (limit <= 0) return { kind: "wait", seconds: 0 };
  if (holder !== undefined) return { kind: "read-pages", source, directorId: holder.id, limit };
  const tried = new Set([...(plan.tried ?? []), ...unreachable]);
  const director = chooseDirector(able, tried, run.directorId);
  const isOutage = director === undefined && unreachable.length > 0;
  if (isOutage || unreachable.length >= MAX_UNREACHABLE) {
    const failed = { kind: "failed", source: source.key, reason: "unavailable" } as const;
    return { kind: "conclude", result: failed };
  }
  if (director === undefined) return giveUp(source.key, reasonForNobody(run, able));
  return { kind: "get-token", source: source.key, director };
}

/** How many pages the invocation can afford: the first in any case, so that each makes progress. */
function affordable({ plan }: OpenRun, { key }: ListSource, { callsLeft, msLeft }: Clock): number {
  const pages = Math.floor(msLeft / (plan.sources[key]?.pageMs ?? FIRST_PAGE_MS));
  return callsLeft === MAX_CALLS ? Math.max(1, pages) : pages;
}

/**
 * Any member's token reads the list of members: without a healthy director, those who lack the in-game role alone are used for it,
 * and for nothing else.
 */
function usable(directors: readonly FetchDirector[], source: ListSource): FetchDirector[] {
  const able = directors.filter((director) => serves(director, source));
  const healthy = able.filter(({ isHealthy }) => isHealthy);
  if (source.key !== "members" || healthy.length > 0) return healthy;
  return able
    .filter(({ problem }) => problem === "missing_role")
    .map((director) => ({ ...director, isHealthy: true }));
}

/** A director who has not granted director access at all is used, and the failure counts. */
function serves({ scopes }: FetchDirector, { feature }: ListSource): boolean {
  const missing = missingFeatures(scopes ?? []);
  return missing.includes("health") || !missing.includes(feature);
}

function reasonForNobody(run: OpenRun, able: FetchDirector[]): RunFailure {
  const lacksScope = run.directors.some(
    (director) => director.isHealthy && !able.includes(director),
  );
  return run.lastProblem ?? (lacksScope ? "missing_scope" : "no_director");
}

function giveUp(source: string, failure: RunFailure): Action {
  return { kind: "conclude", result: { kind: "given-up", source, failure } };
}

function finish({ category, plan, lists }: OpenRun, { now, fetchHours }: Clock): Action {
  const failures = lists.flatMap((source) => {
    const failure = plan.sources[source]?.failure;
    return failure === undefined ? [] : [{ source, failure }];
  });
  const error = failures[0]?.failure ?? null;
  const writes: PendingWrite[] = [
    ...(failures.length === 0
      ? []
      : [{ kind: "drop-staged" as const, sources: failures.map(({ source }) => source) }]),
    ...(category === "core" ? [{ kind: "count-linked-members" as const }] : []),
  ];
  return { kind: "finish", writes, error, dueAt: dueAfter(category, plan, error, now, fetchHours) };
}

// ── When a category is due ────────────────────────────────────────────────────────────────────

const RETRY_AFTER_FAILURE_MS = HOUR_MS / 2;

/** Most data of ESI is renewed once an hour. The others are fetched as often as the plan affords (`fetchHours`). */
const INTERVAL_HOURS: Partial<Record<CorporationCategory, number>> = {
  core: 1,
  requirements: 1,
};

/** When a run that ends now is followed by the next: never before ESI has something new for every list. */
export function dueAfter(
  category: CorporationCategory,
  { sources }: RunPlan,
  error: RunFailure | null,
  now: number,
  fetchHours = 1,
): number {
  if (error !== null) return now + RETRY_AFTER_FAILURE_MS;
  const expiries = Object.values(sources).map(({ expiresAt }) => expiresAt ?? 0);
  // Read as soon as EVE renews the list, so that departures are noticed early.
  const renewedAt = Math.max(...expiries);
  if (category === "core" && renewedAt > now) return renewedAt;
  return Math.max(now + (INTERVAL_HOURS[category] ?? fetchHours) * HOUR_MS, ...expiries);
}
