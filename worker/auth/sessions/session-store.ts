import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { TokenState } from "#shared/session.ts";
import type { Database } from "#worker/db/database.ts";
import { runBatch } from "#worker/db/batch.ts";
import { fixed, value } from "#worker/db/raw.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import type { Context } from "#worker/env.ts";
import { insertEvent, insertEventIf } from "#worker/auth/history.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** Whether the user of the row holds one of these characters. JSON: the list may exceed D1's parameters. */
function holdsOneOf(characterIds: number[]): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${characters} where ${characters.userId} = ${sessions.userId}
    and ${characters.id} in (select value from json_each(${JSON.stringify(characterIds)})))`.mapWith(
    Boolean,
  );
}

/** The session, unless its account is locked. */
export async function findSession(db: Database, tokenHash: string, adminCharacterIds: number[]) {
  const [row] = await db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      isAdmin: holdsOneOf(adminCharacterIds),
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNotNull(users.mainCharacterId)))
    .where(eq(sessions.tokenHash, tokenHash));
  return row;
}

/** `guard` of db/batch.ts as text: it runs with nearly every read, and is not put together for each. */
const SESSION_CHECK = `
  select case when s.user_id is not null then 1 else json_extract('{}', 'muster-guard') end
  from (select 1) left join (
    select sessions.user_id from sessions join users on users.id = sessions.user_id
    where token_hash = ?1 and expires_at > ?2 and main_character_id is not null
      and ?4 = exists (select 1 from characters
        where characters.user_id = sessions.user_id
          and characters.id in (select value from json_each(?3)))) s on true`;

/**
 * A guard that holds while the session goes on, its account is not locked, and its user administers or not.
 */
export function prepareSessionCheck(
  binding: D1Database,
  tokenHash: string,
  adminCharacterIds: number[],
  isAdmin: boolean,
): D1PreparedStatement {
  return binding
    .prepare(SESSION_CHECK)
    .bind(tokenHash, Date.now(), JSON.stringify(adminCharacterIds), isAdmin ? 1 : 0);
}

type SessionUserRow = {
  userId: string;
  mainCharacterId: number | null;
  isAdmin: number;
  characterId: number;
  characterName: string;
  tokenState: TokenState | null;
  scopes: string | null;
  discordId: string | null;
  username: string;
  discriminator: string;
  isAuthorized: number;
  checkDueAt: number;
};

const selectSessionUser = fixed<SessionUserRow>(sql`
  select users.id as "userId", users.main_character_id as "mainCharacterId",
    exists (select 1 from characters where characters.user_id = users.id
      and characters.id in (select value from json_each(${value("adminCharacterIds")})))
      as "isAdmin",
    c.id as "characterId", c.name as "characterName", t.state as "tokenState", t.scopes,
    d.discord_id as "discordId", d.username, d.discriminator,
    d.is_authorized as "isAuthorized", d.check_due_at as "checkDueAt"
  from sessions
  join users on users.id = sessions.user_id
  join characters c on c.user_id = users.id
  left join eve_tokens t on t.character_id = c.id
  left join discord_accounts d on d.user_id = users.id
  where sessions.token_hash = ${value("tokenHash")} and sessions.expires_at > ${value("now")}
  order by c.id = users.main_character_id desc, c.name_folded`);

/** The user of a session that has not expired, with Discord and characters: the main first, then by name. */
export async function findSessionUser(
  db: Database,
  tokenHash: string,
  adminCharacterIds: number[],
) {
  const now = Date.now();
  const rows = await selectSessionUser(db, {
    tokenHash,
    adminCharacterIds: JSON.stringify(adminCharacterIds),
    now,
  });
  const [first] = rows;
  if (first === undefined || first.mainCharacterId === null) return undefined;
  const { userId, mainCharacterId, discordId, username, discriminator } = first;
  const isAuthorized = first.isAuthorized === 1;
  return {
    userId,
    mainCharacterId,
    isAdmin: first.isAdmin === 1,
    discord:
      discordId === null
        ? null
        : {
            account: { userId: discordId, username, discriminator, isAuthorized },
            isCheckDue: isAuthorized && first.checkDueAt <= now,
          },
    characters: rows.map(({ characterId, characterName, tokenState, scopes }) => ({
      characterId,
      characterName,
      tokenState: tokenState ?? ("revoked" satisfies TokenState),
      hasDirectorAccess: coversDirectorAccess(JSON.parse(scopes ?? "[]") as string[]),
    })),
  };
}

export function insertSession(db: Database, session: SessionRow) {
  return db.insert(sessions).values(session);
}

export async function slideSession(db: Database, id: string, lastSeenAt: Date, expiresAt: Date) {
  await db.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.id, id));
}

type ListedSession = {
  id: string;
  device: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
};

const selectSessions = fixed<ListedSession>(sql`
  select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt",
    expires_at as "expiresAt"
  from sessions where user_id = ${value("userId")} and expires_at > ${value("now")}
  order by last_seen_at desc, created_at desc`);

export function listSessions(db: Database, userId: string, now: number) {
  return selectSessions(db, { userId, now });
}

/** Deletes one session of the user; says whether there was one. */
export async function deleteSession({ db, requestId }: Context, userId: string, sessionId: string) {
  const mine = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  const [, deleted] = await runBatch(db, [
    insertEventIf(
      { userId, kind: "session_ended", requestId },
      sql`exists (select 1 from ${sessions} where ${mine})`,
    ),
    db.delete(sessions).where(mine),
  ]);
  return deleted > 0;
}

/** Deletes every session of the user but one. */
export async function deleteOtherSessions(
  { db, requestId }: Context,
  userId: string,
  keptId: string,
) {
  await runBatch(db, [
    insertEvent({ userId, kind: "sessions_ended", requestId }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptId))),
  ]);
}

/** Signs one browser out; nothing happens when the token is unknown. */
export async function deleteSessionByToken(db: Database, tokenHash: string) {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}
