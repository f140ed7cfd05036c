import { queryOptions } from "@tanstack/react-query";
import type { UndoQuery } from "#shared/pilots/undo.ts";
import { api, body } from "#web/lib/api/api.ts";

const SUGGESTIONS = 8;

/** Pilots whose names match, also those who left the community. */
export function pilotSearchQuery(search: string) {
  return queryOptions({
    queryKey: ["undo", "pilots", search],
    queryFn: async () => {
      const { items } = await body(api.admin.pilots.$get({ query: { search } }));
      return items.slice(0, SUGGESTIONS);
    },
    staleTime: 60_000,
  });
}

/** What undoing would change now. */
export function undoQuery(query: UndoQuery) {
  return queryOptions({
    queryKey: ["undo", "preview", query],
    queryFn: () => body(api.admin.undo.$get({ query })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
