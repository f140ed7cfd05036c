import { queryOptions } from "@tanstack/react-query";
import type { WatchFinding, WatchLevel } from "#shared/watchlist.ts";
import { ph, t } from "#web/language/macros.ts";
import { api, body } from "#web/lib/api/api.ts";
import { formatDate } from "#web/lib/time.ts";
import { Chip } from "#web/ui/chip.tsx";

/** Other keepers may change the list. */
const STALE_MS = 15_000;

/** What the watchlist has about these users, as many as a page of a list has: for keepers, and recorded. */
export function watchedUsersQuery(userIds: readonly string[]) {
  const users = userIds.join(",");
  return queryOptions({
    queryKey: ["watchlist", "hits", users],
    queryFn: () => body(api.watchlist.hits.$get({ query: { users } })),
    staleTime: STALE_MS,
  });
}

export function LevelChip({ level }: { level: WatchLevel }) {
  return level === "refuse" ? (
    <Chip tone="danger">{t`Refuse`}</Chip>
  ) : (
    <Chip tone="warn" icon="eye">{t`Watch`}</Chip>
  );
}

export function factText({ fact, since, until }: WatchFinding): string {
  const [from, to] = [since && formatDate(since), until && formatDate(until)];
  switch (fact) {
    case "pilot":
      return t`Is this pilot`;
    case "corporation":
    case "alliance":
      if (to !== null) return t`Was in it until ${ph({ date: to })}`;
      return from === null ? t`Is in it` : t`Is in it, read on ${ph({ date: from })}`;
    case "history":
      return from === null || to === null
        ? t`Was in it, as EVE’s history says`
        : t`Was in it from ${ph({ from })} to ${ph({ to })}, as EVE’s history says`;
    case "belonged":
      return to === null
        ? t`Belonged to this pilot’s account`
        : t`Belonged to this pilot’s account until ${ph({ date: to })}`;
  }
}
