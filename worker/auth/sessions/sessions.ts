import type { Community } from "#shared/community.ts";
import type { ActiveSessions, Session } from "#shared/session.ts";
import { DAY_MS } from "#shared/time.ts";
import type { DailyActs } from "#worker/audit/daily-limits.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import type { UserActor } from "./actor.ts";
import { PROOF_TTL_SECONDS } from "./fresh-proof.ts";
import * as store from "./session-store.ts";
import { presentIdentity, selectIdentity } from "./session-store.ts";

const SESSION_TTL_MS = 30 * DAY_MS;
const PROLONG_EVERY_MS = DAY_MS;
const RETRY_PROLONG_MS = DAY_MS / 24;

/** The browser that a session is opened for. `proofHash` is the hash of its new proof cookie. */
export type SessionBrowser = { userAgent: string | undefined; proofHash: string };

/** The token of a new session for a sign-in with this character, and its row for the caller's batch. */
export async function prepareSession(
  userId: string,
  characterId: number,
  { userAgent, proofHash }: SessionBrowser,
) {
  const token = randomToken();
  const now = Date.now();
  const row: store.SessionRow = {
    tokenHash: await sha256(token),
    id: randomToken(12),
    userId,
    characterId,
    device: describeDevice(userAgent),
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: new Date(now + SESSION_TTL_MS),
    provenCharacterId: characterId,
    provenAt: new Date(now),
    proofHash,
  };
  return { token, row };
}

/** Whether a session that was read can be used. */
export function isValid<Row extends { expiresAt: Date }>(row: Row | undefined): row is Row {
  return row !== undefined && row.expiresAt.getTime() > Date.now();
}

/** The rights of the user of a session that was read. */
export function rightsOf(row: { isAdmin: number; isGuest: number }) {
  const isAdmin = row.isAdmin === 1;
  return { isAdmin, isGuest: !isAdmin && row.isGuest === 1 };
}

/**
 * The user of a session. One round trip, and a second at most once a day, when the session is prolonged. `presentedProof`: the hash
 * of the browser's proof cookie; `isProven`: it belongs to a fresh proof of the present main.
 */
export async function authenticate(
  context: Context,
  tokenHash: string,
  presentedProof?: string,
): Promise<{ actor: UserActor; isProven: boolean; dailyActs: DailyActs } | undefined> {
  const { db, config } = context;
  const [session] = await run(db, store.selectSession(tokenHash, config.ADMIN_CHARACTER_IDS));
  if (!isValid(session)) {
    // A replica may not know the session yet: only the primary refuses it.
    return db.usePrimary() ? authenticate(context, tokenHash, presentedProof) : undefined;
  }
  const now = Date.now();
  const { id, userId } = session;
  let cachedUntil = session.lastSeenAt.getTime() + PROLONG_EVERY_MS;
  if (cachedUntil <= now) {
    const isProlonged = await prolong(context, id, now);
    cachedUntil = now + (isProlonged ? PROLONG_EVERY_MS : RETRY_PROLONG_MS);
  }
  const actor: UserActor = { kind: "user", userId, sessionId: id, ...rightsOf(session) };
  cacheActor(tokenHash, actor, cachedUntil);
  const isProven = hasFreshProof(session, presentedProof, now);
  return { actor, isProven, dailyActs: session.dailyActs };
}

/** The same as the SQL condition of `fresh-proof.ts`, for a session that was read. */
function hasFreshProof(
  session: { mainProvenAt: number | null; proofHash: string | null },
  presented: string | undefined,
  now: number,
): boolean {
  const { mainProvenAt, proofHash } = session;
  return (
    presented !== undefined &&
    presented === proofHash &&
    mainProvenAt !== null &&
    mainProvenAt > now - PROOF_TTL_SECONDS * 1000
  );
}

/** A failure is only logged: the session stays valid while D1 refuses writes. */
async function prolong({ db, requestId }: Context, id: string, now: number): Promise<boolean> {
  db.usePrimary();
  try {
    await run(db, store.updateLastSeen(id, new Date(now), new Date(now + SESSION_TTL_MS)));
    return true;
  } catch (error) {
    logError(requestId, error);
    return false;
  }
}

/**
 * The session as the SPA sees it, and whether its user's Discord profile is due for a check. One round trip, two
 * if it has ended.
 */
export async function readSession(
  context: Context,
  token: string | undefined,
): Promise<{ session: Session; isDiscordCheckDue: boolean }> {
  const { db, config } = context;
  const signedOut = (identity: Community | undefined, soldCharacterName?: string) => ({
    session: {
      authenticated: false,
      user: null,
      ...(soldCharacterName !== undefined && { soldCharacterName }),
      ...(identity && { community: identity }),
    },
    isDiscordCheckDue: false,
  });
  if (token === undefined) {
    const [row] = await run(db, selectIdentity());
    return signedOut(presentIdentity(row));
  }
  const tokenHash = await sha256(token);
  const [found, identity] = await store.findSessionUser(db, tokenHash, config.ADMIN_CHARACTER_IDS);
  if (found === undefined) return signedOut(identity, await store.findSoldName(db, tokenHash));
  const { userId, discord } = found;
  const session: Session = {
    authenticated: true,
    user: {
      id: userId,
      is_admin: found.isAdmin,
      adminRightsWithheld: found.adminRightsWithheld,
      ...(config.ADMIN_CHARACTER_IDS.length === 0 && { hasNoAdministrators: true }),
      mainCharacterId: found.mainCharacterId,
      characters: found.characters,
      ...(discord !== null && { discord: discord.account }),
      ...(found.hasMergeRequest && { hasMergeRequest: true }),
      ...(found.unseenHits !== null && { unseenHits: found.unseenHits }),
      ...(found.guest && { guest: found.guest }),
      ...(found.language && { language: found.language }),
      canLinkDiscord: config.DISCORD_CLIENT_ID !== "",
    },
    ...(identity && { community: identity }),
  };
  return { session, isDiscordCheckDue: discord?.isCheckDue ?? false };
}

export async function listSessions({ db }: Context, actor: UserActor): Promise<ActiveSessions> {
  const [rows, applications] = await store.listSessions(db, actor.userId);
  const sessions = rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === actor.sessionId,
    device: row.device,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
  return {
    sessions,
    applications: applications.map(store.presentSignIn),
  };
}

/** Ends one of the actor's own sessions. */
export async function endSession(context: Context, actor: UserActor, sessionId: string) {
  const ended = await store.deleteSession(context, actor, sessionId);
  if (!ended) throw new ApiError("session_ended");
}

/** Ends every session of the actor but the present one, with the sign-ins at applications. */
export async function endOtherSessions(context: Context, actor: UserActor) {
  await store.deleteOtherSessions(context, actor);
}

/** Ends the session of this token, if there is one. */
export async function signOut({ db }: Context, token: string | undefined) {
  if (token !== undefined) await run(db, store.deleteSessionByToken(await sha256(token)));
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Such as "Firefox on Windows", so that users can recognise their sessions. */
export function describeDevice(userAgent = ""): string {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser === undefined) return system ?? "Unknown device";
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Sessions that one isolate keeps; the others cost their next read one round trip more. */
const MAX_SESSIONS = 5000;

type CachedSession = { actor: UserActor; until: number };

const sessions = new Map<string, CachedSession>();

/** The actor of a session when this isolate last asked. May be stale: `requireUser` checks it with the first read. */
export function findCachedActor(tokenHash: string): UserActor | undefined {
  const cached = sessions.get(tokenHash);
  return cached !== undefined && cached.until > Date.now() ? cached.actor : undefined;
}

function cacheActor(tokenHash: string, actor: UserActor, until: number) {
  sessions.delete(tokenHash);
  sessions.set(tokenHash, { actor, until });
  const [oldest] = sessions.keys();
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
}

export function evictActor(tokenHash: string) {
  sessions.delete(tokenHash);
}
