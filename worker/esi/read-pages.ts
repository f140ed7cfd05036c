import type { Esi, EsiAnswer, EsiRequest } from "./client.ts";
import type { Endpoint } from "./endpoint.ts";
import { EsiError } from "./error.ts";

/** Progress through a list; `nextPage` starts at 1. */
export type PageCursor = { nextPage: number; pages: number; lastModified: string | null };

export type PageSlice<Answer> =
  | {
      state: "read";
      /** The pages in order; those whose ETag still matches are `unchanged`. */
      answers: { page: number; answer: EsiAnswer<Answer> }[];
      /** `nextPage` is greater than `pages` when the list is complete. */
      cursor: PageCursor;
      expiresAt: Date | null;
    }
  /** ESI renewed the list in the meantime: the pages that were read belong to the old one. */
  | { state: "moved" };

export const START: PageCursor = { nextPage: 1, pages: 1, lastModified: null };

/**
 * Reads at most `limit` pages from the cursor on. The pages of one list have the same Last-Modified; others are not mixed
 * with them: https://developers.eveonline.com/docs/services/esi/pagination/x-pages/
 */
export async function readPages<Path extends string, Answer>(
  esi: Esi,
  endpoint: Endpoint<Path, Answer>,
  request: Omit<EsiRequest<Path>, "page" | "etag">,
  {
    cursor = START,
    limit,
    etagOf = () => null,
  }: {
    cursor?: PageCursor;
    limit: number;
    etagOf?: (page: number) => string | null;
  },
): Promise<PageSlice<Answer>> {
  const read = async (page: number) => ({
    page,
    answer: await esi.request(endpoint, { ...request, page, etag: etagOf(page) }),
  });
  const answers: { page: number; answer: EsiAnswer<Answer> }[] = [];
  let { nextPage, pages, lastModified } = cursor;
  try {
    if (nextPage === 1) {
      const first = await read(1);
      ({ pages, lastModified } = first.answer);
      answers.push(first);
      nextPage = 2;
    }
    const last = Math.min(pages, nextPage + limit - answers.length - 1);
    const numbers = Array.from(
      { length: Math.max(0, last - nextPage + 1) },
      (_, i) => nextPage + i,
    );
    answers.push(...(await Promise.all(numbers.map(read))));
    nextPage += numbers.length;
  } catch (error) {
    // The page does not exist any more: the list has become shorter.
    if (isGone(error) && nextPage > 1) return { state: "moved" };
    throw error;
  }
  if (answers.some(({ answer }) => answer.lastModified !== lastModified)) return { state: "moved" };
  const expiresAt = answers[0]?.answer.expiresAt ?? null;
  return { state: "read", answers, cursor: { nextPage, pages, lastModified }, expiresAt };
}

function isGone(error: unknown): boolean {
  return error instanceof EsiError && error.reason === "not_found";
}
