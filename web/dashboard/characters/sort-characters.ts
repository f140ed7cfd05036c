import type { OverviewCharacter } from "#shared/characters.ts";
import { compareCodes, compareNames } from "#web/lib/compare.ts";

export type SortKey = "queue" | "name" | "location" | "ship" | "wallet" | "token";
export type CharacterSorting = { key: SortKey; isDescending: boolean };

export const DEFAULT_SORTING: CharacterSorting = { key: "queue", isDescending: false };

const QUEUE_RANK = { empty: 0, paused: 2, training: 3, unknown: 4 };
const TOKEN_RANK = { revoked: 0, unknown: 1, ok: 2 };

/** Empty queues and lost authorizations need the player first; then the queue that ends first. */
function queueRank({ tokenState, queueState }: OverviewCharacter): number {
  return tokenState === "revoked" ? 1 : QUEUE_RANK[queueState];
}

type Compare = (a: OverviewCharacter, b: OverviewCharacter) => number;

const byName: Compare = (a, b) => compareNames(a.characterName, b.characterName);

const COMPARE: Record<SortKey, Compare> = {
  queue: (a, b) =>
    queueRank(a) - queueRank(b) || compareCodes(a.queueEndsAt ?? "", b.queueEndsAt ?? ""),
  name: byName,
  location: (a, b) => compareNames(placeOf(a), placeOf(b)),
  ship: (a, b) => compareNames(a.ship?.typeName ?? LAST, b.ship?.typeName ?? LAST),
  wallet: (a, b) => (b.walletBalance ?? -1) - (a.walletBalance ?? -1),
  token: (a, b) => TOKEN_RANK[a.tokenState] - TOKEN_RANK[b.tokenState],
};

/** Sorts after every name. */
const LAST = "\u{10FFFF}";

function placeOf({ location }: OverviewCharacter): string {
  return location?.solarSystemName ?? LAST;
}

/** Characters with equal values are in the order of their names. */
export function sortCharacters(
  characters: readonly OverviewCharacter[],
  { key, isDescending }: CharacterSorting,
): OverviewCharacter[] {
  const direction = isDescending ? -1 : 1;
  return characters.toSorted((a, b) => direction * COMPARE[key](a, b) || byName(a, b));
}
