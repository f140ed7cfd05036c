import type { CorporationCategory, DirectorProblem } from "#shared/corporations/corporations.ts";
import { afterFailure, afterSuccess } from "#worker/corporations/directors/rotation.ts";
import type { DirectorCandidate } from "#worker/corporations/directors/rotation.ts";
import type { RunFailure, RunPlan } from "#worker/db/schema/corporations.ts";
import type { DirectorList } from "#worker/db/schema/evidence.ts";
import type { EsiReason, EveDate } from "#worker/db/schema/esi.ts";
import type { MemberReading } from "#worker/corporations/evidence/apply-lists.ts";
import type { PublicInfo } from "./public-info.ts";
import type { EsiItems } from "#worker/esi/corporation-endpoints.ts";
import { sourcesOf } from "./sources.ts";
import type { Slice } from "./sources.ts";

/** The name of the public data in a run's plan, beside the sources that need a director. */
export const PUBLIC = "corporation";

export type FetchDirector = DirectorCandidate & {
  characterId: number;
  scopes: string[] | null;
  problem?: DirectorProblem | null;
};

/** A page that the database has. */
export type StoredPage = {
  source: string;
  isStaged: boolean;
  page: number;
  etag: string | null;
  itemCount: number;
};

/**
 * A run in the hands of one invocation: a plain value, which `next` turns into another. The first block is saved; the
 * rest is what the invocation read when it took the run, and what it has learned since.
 */
export type OpenRun = {
  id: string;
  corporationId: number;
  category: CorporationCategory;
  plan: RunPlan;
  directorId: string | null;
  attempts: number;
  version: number;
  pagesRead: number;
  rows: number;

  directors: FetchDirector[];
  pages: StoredPage[];
  /** Null without an alliance. */
  allianceId: number | null;
  /** The lists of the category that are read: of `requirements`, only those that a rule needs. */
  lists: string[];
  /** Whose access token the invocation has, and until when it uses it (milliseconds since 1970). */
  held: { directorId: string; until: number } | null;
  /** Directors whose tokens could not be had now: EVE's sign-in may be down. */
  unreachable: string[];
  /** Why the last call failed by the fault of its director; null after a call that succeeded. */
  lastProblem: DirectorProblem | null;
  /** Subrequests other than calls of ESI. */
  spent: number;
  /** The writes that wait to be saved. `hasDirector`: the run goes on with another director. */
  unsaved: { pages: number; hasCounts: boolean; isUrgent: boolean; hasDirector: boolean };
  waitSeconds: number | null;
  /** Another invocation has the run. */
  isLost: boolean;
};

export type PendingWrite =
  /** Puts a page of a snapshot aside until the whole list is read. */
  | { kind: "stage-page"; source: string; page: number; etag: string | null; items: EsiItems }
  /** Staged pages replace what was there, and pages beyond the last one go. */
  | { kind: "publish-pages"; source: string; lastPage: number }
  | { kind: "drop-staged"; sources: string[] }
  /** A list that is evidence was read; a changed one is also stored by character. */
  | {
      kind: "confirm-list";
      source: string;
      list: DirectorList;
      ownerId: number;
      asOf: EveDate;
      isChanged: boolean;
    }
  /** A list of members was read: the roster follows it. */
  | { kind: "apply-roster"; reading: MemberReading }
  /** Adds the items of a list that accumulates. */
  | { kind: "accumulate"; source: string; items: EsiItems }
  /** A page whose items accumulate: it need not be read again while its ETag is the same. */
  | { kind: "save-etag"; source: string; page: number; etag: string | null; itemCount: number }
  | { kind: "save-public-info"; info: PublicInfo }
  | { kind: "count-linked-members" }
  | {
      kind: "save-director-health";
      directorId: string;
      isHealthy: boolean;
      failureCount: number;
      problem: DirectorProblem | null;
    }
  | { kind: "record-unhealthy"; characterId: number; problem: DirectorProblem };

/** The number of rows that these change is the number of items that are new or changed. */
export function isCounted({ kind }: PendingWrite): boolean {
  return kind === "accumulate" || kind === "save-public-info";
}

/** The result of an action. */
export type Result =
  | { kind: "saved"; changedRows: number }
  /** Another invocation took the run over: nothing was saved. */
  | { kind: "lost" }
  | { kind: "token"; directorId: string; state: "ok"; scopes: string[]; at: number }
  | { kind: "token"; directorId: string; state: "unknown" | "revoked" }
  | { kind: "pages"; source: string; slice: Slice; costMs?: number; at?: number }
  | { kind: "public"; info: PublicInfo | null; etag: string | null; expiresAt: Date | null }
  /** `directorId`: whose token the call used. A call without an answer has no status. */
  | {
      kind: "failed";
      source: string;
      reason: EsiReason;
      directorId?: string;
      status?: number | undefined;
      retryAfterSeconds?: number | undefined;
      /** For the log. */
      detail?: string;
    }
  | { kind: "given-up"; source: string; failure: RunFailure };

/** `writes` are to be saved in this order, after those of earlier steps and together with the run. */
export type Step = { run: OpenRun; writes: PendingWrite[] };

type Taken = {
  run: Pick<
    OpenRun,
    | "id"
    | "corporationId"
    | "category"
    | "directorId"
    | "attempts"
    | "version"
    | "pagesRead"
    | "rows"
  > & { plan: RunPlan | null };
  directors: FetchDirector[];
  pages: StoredPage[];
  allianceId?: number | null;
  /** The lists that are read; without it, all of the category. */
  lists?: string[];
};

const NOTHING_UNSAVED: OpenRun["unsaved"] = {
  pages: 0,
  hasCounts: false,
  isUrgent: false,
  hasDirector: false,
};

/** The director whose token the run uses from now on. */
export function withDirector(run: OpenRun, directorId: string): OpenRun {
  const hasDirector = run.unsaved.hasDirector || run.directorId !== directorId;
  return { ...run, directorId, unsaved: { ...run.unsaved, hasDirector } };
}

function listsOf(category: CorporationCategory): string[] {
  return category === "public" ? [PUBLIC] : sourcesOf(category).map(({ key }) => key);
}

/** A run as an invocation takes it. */
export function openRun({ run, directors, pages, allianceId = null, lists }: Taken): OpenRun {
  return {
    ...run,
    plan: run.plan ?? { sources: {}, done: [], lastSuccessAt: null },
    directors,
    pages,
    allianceId,
    lists: lists ?? listsOf(run.category),
    held: null,
    unreachable: [],
    lastProblem: null,
    // It was taken.
    spent: 1,
    unsaved: NOTHING_UNSAVED,
    waitSeconds: null,
    isLost: false,
  };
}

// ── Steps ─────────────────────────────────────────────────────────────────────────────────────

/** Progress: writes that contain so many pages. */
export function queueWrites(run: OpenRun, writes: PendingWrite[], pages: number): Step {
  const { unsaved } = run;
  return {
    run: {
      ...run,
      attempts: 0,
      unsaved: {
        ...unsaved,
        pages: unsaved.pages + pages,
        hasCounts: unsaved.hasCounts || writes.some(isCounted),
      },
    },
    writes,
  };
}

export function afterSave(run: OpenRun, changedRows: number): OpenRun {
  return {
    ...run,
    version: run.version + 1,
    rows: run.rows + changedRows,
    spent: run.spent + 1,
    unsaved: NOTHING_UNSAVED,
  };
}

/** A call succeeded: it ends the director's row of failures, and directors who failed may be tried again. */
export function recordSuccess(run: OpenRun): Step {
  const { tried: _, ...plan } = run.plan;
  const next = { ...run, plan, lastProblem: null };
  const director = run.directors.find(({ id }) => id === run.held?.directorId);
  // A member who lends their token for the list of members is no healthy director for that.
  if (director === undefined || !director.isHealthy || director.failureCount === 0)
    return { run: next, writes: [] };
  return saveHealth(next, { ...director, ...afterSuccess(director) }, null);
}

/** A call failed by the fault of the director: it counts, and the next director is tried. Saved at once. */
export function recordFailure(
  run: OpenRun,
  directorId: string,
  problem: DirectorProblem,
  { isFinal }: { isFinal: boolean },
): Step {
  const next: OpenRun = {
    ...run,
    held: null,
    lastProblem: problem,
    plan: { ...run.plan, tried: [...(run.plan.tried ?? []), directorId] },
    unsaved: { ...run.unsaved, isUrgent: true },
  };
  const director = run.directors.find(({ id }) => id === directorId);
  if (director === undefined) return { run: next, writes: [] };
  const after = { ...director, ...afterFailure(director, { isFinal }) };
  const saved = saveHealth(next, after, problem);
  if (after.isHealthy === director.isHealthy) return saved;
  const { characterId } = director;
  return {
    run: saved.run,
    writes: [...saved.writes, { kind: "record-unhealthy", characterId, problem }],
  };
}

function saveHealth(run: OpenRun, after: FetchDirector, problem: DirectorProblem | null): Step {
  const { id: directorId, isHealthy, failureCount } = after;
  return {
    run: {
      ...run,
      directors: run.directors.map((director) => (director.id === directorId ? after : director)),
    },
    writes: [{ kind: "save-director-health", directorId, isHealthy, failureCount, problem }],
  };
}

/** This list is not read in this run; the others are. */
export function giveUp(run: OpenRun, source: string, failure: RunFailure): OpenRun {
  const { tried: _, cursor: __, ...plan } = run.plan;
  const known = plan.sources[source] ?? { expiresAt: null };
  return {
    ...run,
    plan: {
      ...plan,
      sources: { ...plan.sources, [source]: { ...known, failure } },
      done: [...plan.done, source],
    },
  };
}
