import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import type { Entry } from "./entries.ts";

const KEY = "muster.recent";
const KEPT = 4;

type Recent = { userId: string; entries: Entry[] };

/** Where the palette led lately, the last first. Kept in this tab, and for this user only. */
export function readRecent(userId: string): Entry[] {
  const recent = readStoredJson<Recent | null>("session", KEY, null);
  return recent?.userId === userId ? recent.entries : [];
}

export function keepRecent(userId: string, entry: Entry): void {
  const others = readRecent(userId).filter(({ key }) => key !== entry.key);
  const recent: Recent = { userId, entries: [entry, ...others].slice(0, KEPT) };
  writeStored("session", KEY, JSON.stringify(recent));
}
