import { eveDate } from "#test/support/eve-date.ts";
import { openRun } from "#worker/corporations/fetch/fetch-run.ts";
import type { OpenRun, StoredPage } from "#worker/corporations/fetch/fetch-run.ts";
import { next } from "#worker/corporations/fetch/reducer.ts";
import type { Slice } from "#worker/corporations/fetch/sources.ts";
import type { RunPlan } from "#worker/db/schema/corporations.ts";
import type { EsiItems } from "#worker/esi/corporation-endpoints.ts";
import { DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";

export const NOW = Date.UTC(2026, 10, 21, 15);
export const CLOCK = { now: NOW, callsLeft: 41, msLeft: 1_000 };
const GRANT_USE_MS = 45_000;

/** A run in its first invocation, with the directors `a` and `b`, that has the access token of `a`. */
export function buildRun({
  category = "assets",
  plan = {},
  pages = [],
  failureCount = 0,
  ...more
}: Partial<Omit<OpenRun, "plan">> & {
  plan?: Partial<RunPlan>;
  failureCount?: number;
} = {}): OpenRun {
  const director = { isHealthy: true, failureCount, priority: 100, lastUsedAt: null };
  const scopes = DIRECTOR_SCOPES;
  const run = openRun({
    run: {
      id: "run",
      corporationId: 98_000_001,
      category,
      directorId: null,
      attempts: 1,
      version: 1,
      pagesRead: 0,
      rows: 0,
      plan: null,
    },
    directors: [
      { ...director, id: "a", characterId: 1, scopes },
      { ...director, id: "b", characterId: 2, scopes },
    ],
    pages,
  });
  const held = { directorId: "a", until: NOW + GRANT_USE_MS };
  return { ...run, held, plan: { ...run.plan, ...plan }, ...more };
}

export function storedPage(page: Partial<StoredPage>): StoredPage {
  return { source: "assets", isStaged: false, page: 1, etag: null, itemCount: 1, ...page };
}

/** Items of a list; where a test only counts them, they are ids. */
export function itemsOf(values: EsiItems["values"]): EsiItems {
  return { values, json: JSON.stringify(values) };
}

type Answers = Extract<Slice, { state: "read" }>["answers"];

/** The run after it read these pages of a list; `null` is a page that EVE says is unchanged. */
export function readPages(
  run: OpenRun,
  source: string,
  pages: (EsiItems["values"] | null)[],
  {
    first = 1,
    last = first + pages.length - 1,
    expiresAt = new Date(NOW + 60_000),
    asOf: at = NOW,
    costMs,
  }: {
    first?: number;
    last?: number;
    expiresAt?: Date | null;
    asOf?: number;
    costMs?: number;
  } = {},
) {
  const asOf = eveDate(at);
  const meta = { expiresAt, lastModified: "now", pages: last, asOf, knownBy: asOf };
  const answers: Answers = pages.map((data, index) => {
    const etag = `etag ${first + index}`;
    return {
      page: first + index,
      answer:
        data === null
          ? { state: "unchanged", etag, ...meta }
          : { state: "changed", data: itemsOf(data), etag, ...meta },
    };
  });
  const cursor = { nextPage: first + pages.length, pages: last, lastModified: "now" };
  const slice: Slice = { state: "read", answers, cursor, expiresAt: meta.expiresAt, asOf };
  return next(run, { kind: "pages", source, slice, ...(costMs !== undefined && { costMs }) });
}
