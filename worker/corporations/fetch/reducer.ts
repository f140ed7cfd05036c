import { directorProblemOf } from "#worker/corporations/directors/rotation.ts";
import {
  afterSave,
  giveUp,
  PUBLIC,
  queueWrites,
  recordFailure,
  withDirector,
} from "./fetch-run.ts";
import type { OpenRun, Result, Step } from "./fetch-run.ts";
import { recordSlice } from "./page-reader.ts";
import { getSource, isOfAlliance } from "./sources.ts";

/** To read, lease, refresh and store a token, twice over if another invocation refreshes it too. */
export const TOKEN_COST = 8;
/** To look up which names are known, and to save those that were not. */
const NAMES_COST = 2;
/** Access tokens are valid for at least a minute when they are handed out. */
const GRANT_USE_MS = 45_000;

/** Attempts to reach EVE during an outage: half an hour in all. */
const MAX_OUTAGE_ATTEMPTS = 6;
const FIRST_OUTAGE_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 15 * 60;

/** The run after an action with this result. Pure: `service.ts` performs actions and saves runs. */
export function next(run: OpenRun, result: Result): Step {
  switch (result.kind) {
    case "saved":
      return { run: afterSave(run, result.changedRows), writes: [] };
    case "lost":
      return { run: { ...run, isLost: true }, writes: [] };
    case "token":
      return afterToken({ ...run, spent: run.spent + TOKEN_COST }, result);
    case "pages":
      return recordSlice(run, getSource(result.source), result);
    case "public":
      return afterPublic(run, result);
    case "failed":
      return afterFailedCall(run, result);
    case "given-up":
      return { run: giveUp(run, result.source, result.failure), writes: [] };
  }
}

function afterToken(run: OpenRun, result: Extract<Result, { kind: "token" }>): Step {
  const { directorId } = result;
  switch (result.state) {
    case "ok": {
      const { scopes, at } = result;
      const directors = run.directors.map((director) =>
        director.id === directorId ? { ...director, scopes } : director,
      );
      const held = { directorId, until: at + GRANT_USE_MS };
      return { run: { ...withDirector(run, directorId), directors, held }, writes: [] };
    }
    case "unknown":
      // One token may be broken on our side, which is no reason to wait. An outage affects all of them.
      return { run: { ...run, unreachable: [...run.unreachable, directorId] }, writes: [] };
    case "revoked":
      return recordFailure(withDirector(run, directorId), directorId, "token_revoked", {
        isFinal: true,
      });
  }
}

function afterPublic(before: OpenRun, result: Extract<Result, { kind: "public" }>): Step {
  const { info, etag, expiresAt } = result;
  const { plan } = before;
  const state = { expiresAt: expiresAt?.getTime() ?? null, etag };
  const run = {
    ...before,
    pagesRead: before.pagesRead + 1,
    plan: {
      ...plan,
      sources: { ...plan.sources, [PUBLIC]: state },
      done: [...plan.done, PUBLIC],
    },
  };
  if (info === null) return { run, writes: [] };
  const spent = run.spent + NAMES_COST;
  return queueWrites({ ...run, spent }, [{ kind: "save-public-info", info }], 1);
}

type Failure = Extract<Result, { kind: "failed" }>;

function afterFailedCall(run: OpenRun, failure: Failure): Step {
  const { source, reason, directorId } = failure;
  const problem = directorProblemOf(reason);
  // A corporation that has left its alliance is no fault of its directors.
  const isRefused = problem === "missing_role" || problem === "not_in_corporation";
  if (isOfAlliance(source) && isRefused) return { run: giveUp(run, source, reason), writes: [] };
  if (directorId !== undefined && problem !== undefined) {
    return recordFailure(run, directorId, problem, { isFinal: false });
  }
  const waitSeconds = waitAfter(failure, run.attempts);
  return {
    run: waitSeconds === undefined ? giveUp(run, source, reason) : { ...run, waitSeconds },
    writes: [],
  };
}

/** How long to wait before the same call is repeated; undefined if it is not. */
function waitAfter(failure: Failure, attempts: number): number | undefined {
  const { reason, status, retryAfterSeconds } = failure;
  const wasNotSent = status === undefined;
  // EVE named the time: of a limit, or the end of the daily downtime, in which nothing is sent.
  if (retryAfterSeconds !== undefined && (reason === "rate_limited" || wasNotSent)) {
    return Math.min(retryAfterSeconds, MAX_WAIT_SECONDS);
  }
  // Without a status, the invocation has made all its calls: the next one goes on.
  if (reason === "rate_limited") return wasNotSent ? 0 : FIRST_OUTAGE_WAIT_SECONDS;
  if (reason === "unavailable" && attempts < MAX_OUTAGE_ATTEMPTS) {
    return Math.min(FIRST_OUTAGE_WAIT_SECONDS * 2 ** (attempts - 1), MAX_WAIT_SECONDS);
  }
  return undefined;
}
