import { and, desc, eq, gt, lte, notExists, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { characters, takeBackRights, users } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { calendarFeeds } from "#worker/db/schema/operations.ts";
import { existsIn, excluded, insertWhere, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { recordUnlinkedDiscord } from "./discord-account.ts";

/**
 * How long a former main may take its account back, after it lost the role and again after it was unlinked. It can take the
 * account only from a main that was linked later. An attacker cannot change that order, so cannot reverse a take-back
 * (docs/decisions/0075-what-outlives-a-stolen-session.md).
 */
export const TAKE_BACK_MS = 14 * 24 * 60 * 60 * 1000;

// Aliases: these are read inside statements that read the same tables.
const account = alias(users, "account");
const main = alias(characters, "main");
const formerMain = alias(characters, "former_main");

function linkedAtOf(characterId: number): SQL {
  const linkedAt = orm
    .select({ linkedAt: sql`coalesce(${main.linkedAt}, 0)` })
    .from(main)
    .where(eq(main.id, characterId));
  return sql`(${linkedAt})`;
}

/** SQL condition on a right: the present main was not linked before the character that has the right. */
function isSenior(right: { userId: SQLWrapper; linkedAt: SQLWrapper }): SQL {
  return notExists(
    orm
      .select({ id: account.id })
      .from(account)
      .innerJoin(main, eq(main.id, account.mainCharacterId))
      .where(
        and(eq(account.id, right.userId), lte(sql`coalesce(${main.linkedAt}, 0)`, right.linkedAt)),
      ),
  );
}

const selectRight = prepare(
  {
    userId: takeBackRights.userId,
    linkedAt: takeBackRights.linkedAt,
    lostMainAt: takeBackRights.lostMainAt,
    mainCharacterName: formerMain.name,
  },
  (fields) =>
    orm
      .select(fields)
      .from(takeBackRights)
      .innerJoin(users, eq(users.id, takeBackRights.userId))
      .leftJoin(formerMain, eq(formerMain.id, users.mainCharacterId))
      .where(
        and(
          eq(takeBackRights.characterId, sql.placeholder("characterId")),
          eq(takeBackRights.ownerHash, sql.placeholder("ownerHash")),
          gt(takeBackRights.expiresAt, sql.placeholder("now")),
          isSenior(takeBackRights),
        ),
      )
      .orderBy(desc(takeBackRights.lostMainAt))
      .limit(1),
);

export type TakeBackRight = RowOfStatement<typeof selectRight>;

/** The character becomes the main with the take-back. After the fourteen days, it is linked again and keeps its right. */
export function becomesMain({ lostMainAt }: TakeBackRight): boolean {
  return lostMainAt.getTime() > Date.now() - TAKE_BACK_MS;
}

/** The account that a character with this owner hash may take back. */
export function selectTakeBack(character: { characterId: number; ownerHash: string }) {
  return selectRight({ ...character, now: Date.now() });
}

/** SQL condition: the character may take back the account of this user. */
export function mayTakeBack(userId: string, characterId: number): SQL {
  return existsIn(
    takeBackRights,
    and(isRight(userId, characterId), isLive(), isSenior(takeBackRights)),
  );
}

/** SQL condition: a former main may take back the account of this user at this instant, in milliseconds. */
export function canBeTakenBack(userId: string | SQL | Placeholder, now: number | Placeholder): SQL {
  return existsIn(
    takeBackRights,
    and(sql`${takeBackRights.userId} = ${userId}`, isLive(now), isSenior(takeBackRights)),
  );
}

/** When a former main was linked, and when it lost the role: values, or SQL expressions in milliseconds since 1970. */
type Loss = { linkedAt: Date | SQL; lostMainAt: Date | SQL };

/**
 * SQL condition on `characters`: linked after the character that takes the account back, and shortly before it lost the role of
 * the main or since, or not confirmed. The attacker's pilots are among them.
 */
function isSuspect(userId: string, loss: Loss): SQL {
  const [linkedAt, lostMainAt] = [loss.linkedAt, loss.lostMainAt].map((at) =>
    at instanceof Date ? sql`${at.getTime()}` : at,
  );
  return sql`(${characters.userId} = ${userId} and ${characters.linkedAt} > ${linkedAt}
    and (${characters.linkedAt} > ${lostMainAt} - ${TAKE_BACK_MS} or ${characters.unconfirmedSince} is not null))`;
}

/** The characters that the attacker may have linked, the latest first. */
export function selectSuspects(userId: string, loss: Loss) {
  const fields = {
    characterId: characters.id,
    characterName: characters.name,
    linkedAt: characters.linkedAt,
  };
  return rows(fields, (aliased) =>
    orm
      .select(aliased)
      .from(characters)
      .where(isSuspect(userId, loss))
      .orderBy(desc(characters.linkedAt), desc(characters.id)),
  );
}

/** The characters that the attacker may have linked wait for the main to confirm them. */
export function doubtSuspects(userId: string, loss: Loss, condition: SQL = sql`true`): Statement {
  return orm
    .update(characters)
    .set({ unconfirmedSince: new Date() })
    .where(and(isSuspect(userId, loss), sql`${characters.unconfirmedSince} is null`, condition));
}

/**
 * Statements that end what an attacker may have left to act and to read as the account, without a session: the Discord account and the
 * calendar link, if they are from shortly before the former main lost the role, or since. The owner makes both again.
 */
export function endSuspectKeys(
  context: Pick<Context, "requestId">,
  userId: string,
  { lostMainAt }: Loss,
  condition: SQL = sql`true`,
): Statement[] {
  const at = lostMainAt instanceof Date ? sql`${lostMainAt.getTime()}` : lostMainAt;
  const isRecent = (made: SQLWrapper) => sql`${made} > ${at} - ${TAKE_BACK_MS} and ${condition}`;
  const isDiscord = and(eq(discordAccounts.userId, userId), isRecent(discordAccounts.linkedAt));
  return [
    recordUnlinkedDiscord(context, userId, isDiscord),
    orm.delete(discordAccounts).where(isDiscord),
    orm
      .delete(calendarFeeds)
      .where(and(eq(calendarFeeds.userId, userId), isRecent(calendarFeeds.createdAt))),
  ];
}

/** SQL expressions: what a former main that is still linked has lost, and when. */
export function lossOf(userId: string, characterId: number): Loss {
  const of = (column: typeof takeBackRights.linkedAt | typeof takeBackRights.lostMainAt) =>
    sql`(${orm.select({ at: column }).from(takeBackRights).where(isRight(userId, characterId))})`;
  return { linkedAt: of(takeBackRights.linkedAt), lostMainAt: of(takeBackRights.lostMainAt) };
}

/** Gives the present main the right to take back, if `nextMainId` was linked later. Runs before the main changes. */
export function grantTakeBack(
  userId: string,
  nextMainId: number,
  { now, condition }: { now: Date; condition: SQL },
): Statement {
  const expiresAt = new Date(now.getTime() + TAKE_BACK_MS);
  return insertWhere(
    takeBackRights,
    {
      characterId: sql`${formerMain.id}`,
      userId,
      ownerHash: sql`${formerMain.ownerHash}`,
      linkedAt: sql`coalesce(${formerMain.linkedAt}, 0)`,
      lostMainAt: now,
      expiresAt,
    },
    sql`${condition} and ${formerMain.ownerHash} is not null
      and coalesce(${formerMain.linkedAt}, 0) < ${linkedAtOf(nextMainId)}`,
    sql`${users} inner join ${characters} as ${formerMain}
      on ${formerMain.id} = ${users.mainCharacterId} and ${users.id} = ${userId}`,
  ).onConflictDoUpdate({
    target: [takeBackRights.characterId, takeBackRights.userId],
    set: {
      lostMainAt: excluded(takeBackRights.lostMainAt),
      expiresAt: excluded(takeBackRights.expiresAt),
    },
  });
}

/** Restarts the fourteen days of a former main when it is unlinked. */
export function extendTakeBack(userId: string, characterId: number, now: Date): Statement {
  return orm
    .update(takeBackRights)
    .set({ expiresAt: new Date(now.getTime() + TAKE_BACK_MS) })
    .where(and(isRight(userId, characterId), isLive()));
}

/** Deletes the rights of all characters that were linked after this main, and its own right. */
export function dropJuniorRights(userId: string, mainCharacterId: number): Statement {
  return orm
    .delete(takeBackRights)
    .where(
      and(
        eq(takeBackRights.userId, userId),
        sql`${takeBackRights.linkedAt} >= ${linkedAtOf(mainCharacterId)}`,
      ),
    );
}

function isRight(userId: string, characterId: number) {
  return and(eq(takeBackRights.userId, userId), eq(takeBackRights.characterId, characterId));
}

function isLive(now: number | Placeholder = Date.now()): SQL {
  return sql`${takeBackRights.expiresAt} > ${now}`;
}
