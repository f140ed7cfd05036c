import type { Entry } from "./entries.ts";

const KEY = "muster.recent";
const KEPT = 4;

/** Where the palette led lately, the last first. Kept in this tab, and for this user only. */
export function readRecent(userId: string): Entry[] {
  try {
    const recent: { userId: string; entries: Entry[] } | null = JSON.parse(
      sessionStorage.getItem(KEY) ?? "null",
    );
    return recent?.userId === userId ? recent.entries : [];
  } catch {
    return [];
  }
}

export function keepRecent(userId: string, entry: Entry): void {
  const others = readRecent(userId).filter(({ key }) => key !== entry.key);
  const entries = [entry, ...others].slice(0, KEPT);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, entries }));
  } catch {
    // Storage is forbidden or full: the palette works without.
  }
}
