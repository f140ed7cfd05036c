import { and, asc, desc, eq, gt, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { AccountEventKind, TokenState } from "#shared/session.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Database } from "#worker/db/database.ts";
import {
  accountEvents,
  characters,
  eveTokens,
  pendingClaims,
  sessions,
  signInStates,
  users,
} from "#worker/db/schema.ts";
import type { Context } from "#worker/env.ts";

export type SessionRow = typeof sessions.$inferSelect;

// ── Sessions ──────────────────────────────────────────────────────────────────────────────────

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

/** The user of a session that has not expired, with the characters: the main first, then by name. */
export async function findSessionUser(
  db: Database,
  tokenHash: string,
  adminCharacterIds: number[],
) {
  const rows = await db
    .select({
      userId: users.id,
      mainCharacterId: users.mainCharacterId,
      isAdmin: holdsOneOf(adminCharacterIds),
      characterId: characters.id,
      characterName: characters.name,
      tokenState: eveTokens.state,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(characters, eq(characters.userId, users.id))
    .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(eq(characters.id, users.mainCharacterId)), asc(characters.nameFolded));
  const [first] = rows;
  if (first === undefined || first.mainCharacterId === null) return undefined;
  return {
    userId: first.userId,
    mainCharacterId: first.mainCharacterId,
    isAdmin: first.isAdmin,
    characters: rows.map(({ characterId, characterName, tokenState }) => ({
      characterId,
      characterName,
      tokenState: tokenState ?? ("revoked" satisfies TokenState),
    })),
  };
}

export async function slideSession(db: Database, id: string, lastSeenAt: Date, expiresAt: Date) {
  await db.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.id, id));
}

export function listSessions(db: Database, userId: string, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
}

/** Deletes one session of the user; says whether there was one. */
export async function deleteSession({ db, requestId }: Context, userId: string, sessionId: string) {
  const mine = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  const [, deleted] = await db.batch([
    insertEventIf(
      db,
      { userId, kind: "session_ended", requestId },
      sql`exists (select 1 from ${sessions} where ${mine})`,
    ),
    db.delete(sessions).where(mine).returning({ id: sessions.id }),
  ]);
  return deleted.length > 0;
}

/** Deletes every session of the user but one. */
export async function deleteOtherSessions(
  { db, requestId }: Context,
  userId: string,
  keptId: string,
) {
  await db.batch([
    insertEvent(db, { userId, kind: "sessions_ended", requestId }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptId))),
  ]);
}

// ── History ───────────────────────────────────────────────────────────────────────────────────

type NewEvent = {
  userId: string;
  kind: AccountEventKind;
  requestId: string;
  character?: { id: number; name: string; ownerHash?: string | null };
};

function eventRow({ userId, kind, requestId, character }: NewEvent) {
  return {
    id: randomToken(12),
    userId,
    kind,
    characterId: character?.id ?? null,
    characterName: character?.name ?? null,
    ownerHash: character?.ownerHash ?? null,
    requestId,
    createdAt: new Date(),
  };
}

/** A statement for the batch that makes the change. */
export function insertEvent(db: Database, event: NewEvent) {
  return db.insert(accountEvents).values(eventRow(event));
}

/** The same, written only if the condition holds when the batch runs. */
export function insertEventIf(db: Database, event: NewEvent, condition: SQL) {
  const row = eventRow(event);
  return db.insert(accountEvents).select(
    sql`select ${row.id}, ${row.userId}, ${row.kind}, ${row.characterId}, ${row.characterName},
      ${row.ownerHash}, ${row.requestId}, ${row.createdAt.getTime()} where ${condition}`,
  );
}

export function listEvents(db: Database, userId: string, limit: number) {
  return db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.createdAt), desc(accountEvents.id))
    .limit(limit);
}

// ── Housekeeping ──────────────────────────────────────────────────────────────────────────────

export async function deleteExpiredIdentityRows(db: Database, now: Date) {
  await db.batch([
    db.delete(signInStates).where(lte(signInStates.expiresAt, now)),
    db.delete(pendingClaims).where(lte(pendingClaims.expiresAt, now)),
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
  ]);
}
