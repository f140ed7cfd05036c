import type { AddWatchEntry } from "#shared/watchlist.ts";

/** A new entry of the watchlist, about a pilot who is watched unless given otherwise. */
export const watchEntry = (given: Partial<AddWatchEntry> & Pick<AddWatchEntry, "eveId">) => ({
  subject: "pilot" as const,
  name: "Kesh Vantar",
  level: "watch" as const,
  reason: "Took our ships.",
  link: null,
  months: null,
  ...given,
});
