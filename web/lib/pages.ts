import type { InfiniteData } from "@tanstack/react-query";
import type { Page } from "#shared/page.ts";

/** In the cache, a list that is handed out page by page, as far as it has been loaded. */
export type Pages<Item> = InfiniteData<Page<Item>>;

/** For `infiniteQueryOptions`: how one page leads to the next. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

/** The part of a query string that asks for a page; the first page has none. */
export function cursorParam(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}

/** All rows that have been loaded. */
export function itemsOf<Item>(data: { pages: { items: Item[] }[] } | undefined): Item[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

/** How long the whole list is, by the page that was loaded last. */
export function totalOf(data: { pages: { total: number }[] } | undefined): number | undefined {
  return data?.pages.at(-1)?.total;
}

/** The same pages with each row changed. */
export function mapItems<Item>(data: Pages<Item>, change: (item: Item) => Item): Pages<Item> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })),
  };
}

/** The same pages without some rows, and without them in the total. */
export function withoutItems<Item>(
  data: Pages<Item>,
  isGone: (item: Item) => boolean,
): Pages<Item> {
  const gone = itemsOf(data).filter(isGone).length;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => !isGone(item)),
      total: page.total - gone,
    })),
  };
}
