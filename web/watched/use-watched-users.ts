import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { WatchedRequest } from "#shared/watchlist.ts";
import { watchedUsersQuery } from "#web/eve/watch.tsx";
import { useSession } from "#web/lib/api/session.ts";

/** The pages of a list of users. */
type UserPages = readonly { items: readonly { userId: string }[] }[];

type WatchedUsers = {
  /** The entries that hit the user, what refuses first; undefined as long as they are not known. For all but keepers there are none. */
  hitsOf: (userId: string) => readonly WatchedRequest[] | undefined;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  /** Asks about all of these, and says who is known to be on no entry. */
  findFree: (pages: UserPages) => Promise<(userId: string) => boolean>;
};

const NONE: readonly WatchedRequest[] = [];

/**
 * What the watchlist has about the users of a list. It is a read of its own, so that no answer about people has a field of the list.
 * For all but keepers nothing is asked.
 */
export function useWatchedUsers(pages: UserPages): WatchedUsers {
  const isKeeper = useSession().user?.unseenHits !== undefined;
  const client = useQueryClient();
  const queryOf = ({ items }: UserPages[number]) =>
    watchedUsersQuery([...new Set(items.map(({ userId }) => userId))]);
  const asked = isKeeper ? pages.filter(({ items }) => items.length > 0) : [];
  const results = useQueries({ queries: asked.map(queryOf) });
  const known = new Map<string, readonly WatchedRequest[]>();
  for (const [index, { items }] of asked.entries()) {
    const data = results[index]?.data;
    if (data) addHits(known, items, data.items);
  }
  return {
    hitsOf: (userId) => (isKeeper ? known.get(userId) : NONE),
    isLoading: results.some((result) => result.isLoading),
    error: results.find((result) => result.isError)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
    findFree: async (all) => {
      if (!isKeeper) return () => true;
      const found = new Map<string, readonly WatchedRequest[]>();
      const filled = all.filter(({ items }) => items.length > 0);
      await Promise.all(
        filled.map(async (page) => {
          const data = await client.fetchQuery(queryOf(page)).catch(() => undefined);
          if (data) addHits(found, page.items, data.items);
        }),
      );
      return (userId) => found.get(userId)?.length === 0;
    },
  };
}

function addHits(
  known: Map<string, readonly WatchedRequest[]>,
  users: readonly { userId: string }[],
  entries: readonly WatchedRequest[],
) {
  for (const { userId } of users) {
    const hits = entries.flatMap((entry) => {
      const findings = entry.findings.filter((finding) => finding.userId === userId);
      return findings.length > 0 ? [{ ...entry, findings }] : [];
    });
    known.set(userId, hits);
  }
}
