import { and, asc, desc, eq, gt, isNotNull, isNull, ne, not, sql } from "drizzle-orm";
import type { Community } from "#shared/community.ts";
import type { TokenState } from "#shared/account/character.ts";
import {
  isGuest,
  isInKeepersGroup,
  isListedForGuests,
  memberGroupId,
} from "#worker/access/guests.ts";
import { isMergeCurrent } from "#worker/access/pending.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { lastSoldName } from "#worker/audit/store.ts";
import { areRightsWithheld, isAdministrator } from "#worker/auth/administrators/store.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { applicationGrants, applications } from "#worker/db/schema/applications.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { community } from "#worker/db/schema/installation.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { isUnseen, watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { existsIn, orm, prepare, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import type { UserActor } from "./actor.ts";
import { endSessionsBut, endSessionsWhere } from "./end-sessions.ts";

export type SessionRow = typeof sessions.$inferSelect;

const adminCharacterIds = sql.placeholder("characterIds");
// A suspension deletes the sessions. This condition also covers a session that is inserted at the same time.
const isNotSuspended = not(isSuspended(sql.placeholder("now")));

const selectByToken = prepareAtStart(
  {
    id: sessions.id,
    userId: sessions.userId,
    lastSeenAt: sessions.lastSeenAt,
    expiresAt: sessions.expiresAt,
    /** When the browser with `proofHash` proved the present main; null if it has proved another character. */
    mainProvenAt: sql<
      number | null
    >`case when ${sessions.provenCharacterId} = ${users.mainCharacterId}
      then ${sessions.provenAt} end`,
    proofHash: sessions.proofHash,
    isAdmin: isAdministrator(sessions.userId, adminCharacterIds),
    isGuest: sql<number>`${isGuest(sessions.userId)}`,
    dailyActs: users.dailyActs,
  },
  (fields) =>
    orm
      .select(fields)
      .from(sessions)
      .innerJoin(
        users,
        and(eq(users.id, sessions.userId), isNotNull(users.mainCharacterId), isNotSuspended),
      )
      .where(eq(sessions.tokenHash, sql.placeholder("tokenHash"))),
);

/** The session, expired or not, unless its account is locked or suspended. */
export function selectSession(tokenHash: string, adminCharacterIds: number[]) {
  const characterIds = JSON.stringify(adminCharacterIds);
  return selectByToken({ tokenHash, characterIds, now: Date.now() });
}

const unseenHits = sql`(select count(*) from ${watchHits}
  cross join ${watchEntries} on ${watchEntries.id} = ${watchHits.entryId}
  where ${isUnseen(sql.placeholder("now"))})`;

const selectUser = prepareAtStart(
  {
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    language: users.language,
    isAdmin: isAdministrator(users.id, adminCharacterIds),
    isWithheld: areRightsWithheld(users.id, adminCharacterIds),
    characterId: characters.id,
    characterName: characters.name,
    unconfirmedSince: characters.unconfirmedSince,
    tokenState: eveTokens.state,
    scopes: eveTokens.scopes,
    isInManagedCorporation: sql<number>`exists (select 1 from ${characterAffiliations}
      cross join ${corporations} where ${characterAffiliations.characterId} = ${characters.id}
      and ${corporations.id} = ${characterAffiliations.corporationId}
      and ${corporations.isActive})`,
    discordId: discordAccounts.discordId,
    username: discordAccounts.username,
    displayName: discordAccounts.displayName,
    discriminator: discordAccounts.discriminator,
    isAuthorized: discordAccounts.isAuthorized,
    checkDueAt: discordAccounts.checkDueAt,
    hasMergeRequest: sql<number>`exists (select 1 from ${accountMerges}
      where ${accountMerges.fromId} = ${users.id} and ${accountMerges.state} = 'requested'
      and ${accountMerges.expiresAt} > ${sql.placeholder("now")} and ${isMergeCurrent})`,
    unseenHits: sql<
      number | null
    >`case when ${isAdministrator(users.id, adminCharacterIds)} or ${isInKeepersGroup(users.id)}
      then ${unseenHits} end`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), isNotSuspended))
      .innerJoin(characters, eq(characters.userId, users.id))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(discordAccounts, eq(discordAccounts.userId, users.id))
      .where(
        and(
          eq(sessions.tokenHash, sql.placeholder("tokenHash")),
          gt(sessions.expiresAt, sql.placeholder("now")),
        ),
      )
      .orderBy(desc(sql`${characters.id} = ${users.mainCharacterId}`), asc(characters.nameFolded)),
);

/** A row for a guest, with the community's group if guests see it. */
const selectGuest = prepareAtStart({ groupId: groups.id, groupName: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(sessions)
    .leftJoin(groups, and(eq(groups.id, memberGroupId), isListedForGuests))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), isGuest(sessions.userId))),
);

/**
 * The user of a session that has not expired, with Discord and characters: the main first, then by name. Beside it, how the
 * community presents itself.
 */
export async function findSessionUser(
  db: Database,
  tokenHash: string,
  adminCharacterIds: number[],
) {
  const now = Date.now();
  const characterIds = JSON.stringify(adminCharacterIds);
  const [found, [guest], [identity]] = await runBatch(db, [
    selectUser({ tokenHash, characterIds, now }),
    selectGuest({ tokenHash }),
    selectIdentity(),
  ]);
  return [toSessionUser(found, guest, now), presentIdentity(identity)] as const;
}

function toSessionUser(
  found: RowOfStatement<typeof selectUser>[],
  guest: RowOfStatement<typeof selectGuest> | undefined,
  now: number,
) {
  const [first] = found;
  if (first === undefined || first.mainCharacterId === null) return undefined;
  const { userId, mainCharacterId } = first;
  const isAdmin = first.isAdmin === 1;
  return {
    userId,
    mainCharacterId,
    isAdmin,
    guest: isAdmin ? undefined : guest,
    language: first.language,
    adminRightsWithheld: !isAdmin && first.isWithheld === 1,
    hasMergeRequest: first.hasMergeRequest === 1,
    unseenHits: first.unseenHits,
    discord: toDiscord(first, now),
    characters: found.map(
      ({ characterId, characterName, tokenState, scopes, unconfirmedSince, ...row }) => ({
        characterId,
        characterName,
        tokenState: tokenState ?? ("revoked" satisfies TokenState),
        hasDirectorAccess: coversDirectorAccess(scopes ?? []),
        isInManagedCorporation: row.isInManagedCorporation === 1,
        ...(unconfirmedSince !== null && { unconfirmedSince: unconfirmedSince.toISOString() }),
      }),
    ),
  };
}

const selectSoldName = prepare({ name: lastSoldName(users.id) }, (fields) =>
  orm
    .select(fields)
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.mainCharacterId)))
    .where(eq(sessions.tokenHash, sql.placeholder("tokenHash"))),
);

/** The character whose sale has locked the account of a session that has ended. */
export async function findSoldName(db: Database, tokenHash: string) {
  const [found] = await run(db, selectSoldName({ tokenHash }));
  return found?.name ?? undefined;
}

function toDiscord(row: RowOfStatement<typeof selectUser>, now: number) {
  const { discordId, username, displayName, discriminator, isAuthorized, checkDueAt } = row;
  if (
    discordId === null ||
    username === null ||
    discriminator === null ||
    isAuthorized === null ||
    checkDueAt === null
  ) {
    return null;
  }
  return {
    account: { userId: discordId, username, displayName, discriminator, isAuthorized },
    isCheckDue: isAuthorized && checkDueAt.getTime() <= now,
  };
}

export function insertSession(session: SessionRow): Statement {
  return orm.insert(sessions).values(session);
}

export function updateLastSeen(id: string, lastSeenAt: Date, expiresAt: Date): Statement {
  return orm.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.id, id));
}

/** A statement that stores which character the browser of this session has just proven at EVE. */
export function updateProof(
  id: string,
  { characterId, proofHash, now }: { characterId: number; proofHash: string; now: Date },
): Statement {
  return orm
    .update(sessions)
    .set({ provenCharacterId: characterId, provenAt: now, proofHash })
    .where(eq(sessions.id, id));
}

/** The sessions of a user that have not ended, the one used last first. */
export const selectSessionsOfUser = prepare(
  {
    id: sessions.id,
    device: sessions.device,
    createdAt: sessions.createdAt,
    lastSeenAt: sessions.lastSeenAt,
    expiresAt: sessions.expiresAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(sessions)
      .where(
        and(
          eq(sessions.userId, sql.placeholder("userId")),
          gt(sessions.expiresAt, sql.placeholder("now")),
        ),
      )
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt)),
);

/** The applications that a user is signed in to. */
export const selectSignIns = prepare(
  {
    applicationId: applications.id,
    applicationName: applications.name,
    signedInAt: sql<number>`max(${applicationGrants.createdAt})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationGrants)
      .innerJoin(applications, eq(applications.id, applicationGrants.applicationId))
      .where(
        and(
          eq(applicationGrants.userId, sql.placeholder("userId")),
          gt(applicationGrants.expiresAt, sql.placeholder("now")),
        ),
      )
      .groupBy(applications.id)
      .orderBy(desc(sql`max(${applicationGrants.createdAt})`)),
);

export const presentSignIn = ({
  signedInAt,
  ...application
}: RowOfStatement<typeof selectSignIns>) => ({
  ...application,
  signedInAt: new Date(signedInAt).toISOString(),
});

/** The sessions of the user, and the applications that the user is signed in to. */
export function listSessions(db: Database, userId: string) {
  const now = Date.now();
  return runBatch(db, [selectSessionsOfUser({ userId, now }), selectSignIns({ userId, now })]);
}

/** Ends one session of the user; returns whether there was one. */
export function deleteSession(context: Context, actor: UserActor, sessionId: string) {
  const { userId } = actor;
  const isIt = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  return recordAndApply(context, {
    kind: "session_ended",
    actor,
    userId,
    detail: { sessionId: actor.sessionId },
    condition: existsIn(sessions, isIt),
    statements: () => endSessionsWhere(userId, eq(sessions.id, sessionId)),
  });
}

/** Ends every session of the user but the present one, and the sign-ins at applications that were not agreed to in it. */
export async function deleteOtherSessions(context: Context, actor: UserActor) {
  const { userId, sessionId } = actor;
  const others = existsIn(sessions, and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
  const isOther = sql`${applicationGrants.sessionId} is not ${sessionId}`;
  const grants = existsIn(applicationGrants, and(eq(applicationGrants.userId, userId), isOther));
  await recordAndApply(context, {
    kind: "sessions_ended",
    actor,
    userId,
    detail: { sessionId },
    condition: sql`(${others} or ${grants})`,
    statements: () => endSessionsBut(userId, sessionId),
  });
}

/** Signs one browser out; an unknown token changes nothing. */
export function deleteSessionByToken(tokenHash: string): Statement {
  return orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** How the community presents itself, to visitors too. */
export const selectIdentity = prepareAtStart(
  { name: community.name, welcome: community.welcome, logo: community.logo },
  (fields) => orm.select(fields).from(community),
);

/** Undefined while nothing is set: then Muster presents itself. */
export function presentIdentity(row: Community | undefined): Community | undefined {
  const isSet = row !== undefined && Object.values(row).some((value) => value !== null);
  return isSet ? row : undefined;
}
