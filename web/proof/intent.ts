import { acts } from "./acts.ts";
import type { ActName, InputOf } from "./acts.ts";

const KEY = "muster.intent";
const INTENT_TTL_MS = 10 * 60 * 1000;

/** An act that waits for its user to come back from EVE. */
export type Intent<Name extends ActName> = { act: Name; input: InputOf<Name> };

type AnyIntent = { [Name in ActName]: Intent<Name> }[ActName];
type Kept = { userId: string; expiresAt: number };

/** Keeps what this tab's user is about to do; there is one such act at a time. */
export function keepIntent<Name extends ActName>(userId: string, intent: Intent<Name>): void {
  const kept: Intent<Name> & Kept = { ...intent, userId, expiresAt: Date.now() + INTENT_TTL_MS };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is blocked: the user repeats the act.
  }
}

/** The act that this user was about to do. Reading the act forgets it: an act goes on once. */
export function takeIntent(userId: string | undefined): AnyIntent | undefined {
  try {
    const kept: (AnyIntent & Kept) | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    if (kept === null || kept.userId !== userId || kept.expiresAt < Date.now()) return undefined;
    return Object.hasOwn(acts, kept.act) ? kept : undefined;
  } catch {
    return undefined;
  }
}
