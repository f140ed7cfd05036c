import type { Context } from "#worker/env.ts";
import type { EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import type { PageSlice } from "#worker/esi/pages.ts";
import {
  accumulate,
  dropStaged,
  ITEMS_PER_ROW,
  keepEtag,
  publishPages,
  stagePage,
} from "./data-store.ts";
import type { Keeper } from "./data-store.ts";
import type { Keeping, Work } from "./fetch-run.ts";
import type { PageRow } from "./run-store.ts";
import type { Items, Source } from "./sources.ts";

/** A list that is renewed faster than it can be read is given up. */
const MOST_RESTARTS = 5;

type Slice = Extract<PageSlice<Items>, { state: "read" }>;

/** Reads lists page by page and keeps them; knows the pages that are kept already. */
export function openReader({ db }: Context, work: Work, rows: PageRow[]) {
  const { esi, state, plan } = work;
  const { corporationId } = state;
  const live = new Map<string, PageRow>();
  const staged = new Map<string, PageRow>();
  for (const row of rows)
    (row.isStaged === 1 ? staged : live).set(`${row.source} ${row.page}`, row);

  /** Reads some pages, as that director. Says whether the list is read to its end. */
  async function readOn(source: Source, grant: EsiGrant): Promise<boolean> {
    const cursor = plan.cursor?.source === source.key ? plan.cursor : undefined;
    const slice = await source.read(esi, {
      corporationId,
      grant,
      cursor,
      limit: work.pagesLeft(),
      etagOf: (page) => live.get(`${source.key} ${page}`)?.etag ?? null,
    });
    return slice.state === "moved" ? startAgain(source) : keep(source, slice);
  }

  /** What was read of the old list is no part of the new one. */
  async function startAgain({ key }: Source): Promise<boolean> {
    const restarts = (plan.restarts ?? 0) + 1;
    if (restarts > MOST_RESTARTS) {
      throw new EsiError("bad_answer", { detail: `${key} is renewed faster than it can be read` });
    }
    plan.restarts = restarts;
    delete plan.cursor;
    for (const [name, row] of staged) if (row.source === key) staged.delete(name);
    await work.keep([{ statement: dropStaged(db, corporationId, [key]), counts: false }], 0);
    return false;
  }

  async function keep(source: Source, slice: Slice): Promise<boolean> {
    const { key } = source;
    const { cursor, answers } = slice;
    const keeper = { db, corporationId, source };
    const isComplete = cursor.nextPage > cursor.pages;
    const keepings = work.praise();
    const kept = source.kind === "snapshot" ? keepSnapshot : keepAccumulated;
    kept(keeper, answers, keepings);
    state.pagesRead += answers.length;
    if (isComplete) complete(keeper, slice, keepings);
    else plan.cursor = { source: key, ...cursor };
    // Where nothing changed, how far we are is told with the next write: asking again would cost little.
    if (keepings.length > 0) await work.keep(keepings, answers.length);
    return isComplete;
  }

  /** Pages of what is replaced as a whole: put aside where they changed. */
  function keepSnapshot(keeper: Keeper, answers: Slice["answers"], keepings: Keeping[]) {
    for (const { page, answer } of answers) {
      if (answer.state === "unchanged") continue;
      // An answer without pages may be longer than a row should be.
      const chunks = keeper.source.isPaged ? [answer.data] : chunksOf(answer.data);
      for (const [index, items] of chunks.entries()) {
        const at = { page: page + index, etag: index === 0 ? answer.etag : null };
        keepings.push({ statement: stagePage(keeper, at, items), counts: false });
        const row = { source: keeper.source.key, isStaged: 1, itemCount: items.length, ...at };
        staged.set(`${row.source} ${row.page}`, row);
        state.rows += items.length;
      }
    }
  }

  /** Pages of what accumulates: their items go straight to the others. */
  function keepAccumulated(keeper: Keeper, answers: Slice["answers"], keepings: Keeping[]) {
    for (const { page, answer } of answers) {
      if (answer.state === "unchanged") continue;
      for (const items of chunksOf(answer.data)) {
        const { count, keep } = accumulate(keeper, items);
        keepings.push({ statement: count, counts: false }, { statement: keep, counts: true });
      }
      const statement = keepEtag(keeper, { page, etag: answer.etag }, answer.data.length);
      keepings.push({ statement, counts: false });
    }
  }

  function complete(keeper: Keeper, slice: Slice, keepings: Keeping[]) {
    const { key, kind, isPaged } = keeper.source;
    const ofSource = (rows: Map<string, PageRow>) =>
      [...rows.values()].filter(({ source }) => source === key);
    const fresh = ofSource(staged);
    const old = ofSource(live);
    const last = isPaged ? slice.cursor.pages : fresh.length || old.length;
    if (fresh.length > 0 || old.some(({ page }) => page > last)) {
      const statements = publishPages(keeper, last);
      keepings.push(...statements.map((statement) => ({ statement, counts: false })));
    }
    const counts = new Map([...old, ...fresh].map(({ page, itemCount }) => [page, itemCount]));
    const count = [...counts].reduce((sum, [page, items]) => sum + (page > last ? 0 : items), 0);
    const expiresAt = slice.expiresAt?.getTime() ?? null;
    plan.sources[key] = { expiresAt, ...(kind === "snapshot" && { count }) };
    plan.done.push(key);
    delete plan.cursor;
    delete plan.restarts;
  }

  return { readOn };
}

function chunksOf(items: Items): Items[] {
  const count = Math.max(1, Math.ceil(items.length / ITEMS_PER_ROW));
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * ITEMS_PER_ROW, (index + 1) * ITEMS_PER_ROW),
  );
}
