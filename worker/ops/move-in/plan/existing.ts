/** What Muster has before the move, as far as the plan depends on it. */
export type Existing = {
  /** Linked characters by their ids. */
  holders: Map<number, { userId: string; ownerHash: string | null }>;
  /** Folded names of groups, with their ids. */
  groupNames: Map<string, string>;
  /** By Discord id, and by user. */
  discord: Map<string, string>;
  discordOf: Map<string, string>;
  /** Ids of the entries of the watchlist by `watchKey`. */
  watched: Map<string, string>;
};
