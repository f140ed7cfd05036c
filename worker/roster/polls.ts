/** A director whose notices can be read. Times in milliseconds since 1970. */
export type Pollable = {
  directorId: string;
  corporationId: number;
  /** EVE must not be asked before; 0 if it never was. */
  dueAt: number;
  polledAt: number;
};

/** How long ESI caches notices. */
export const NOTICES_CACHED_MS = 10 * 60 * 1000;
/** Directors of one corporation are not asked more often, however many there are. */
const SHORTEST_GAP_MS = 60 * 1000;

/**
 * The next director of each corporation, with the time of the poll. The directors take turns: with N of them there is a look
 * every ten minutes divided by N, so that a departure is seen early and no director is asked more often than EVE renews. What is due first
 * comes first. Pure.
 */
export function nextPolls<Director extends Pollable>(
  directors: readonly Director[],
): { director: Director; at: number }[] {
  const ofEach = Map.groupBy(directors, ({ corporationId }) => corporationId);
  const polls = [...ofEach.values()].flatMap((own) => {
    const gapMs = Math.max(SHORTEST_GAP_MS, NOTICES_CACHED_MS / own.length);
    const last = Math.max(...own.map(({ polledAt }) => polledAt));
    const [first] = own.toSorted(
      (a, b) => a.dueAt - b.dueAt || (a.directorId < b.directorId ? -1 : 1),
    );
    if (first === undefined) return [];
    // The first look comes at once.
    const at = Math.max(first.dueAt, last === 0 ? 0 : last + gapMs);
    return [{ director: first, at }];
  });
  return polls.toSorted((a, b) => a.at - b.at);
}
