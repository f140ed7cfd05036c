import type { CorporationHistoryEntry } from "#shared/characters.ts";

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30.44;
const YEAR_DAYS = 365.25;

/** The id range of EVE's NPC corporations. */
const FIRST_NPC_CORPORATION_ID = 1_000_000;
const LAST_NPC_CORPORATION_ID = 1_999_999;

export function isNpcCorporation(corporationId: number): boolean {
  return corporationId >= FIRST_NPC_CORPORATION_ID && corporationId <= LAST_NPC_CORPORATION_ID;
}

export type Membership = CorporationHistoryEntry & {
  /** The start of the next membership; null for the current one. */
  endDate: string | null;
};

/** The history, newest first, with end dates. ESI has only start dates. */
export function memberships(history: readonly CorporationHistoryEntry[]): Membership[] {
  const newestFirst = history.toSorted(
    (a, b) => Date.parse(b.startDate) - Date.parse(a.startDate) || b.recordId - a.recordId,
  );
  return newestFirst.map((entry, index) => ({
    ...entry,
    endDate: newestFirst[index - 1]?.startDate ?? null,
  }));
}

/** "4y 2m", "7m", "12d" or "under a day". */
export function stay(startDate: string, end: number): string {
  const days = (end - Date.parse(startDate)) / DAY_MS;
  if (days < 1) return "under a day";
  if (days < MONTH_DAYS) return `${Math.floor(days)}d`;
  const years = Math.floor(days / YEAR_DAYS);
  const months = Math.min(11, Math.floor((days - years * YEAR_DAYS) / MONTH_DAYS));
  return [years > 0 && `${years}y`, months > 0 && `${months}m`].filter(Boolean).join(" ");
}
