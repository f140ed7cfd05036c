import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import type { ActivityFilters } from "./use-activity-filters.ts";

/** Refetched on every visit, whose preload counts: the newest entries are what users look for. */
export function allActivityQuery(filters: ActivityFilters) {
  return infiniteQueryOptions({
    queryKey: ["activity", filters],
    queryFn: ({ pageParam }) =>
      body(api.activity.$get({ query: { ...filters, ...cursorParam(pageParam) } })),
    ...paging,
    staleTime: 5000,
  });
}

/** Joins the pages of the CSV export into one file; each page links to the next, and only the first has a header row. */
export async function exportActivity(filters: ActivityFilters): Promise<Blob> {
  const parts: Blob[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { ...filters, ...cursorParam(cursor) };
    const response = await api["activity.csv"].$get({ query });
    parts.push(await response.blob());
    cursor = nextCursorIn(response.headers.get("Link"));
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

function nextCursorIn(link: string | null): string | null {
  const [, next] = link?.match(/^<([^>]+)>; rel="next"$/) ?? [];
  return next === undefined ? null : new URL(next, location.origin).searchParams.get("cursor");
}
