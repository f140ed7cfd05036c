import type { SourceState } from "#worker/db/schema/corporations.ts";
import type { EveDate, PageCursor } from "#worker/db/schema/esi.ts";
import type { EsiItems } from "#worker/esi/corporation-endpoints.ts";
import { giveUp, queueWrites, recordSuccess } from "./fetch-run.ts";
import type { OpenRun, PendingWrite, Result, Step, StoredPage } from "./fetch-run.ts";
import type { Slice, ListSource } from "./sources.ts";

/** Keeps a row, and a statement's parameter, under D1's 2 MB: only names and texts in it are not ASCII. */
const CHARACTERS_PER_ROW = 1_000_000;
/** A longer list is stored in rows of this many items. */
const ITEMS_PER_ROW = 1000;
const COMPARED_ENTRIES = 50;

type Read = Extract<Slice, { state: "read" }>;

/** The ETag of a published page. */
export function etagOf(run: OpenRun, source: string, page: number): string | null {
  return pagesOf(run, source, false).find((stored) => stored.page === page)?.etag ?? null;
}

/**
 * How many pages the published list has; 0 if that is not known. Of a list that accumulates, a fetch that was given up may
 * have stored only the first pages.
 */
export function knownPages(run: OpenRun, { key, kind }: ListSource): number {
  const isPart = kind !== "snapshot" && run.plan.sources[key]?.failure !== undefined;
  return isPart ? 0 : Math.max(0, ...pagesOf(run, key, false).map(({ page }) => page));
}

/** Takes in what was read of a list. */
export function recordSlice(
  run: OpenRun,
  source: ListSource,
  { slice, costMs, at }: Pick<Extract<Result, { kind: "pages" }>, "slice" | "costMs" | "at">,
): Step {
  if (slice.state === "moved") return restart(run, source, slice.cursor);
  return recordPages(withPageCost(run, source, slice, costMs), source, slice, at);
}

/** The next slice of the list has as many pages as this one says that an invocation can afford. */
function withPageCost(
  run: OpenRun,
  { key }: ListSource,
  { answers }: Read,
  costMs?: number,
): OpenRun {
  const isChanged = answers.some(({ answer }) => answer.state === "changed");
  if (costMs === undefined || !isChanged) return run;
  const known = run.plan.sources[key] ?? { expiresAt: null };
  const sources = { ...run.plan.sources, [key]: { ...known, pageMs: costMs / answers.length } };
  return { ...run, plan: { ...run.plan, sources } };
}

/** The list was renewed while it was read: what was read of the old one is no part of the new one. */
function restart(run: OpenRun, source: ListSource, cursor: PageCursor): Step {
  const { key } = source;
  const pages = run.pages.filter((page) => !(page.isStaged && page.source === key));
  const next = continueAt({ ...run, pages }, source, cursor);
  return queueWrites(next, [{ kind: "drop-staged", sources: [key] }], 0);
}

function recordPages(before: OpenRun, source: ListSource, slice: Read, at?: number): Step {
  const { cursor, answers } = slice;
  const success = recordSuccess(before);
  const storedTo = before.plan.sources[source.key]?.storedTo;
  const stored =
    source.kind === "snapshot" ? stage(source, answers) : accumulate(source, answers, storedTo);
  const run: OpenRun = {
    ...success.run,
    pagesRead: before.pagesRead + answers.length,
    rows: before.rows + stored.pages.reduce((sum, { itemCount }) => sum + itemCount, 0),
    pages: [...before.pages.filter((page) => !isReplaced(page, stored.pages)), ...stored.pages],
  };
  const { asOf } = slice;
  const after =
    cursor.nextPage > cursor.pages && asOf !== undefined
      ? complete(run, source, { ...slice, asOf }, at)
      : { run: continueAt(run, source, cursor), writes: [] };
  const writes = [...success.writes, ...stored.writes, ...after.writes];
  // Where nothing changed, the progress is saved with the next write: repeating these calls costs little.
  if (writes.length === 0) return { run: { ...after.run, attempts: 0 }, writes };
  return queueWrites(after.run, writes, answers.length);
}

function continueAt(run: OpenRun, { key }: ListSource, cursor: PageCursor): OpenRun {
  return { ...run, plan: { ...run.plan, cursor: { source: key, ...cursor } } };
}

type Stored = { pages: StoredPage[]; writes: PendingWrite[] };

/** Pages of a snapshot that changed are put aside. */
function stage({ key, isPaged }: ListSource, answers: Read["answers"]): Stored {
  const stored: Stored = { pages: [], writes: [] };
  for (const { page, answer } of answers) {
    if (answer.state === "unchanged") continue;
    // An answer without pages may be longer than a row should be.
    const chunks = isPaged ? [answer.data] : chunksOf(answer.data);
    for (const [index, items] of chunks.entries()) {
      const at = { source: key, page: page + index, etag: index === 0 ? answer.etag : null };
      stored.pages.push({ ...at, isStaged: true, itemCount: items.values.length });
      stored.writes.push({ kind: "stage-page", ...at, items });
    }
  }
  return stored;
}

/** Items of pages that changed are added to those of before; saving them counts them. */
function accumulate({ key }: ListSource, answers: Read["answers"], storedTo = -Infinity): Stored {
  const writes: PendingWrite[] = [];
  for (const { page, answer } of answers) {
    if (answer.state === "unchanged") continue;
    for (const items of chunksOf(itemsFrom(answer.data, storedTo))) {
      writes.push({ kind: "accumulate", source: key, items });
    }
    const itemCount = answer.data.values.length;
    writes.push({ kind: "save-etag", source: key, page, etag: answer.etag, itemCount });
  }
  return { pages: [], writes };
}

const idOf = (item: EsiItems["values"][number]) =>
  typeof item === "number" ? item : Number(item["id"]);

/** The items that may be new: a changed journal has a few new entries and hundreds of old ones. */
function itemsFrom(items: EsiItems, storedTo: number): EsiItems {
  const values = items.values.filter((item) => !(idOf(item) < storedTo));
  if (values.length === items.values.length) return items;
  return { values, json: JSON.stringify(values) };
}

/** EVE numbers entries in their order; some may appear late, so the newest are compared again. */
function storedUpTo({ kind }: ListSource, { answers, cursor }: Read): number | undefined {
  const [first] = answers;
  if (kind !== "journal" || cursor.pages > 1 || first?.answer.state !== "changed") return undefined;
  return first.answer.data.values.map(idOf).toSorted((a, b) => b - a)[COMPARED_ENTRIES];
}

/** The whole list is read: it is published, all of it in one batch. */
function complete(
  run: OpenRun,
  source: ListSource,
  slice: Read & { asOf: EveDate },
  at?: number,
): Step {
  const { key, kind, isPaged, evidence } = source;
  const { asOf } = slice;
  const isEvidence = evidence !== undefined || source.roster !== undefined;
  const staged = pagesOf(run, key, true);
  const published = pagesOf(run, key, false);
  const lastPage = isPaged ? slice.cursor.pages : staged.length || published.length;
  const isChanged = staged.length > 0 || published.some(({ page }) => page > lastPage);
  const counts = new Map(
    [...published, ...staged]
      .filter(({ page }) => page <= lastPage)
      .map(({ page, itemCount }) => [page, itemCount]),
  );
  const count = [...counts.values()].reduce((sum, items) => sum + items, 0);
  const expiresAt = slice.expiresAt?.getTime() ?? null;
  const known = run.plan.sources[key];
  const pageMs = known?.pageMs;
  const isSame = slice.answers.every(({ answer }) => answer.state === "unchanged");
  const storedTo = isSame ? known?.storedTo : storedUpTo(source, slice);
  const state: SourceState = {
    expiresAt,
    ...(at !== undefined && { readAt: at }),
    ...(isEvidence && { asOf }),
    ...(kind === "snapshot" && { count }),
    ...(pageMs !== undefined && { pageMs }),
    ...(storedTo !== undefined && { storedTo }),
  };
  const { cursor: _, ...plan } = run.plan;
  if (isEvidence && known?.asOf !== undefined && asOf < known.asOf) {
    // From the older cache of another server of ESI.
    const sources = { ...plan.sources, [key]: { ...known, expiresAt } };
    const pages = run.pages.filter((page) => page.source !== key || !page.isStaged);
    return {
      run: { ...run, pages, plan: { ...plan, sources, done: [...plan.done, key] } },
      writes: staged.length > 0 ? [{ kind: "drop-staged", sources: [key] }] : [],
    };
  }
  const isOfMembers = evidence !== undefined && evidence.list !== "contacts";
  if (isOfMembers && count === 0) return { run: giveUp(run, key, "bad_answer"), writes: [] };
  return {
    run: {
      ...run,
      plan: {
        ...plan,
        sources: { ...plan.sources, [key]: state },
        done: [...plan.done, key],
      },
    },
    writes: [
      ...(isChanged ? [{ kind: "publish-pages", source: key, lastPage } as const] : []),
      ...confirmation(run, source, { asOf, isChanged }),
      ...(source.roster !== undefined && count > 0
        ? [
            {
              kind: "apply-roster",
              reading: { list: source.roster, asOf, isChanged },
            } as const,
          ]
        : []),
    ],
  };
}

function confirmation(
  { corporationId, allianceId }: OpenRun,
  { key, evidence }: ListSource,
  read: { asOf: EveDate; isChanged: boolean },
): PendingWrite[] {
  if (evidence === undefined) return [];
  const ownerId = evidence.of === "alliance" ? allianceId : corporationId;
  if (ownerId === null) return [];
  return [{ kind: "confirm-list", source: key, list: evidence.list, ownerId, ...read }];
}

function pagesOf({ pages }: OpenRun, source: string, isStaged: boolean): StoredPage[] {
  return pages.filter((page) => page.source === source && page.isStaged === isStaged);
}

function isReplaced(page: StoredPage, by: StoredPage[]): boolean {
  return by.some(
    (other) =>
      other.source === page.source && other.isStaged === page.isStaged && other.page === page.page,
  );
}

function chunksOf(items: EsiItems): EsiItems[] {
  if (items.json.length <= CHARACTERS_PER_ROW) return [items];
  const count = Math.ceil(items.values.length / ITEMS_PER_ROW);
  return Array.from({ length: count }, (_, index) => {
    const values = items.values.slice(index * ITEMS_PER_ROW, (index + 1) * ITEMS_PER_ROW);
    return { values, json: JSON.stringify(values) };
  });
}
