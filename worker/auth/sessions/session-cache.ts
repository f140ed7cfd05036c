import type { UserActor } from "./actor.ts";

/** Sessions that one isolate keeps; the others cost their next read one round trip more. */
const MAX_SESSIONS = 5000;

type CachedSession = { actor: UserActor; until: number };

const sessions = new Map<string, CachedSession>();

/** The actor of a session when this isolate last asked. May be stale: `requireUser` checks it with the first read. */
export function findCachedActor(tokenHash: string): UserActor | undefined {
  const cached = sessions.get(tokenHash);
  return cached !== undefined && cached.until > Date.now() ? cached.actor : undefined;
}

export function cacheActor(tokenHash: string, actor: UserActor, until: number) {
  sessions.delete(tokenHash);
  sessions.set(tokenHash, { actor, until });
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
}

export function evictActor(tokenHash: string) {
  sessions.delete(tokenHash);
}
