import type { EveDate, PageCursor } from "#worker/db/schema/esi.ts";
import type { Esi, EsiAnswer, EsiRequest } from "./client.ts";
import type { Endpoint } from "./endpoint.ts";
import { EsiError } from "./error.ts";
import { earlierOf } from "./eve-date.ts";

type PageAnswer<Answer> = { page: number; answer: EsiAnswer<Answer> };

export type PageSlice<Answer> =
  | {
      state: "read";
      /** The pages that were read, in order; those whose ETag still matches are `unchanged`. */
      answers: PageAnswer<Answer>[];
      cursor: PageCursor;
      expiresAt: Date | null;
      /** As of when the pages up to here are true: the date of the oldest. None before the first page. */
      asOf: EveDate | undefined;
    }
  /** The pages that were read are not all of one list: it begins again at this cursor. */
  | { state: "moved"; cursor: PageCursor };

export const START: PageCursor = { nextPage: 1, pages: 1, lastModified: null };

/** A list that is renewed faster than it can be read is given up. */
export const MAX_RESTARTS = 5;
/** Two servers are asked for `2 × pages + MAX_MISSES` pages in vain at most. */
const MAX_MISSES = 8;
const MISSES_PER_PAGE = 2;

type Options = {
  cursor?: PageCursor;
  limit: number;
  etagOf?: (page: number) => string | null;
  /** How many pages the stored list has: ESI's 304 may not say it. 0: unknown. */
  knownPages?: number;
  /** Items are added by id, so that pages of two dates may be mixed: what one lacks, the next fetch finds. */
  accumulates?: boolean;
};

/**
 * Reads at most `limit` pages from the cursor on. The pages of one list have the same Last-Modified and the same number of
 * pages; others are not mixed with them: https://developers.eveonline.com/docs/services/esi/pagination/x-pages/
 *
 * Pages of two dates mean that EVE has renewed the list, which then begins again, or that two servers answer in turns
 * (https://github.com/esi/esi-issues/issues/895). If the list that began again has the same two dates, the pages of the newer
 * date are kept, and only the others are read again. Throws `bad_answer` if the pages of one date cannot be had.
 */
export async function readPages<Path extends string, Answer>(
  esi: Esi,
  endpoint: Endpoint<Path, Answer>,
  request: Omit<EsiRequest<Path>, "page" | "etag">,
  { cursor = START, limit, etagOf = () => null, knownPages = 0, accumulates = false }: Options,
): Promise<PageSlice<Answer>> {
  const read = async (page: number): Promise<PageAnswer<Answer>> => {
    const isConditional = cursor.isWhole !== true && (page > 1 || knownPages > 0);
    const etag = isConditional ? etagOf(page) : null;
    return { page, answer: await esi.request(endpoint, { ...request, page, etag }) };
  };
  let { pages, lastModified, dates } = cursor;
  const answers: PageAnswer<Answer>[] = [];
  try {
    if (cursor.nextPage === 1) {
      const first = await read(1);
      answers.push(first);
      pages = first.answer.pages ?? knownPages;
      if (pages === 0) throw badAnswer(endpoint, "an unknown number of pages");
      if (!dates?.some((date) => date === first.answer.lastModified)) dates = undefined;
      lastModified = dates?.[0] ?? first.answer.lastModified;
    }
    const hasFirst =
      accumulates || answers.every(({ answer }) => answer.lastModified === lastModified);
    const numbers = hasFirst ? unread(cursor, pages).filter((page) => page > answers.length) : [];
    const now = numbers.slice(0, Math.max(0, limit - answers.length));
    answers.push(...(await Promise.all(now.map(read))));
  } catch (error) {
    // The page does not exist any more: the list has become shorter.
    if (isGone(error) && answers.length + cursor.nextPage > 1) {
      return startAgain(cursor, endpoint, { isWhole: true });
    }
    throw error;
  }
  const stated = (some: PageAnswer<Answer>[]) => some.flatMap(({ answer }) => answer.pages ?? []);
  if (accumulates) {
    return slice({ ...cursor, pages: Math.max(pages, ...stated(answers)), lastModified }, answers);
  }
  const kept = answers.filter(({ answer }) => answer.lastModified === lastModified);
  const others = answers.filter(({ answer }) => answer.lastModified !== lastModified);
  if (others.some(({ answer }) => answer.lastModified !== dates?.[1])) {
    return startAgain(cursor, endpoint, datesOf(cursor, answers));
  }
  // A 304 did not say how many pages there are, and the stored list had another number.
  if (stated(kept).some((count) => count !== pages)) {
    return startAgain(cursor, endpoint, { isWhole: true });
  }
  if (dates === undefined) {
    const { dates: _, ahead: __, misses: ___, ...rest } = cursor;
    return slice({ ...rest, pages, lastModified }, kept);
  }
  const misses = Math.max(0, (cursor.misses ?? 0) + others.length - MISSES_PER_PAGE * kept.length);
  if (misses > MAX_MISSES) throw badAnswer(endpoint, "pages of several dates");
  return slice({ ...cursor, dates, misses, pages, lastModified }, kept);
}

/** The slice that has these pages besides those of the cursor. */
function slice<Answer>(before: PageCursor, answers: PageAnswer<Answer>[]): PageSlice<Answer> {
  const { ahead: known = [], ...cursor } = before;
  const ahead = new Set([...known, ...answers.map(({ page }) => page)]);
  while (ahead.delete(cursor.nextPage)) cursor.nextPage += 1;
  const expiresAt = answers[0]?.answer.expiresAt ?? null;
  const asOf = answers.reduce<EveDate | undefined>(
    (oldest, { answer }) => earlierOf(answer.asOf, oldest),
    before.asOf,
  );
  return {
    state: "read",
    answers,
    cursor: {
      ...cursor,
      ...(asOf !== undefined && { asOf }),
      ...(ahead.size > 0 && { ahead: [...ahead] }),
    },
    expiresAt,
    asOf,
  };
}

function unread({ nextPage, ahead = [] }: PageCursor, pages: number): number[] {
  const numbers = Array.from({ length: Math.max(0, pages - nextPage + 1) }, (_, i) => nextPage + i);
  return numbers.filter((page) => !ahead.includes(page));
}

/** What the next reading knows of pages that are not of one date. */
function datesOf<Answer>(
  { nextPage, lastModified }: PageCursor,
  answers: PageAnswer<Answer>[],
): Pick<PageCursor, "dates" | "isWhole"> {
  const seen = new Set(answers.map(({ answer }) => answer.lastModified));
  if (nextPage > 1) seen.add(lastModified);
  // A 304 without a date may be of any list: with their ETags left out, all pages have dates.
  if (seen.has(null)) return { isWhole: true };
  const [newer, older, third] = [...seen]
    .flatMap((date) => date ?? [])
    .toSorted((a, b) => Date.parse(b) - Date.parse(a));
  return newer !== undefined && older !== undefined && third === undefined
    ? { dates: [newer, older] }
    : {};
}

function startAgain<Path extends string, Answer>(
  { pages, restarts: before = 0 }: PageCursor,
  endpoint: Endpoint<Path, Answer>,
  known: Pick<PageCursor, "dates" | "isWhole">,
): PageSlice<Answer> {
  const restarts = before + 1;
  if (restarts > MAX_RESTARTS) throw badAnswer(endpoint, "pages of several dates");
  return { state: "moved", cursor: { ...START, pages, restarts, ...known } };
}

function badAnswer({ path }: { path: string }, what: string): EsiError {
  return new EsiError("bad_answer", { status: 200, detail: `${path}: ${what}` });
}

function isGone(error: unknown): boolean {
  return error instanceof EsiError && error.reason === "not_found";
}
