import { eveDate } from "#test/support/eve-date.ts";
import { isCounted, openRun } from "#worker/corporations/fetch/fetch-run.ts";
import type {
  FetchDirector,
  OpenRun,
  PendingWrite,
  Result,
  StoredPage,
} from "#worker/corporations/fetch/fetch-run.ts";
import { MAX_CALLS, nextAction } from "#worker/corporations/fetch/next-action.ts";
import type { Action } from "#worker/corporations/fetch/next-action.ts";
import { etagOf } from "#worker/corporations/fetch/page-reader.ts";
import { next } from "#worker/corporations/fetch/reducer.ts";
import type { Slice, ListSource } from "#worker/corporations/fetch/sources.ts";
import type { RunFailure, RunPlan } from "#worker/db/schema/corporations.ts";
import type { EsiReason } from "#worker/db/schema/esi.ts";
import { MAX_RESTARTS, START } from "#worker/esi/read-pages.ts";
import { DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { itemsOf } from "./fetch-run-builder.ts";

/** What goes wrong with an action. `stolen`: another invocation takes the run over; `renewed`: EVE renews all lists. */
export type Fault =
  | { kind: "none" | "killed" | "stolen" | "renewed" | "lost-token" | "revoked-token" }
  | { kind: "refused"; reason: EsiReason; status: number | undefined };

type Saved = Pick<
  OpenRun,
  "id" | "corporationId" | "category" | "directorId" | "attempts" | "version" | "pagesRead" | "rows"
> & { plan: RunPlan };

type Page = StoredPage & { items: unknown[] };

/** A run's database and EVE, in memory: performs actions and saves writes as `fetch/service.ts` and its stores do. */
export function openWorld(category: OpenRun["category"], pageCount: number) {
  let now = Date.UTC(2026, 10, 21, 15);
  let version = 1;
  let run: Saved = {
    id: "run",
    corporationId: 98_000_001,
    category,
    directorId: null,
    attempts: 0,
    version: 0,
    pagesRead: 0,
    rows: 0,
    plan: { sources: {}, done: [], lastSuccessAt: null },
  };
  let pages: Page[] = [];
  let end: { error: RunFailure | null } | undefined;
  const accumulated = new Map<string, Set<unknown>>();
  const directors = new Map<string, FetchDirector>();
  const subrequests: number[] = [];

  function addDirector(id: string, scopes: string[] = DIRECTOR_SCOPES) {
    const health = { isHealthy: true, failureCount: 0, priority: 100, lastUsedAt: null };
    directors.set(id, { ...health, id, characterId: directors.size, scopes });
  }

  /** The list of a source in one of its versions: some pages are as they were, and their number changes. */
  function listOf(source: string, at = version): number[][] {
    const count = 1 + ((pageCount + at + source.length) % pageCount);
    return Array.from({ length: count }, (_, page) => {
      const content = page * 1000 + (at % (page + 2)) * 10;
      return [content, content + 1];
    });
  }

  function readSlice(current: OpenRun, source: ListSource, limit: number): Slice {
    const { key, isPaged } = source;
    const list = isPaged ? listOf(key) : [listOf(key).flat()];
    const lastModified = String(version);
    const cursor = current.plan.cursor ?? START;
    const restarts = (cursor.restarts ?? 0) + 1;
    const isOther = cursor.nextPage > 1 && cursor.lastModified !== lastModified;
    if (source.kind === "snapshot" && isOther) {
      return { state: "moved", cursor: { ...START, restarts } };
    }
    const from = cursor.nextPage;
    const to = Math.min(list.length, from + Math.min(limit, 6) - 1);
    const meta = {
      expiresAt: new Date(now + 60_000),
      lastModified,
      pages: list.length,
      asOf: eveDate(now),
      knownBy: eveDate(now),
    };
    const answers = list.slice(from - 1, to).map((items, index) => {
      const page = from + index;
      const etag = JSON.stringify(items);
      const isUnchanged = etagOf(current, key, page) === etag;
      return {
        page,
        answer: isUnchanged
          ? { state: "unchanged" as const, etag, ...meta }
          : { state: "changed" as const, data: itemsOf(items), etag, ...meta },
      };
    });
    return {
      state: "read",
      answers,
      cursor: { ...cursor, nextPage: to + 1, pages: list.length, lastModified },
      expiresAt: meta.expiresAt,
      asOf: meta.asOf,
    };
  }

  function apply(write: PendingWrite): number {
    switch (write.kind) {
      case "stage-page": {
        const { kind: _, items, ...page } = write;
        const isSame = (one: Page) => one.isStaged && isAt(one, write);
        pages = pages.filter((one) => !isSame(one));
        pages.push({
          ...page,
          isStaged: true,
          itemCount: items.values.length,
          items: items.values,
        });
        return 1;
      }
      case "publish-pages": {
        const staged = pages.filter((page) => page.source === write.source && page.isStaged);
        pages = pages
          .filter((page) => {
            const isOld = page.source === write.source && !page.isStaged;
            return (
              !isOld || (page.page <= write.lastPage && !staged.some((one) => isAt(one, page)))
            );
          })
          .map((page) => (page.source === write.source ? { ...page, isStaged: false } : page));
        return 1;
      }
      case "confirm-list":
      case "apply-roster":
        return 1;
      case "drop-staged":
        pages = pages.filter(
          ({ source, isStaged }) => !(isStaged && write.sources.includes(source)),
        );
        return 1;
      case "accumulate": {
        const known = accumulated.get(write.source) ?? new Set();
        const added = write.items.values.filter((item) => !known.has(item));
        accumulated.set(write.source, new Set([...known, ...added]));
        return added.length;
      }
      case "save-etag": {
        const { kind: _, ...page } = write;
        pages = pages.filter((one) => !isAt(one, page));
        pages.push({ ...page, isStaged: false, items: [] });
        return 1;
      }
      case "save-director-health": {
        const director = directors.get(write.directorId);
        const { isHealthy, failureCount } = write;
        if (director !== undefined)
          directors.set(director.id, { ...director, isHealthy, failureCount });
        return 1;
      }
      case "save-public-info":
      case "count-linked-members":
      case "record-unhealthy":
        return 1;
    }
  }

  /** One invocation, up to its end or its death. `onSave` looks at the database after each save. */
  function invoke(faults: Iterator<Fault>, onSave: () => void): "ended" | "waiting" | "killed" {
    run = { ...run, attempts: run.attempts + 1, version: run.version + 1 };
    let current = openRun({ run, directors: [...directors.values()], pages });
    let pending: PendingWrite[] = [];
    let callsLeft = MAX_CALLS;
    let retriesLeft = 6;

    function save(): Result {
      if (current.version !== run.version || end !== undefined) return { kind: "lost" };
      let changedRows = 0;
      for (const write of pending) {
        const changed = apply(write);
        if (isCounted(write)) changedRows += changed;
      }
      pending = [];
      const { id, corporationId, category, directorId, attempts, pagesRead, rows, plan } = current;
      run = {
        id,
        corporationId,
        category,
        directorId,
        attempts,
        pagesRead,
        rows,
        plan,
        version: run.version + 1,
      };
      onSave();
      return { kind: "saved", changedRows };
    }

    function perform(
      action: Exclude<Action, { kind: "stop" | "wait" | "finish" }>,
      fault: Fault,
    ): Result {
      switch (action.kind) {
        case "save":
          return save();
        case "conclude":
          return action.result;
        case "get-token": {
          const { id: directorId, scopes } = action.director;
          if (fault.kind === "lost-token") return { kind: "token", directorId, state: "unknown" };
          if (fault.kind === "revoked-token")
            return { kind: "token", directorId, state: "revoked" };
          return { kind: "token", directorId, state: "ok", scopes: scopes ?? [], at: now };
        }
        case "read-pages": {
          const { source, directorId, limit } = action;
          callsLeft -= 1;
          if (fault.kind === "refused") {
            const { reason, status } = fault;
            const retries = reason === "unavailable" ? Math.min(2, retriesLeft) : 0;
            retriesLeft -= retries;
            callsLeft -= retries;
            return { kind: "failed", source: source.key, directorId, reason, status };
          }
          const slice = readSlice(current, source, limit);
          if (slice.state === "moved" && slice.cursor.restarts === MAX_RESTARTS + 1) {
            const failed = { kind: "failed", source: source.key, directorId } as const;
            return { ...failed, reason: "bad_answer", status: 200 };
          }
          callsLeft -= slice.state === "read" ? slice.answers.length - 1 : 0;
          return { kind: "pages", source: source.key, slice };
        }
        case "read-public":
          callsLeft -= 1;
          return { kind: "public", info: null, etag: null, expiresAt: null };
      }
    }

    for (;;) {
      const fault = faults.next().value ?? { kind: "none" };
      now += 1000;
      if (fault.kind === "killed") return "killed";
      if (fault.kind === "renewed") version += 1;
      if (fault.kind === "stolen") run = { ...run, version: run.version + 1 };
      const action = nextAction(current, { now, callsLeft, msLeft: 1_000 });
      if (action.kind === "stop") return "ended";
      if (action.kind === "wait" || action.kind === "finish") {
        if (action.kind === "finish") pending.push(...action.writes);
        const { kind } = save();
        // The last save, and the message for the next invocation.
        subrequests.push(current.spent + (MAX_CALLS - callsLeft) + 2);
        if (action.kind === "wait") now += action.seconds * 1000;
        if (kind === "saved" && action.kind === "finish") end = { error: action.error };
        return action.kind === "wait" ? "waiting" : "ended";
      }
      const step = next(current, perform(action, fault));
      current = step.run;
      pending.push(...step.writes);
    }
  }

  const of = (source: string, isStaged: boolean) =>
    pages.filter((page) => page.source === source && page.isStaged === isStaged);

  return {
    addDirector,
    /** Opens the next run, for which EVE has renewed all lists so many times. */
    startRun({ renewals = 0 } = {}) {
      version += renewals;
      run = { ...run, attempts: 0, pagesRead: 0, rows: 0, plan: { ...run.plan, done: [] } };
      // The lists have expired.
      now += 60 * 60 * 1000;
      end = undefined;
    },
    invoke,
    listOf,
    pages: () => pages,
    version: () => version,
    director: (id: string) => directors.get(id),
    published: (source: string) =>
      of(source, false)
        .toSorted((a, b) => a.page - b.page)
        .flatMap(({ items }) => items),
    staged: () => pages.filter(({ isStaged }) => isStaged),
    accumulated: (source: string) => accumulated.get(source) ?? new Set(),
    run: () => run,
    end: () => end,
    /** What each invocation that was not killed asked of others. */
    subrequests,
  };
}

function isAt(one: { source: string; page: number }, other: { source: string; page: number }) {
  return one.source === other.source && one.page === other.page;
}
