import type { InfiniteData } from "@tanstack/react-query";
import type { Page } from "#shared/page.ts";

/** The cached pages of a list with cursor pagination. */
export type Pages<Item> = InfiniteData<Page<Item>>;

/** The pagination options of `infiniteQueryOptions`. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

/** The cursor as a query parameter; the first page has none. */
export function cursorParam(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}

/** The items of all loaded pages. */
export function itemsOf<Item>(data: { pages: { items: Item[] }[] } | undefined): Item[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

/** The length of the whole list, according to the last loaded page. */
export function totalOf(data: { pages: { total: number }[] } | undefined): number | undefined {
  return data?.pages.at(-1)?.total;
}

export function mapItems<Item>(data: Pages<Item>, change: (item: Item) => Item): Pages<Item> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })),
  };
}

/** Removes items and subtracts them from the total. */
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
