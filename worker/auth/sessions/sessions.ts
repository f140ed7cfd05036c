import type { ActiveSession, Session } from "#shared/session.ts";
import { randomToken, sha256 } from "#worker/crypto.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { UserActor } from "./actor.ts";
import { describeDevice } from "./device.ts";
import { rememberActor } from "./session-cache.ts";
import * as store from "./session-store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SESSION_TTL_MS = 30 * DAY_MS;
const SLIDE_EVERY_MS = DAY_MS;

/** A new session's token, and its row for the caller's batch. */
export async function prepareSession(userId: string, userAgent: string | undefined) {
  const token = randomToken();
  const now = Date.now();
  const row: store.SessionRow = {
    tokenHash: await sha256(token),
    id: randomToken(12),
    userId,
    device: describeDevice(userAgent),
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: new Date(now + SESSION_TTL_MS),
  };
  return { token, row };
}

/** Who the bearer of this session token is. One round trip; a write at most once a day. */
export async function authenticate(
  { db, config }: Context,
  token: string | undefined,
): Promise<UserActor | undefined> {
  if (token === undefined) return undefined;
  const tokenHash = await sha256(token);
  const session = await store.findSession(db, tokenHash, config.ADMIN_CHARACTER_IDS);
  const now = Date.now();
  if (session === undefined || session.expiresAt.getTime() <= now) return undefined;
  let lastSeenAt = session.lastSeenAt.getTime();
  if (now - lastSeenAt >= SLIDE_EVERY_MS) {
    await store.slideSession(db, session.id, new Date(now), new Date(now + SESSION_TTL_MS));
    lastSeenAt = now;
  }
  const { id, userId, isAdmin } = session;
  const actor: UserActor = { kind: "user", userId, sessionId: id, isAdmin };
  rememberActor(tokenHash, actor, lastSeenAt + SLIDE_EVERY_MS);
  return actor;
}

/**
 * The session as the SPA sees it (spec §3), and whether its user's Discord profile is due for a check. One round trip, none
 * without a token.
 */
export async function readSession(
  context: Context,
  token: string | undefined,
): Promise<{ session: Session; isDiscordCheckDue: boolean }> {
  const { db, config } = context;
  const signedOut = {
    session: { authenticated: false, user: null },
    isDiscordCheckDue: false,
  };
  if (token === undefined) return signedOut;
  const found = await store.findSessionUser(db, await sha256(token), config.ADMIN_CHARACTER_IDS);
  if (found === undefined) return signedOut;
  const { userId, discord } = found;
  const session: Session = {
    authenticated: true,
    user: {
      id: userId,
      is_admin: found.isAdmin,
      mainCharacterId: found.mainCharacterId,
      characters: found.characters,
      ...(discord !== null && { discord: discord.account }),
      canLinkDiscord: config.DISCORD_CLIENT_ID !== "",
    },
  };
  return { session, isDiscordCheckDue: discord?.isCheckDue ?? false };
}

export async function listSessions({ db }: Context, actor: UserActor): Promise<ActiveSession[]> {
  const [rows] = await db.batch([store.listSessions(db, actor.userId, Date.now())]);
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === actor.sessionId,
    device: row.device,
    createdAt: new Date(row.createdAt).toISOString(),
    lastSeenAt: new Date(row.lastSeenAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  }));
}

/** Ends one of the actor's own sessions. */
export async function endSession(context: Context, actor: UserActor, sessionId: string) {
  const ended = await store.deleteSession(context, actor.userId, sessionId);
  if (!ended) throw new ApiError("not_found", "This session has already ended.");
}

/** Ends every session of the actor but the one that asks. */
export async function endOtherSessions(context: Context, actor: UserActor) {
  await store.deleteOtherSessions(context, actor.userId, actor.sessionId);
}

/** Ends the session of this token, if there is one: signing out twice is fine. */
export async function signOut({ db }: Context, token: string | undefined) {
  if (token !== undefined) await store.deleteSessionByToken(db, await sha256(token));
}
