import { and, getTableColumns, eq, gt, lte, ne, or, sql } from "drizzle-orm";
import { insertEventIf } from "#worker/auth/history.ts";
import type { Statement } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { runBatch } from "#worker/db/batch.ts";
import { orm, rows } from "#worker/db/statements.ts";
import { discordAccounts, discordLinkStates } from "#worker/db/schema/discord.ts";
import type { DiscordProfile } from "./discord-api.ts";

export type AccountRow = typeof discordAccounts.$inferSelect;

export async function insertLinkState(db: Database, state: typeof discordLinkStates.$inferSelect) {
  await db.insert(discordLinkStates).values(state);
}

/** Takes a state of this user out of the database, so that it is used once; says whether it was good. */
export async function takeLinkState(db: Database, stateHash: string, userId: string, now: Date) {
  const taken = await db
    .delete(discordLinkStates)
    .where(
      and(
        eq(discordLinkStates.stateHash, stateHash),
        eq(discordLinkStates.userId, userId),
        gt(discordLinkStates.expiresAt, now),
      ),
    )
    .returning({ userId: discordLinkStates.userId });
  return taken.length > 0;
}

export function deleteExpiredLinkStates(db: Database, now: Date): Statement {
  return db.delete(discordLinkStates).where(lte(discordLinkStates.expiresAt, now));
}

/**
 * Links a Discord account, or renews the link that is there. `held` are the rows in the way when it was not
 * written: another user's, or another Discord account of this user.
 */
export async function linkAccount(
  db: Database,
  account: AccountRow,
  requestId: string,
): Promise<{ isLinked: boolean; held: Pick<AccountRow, "userId" | "username">[] }> {
  const { discordId, userId, username } = account;
  const mine = eq(discordAccounts.userId, userId);
  const same = eq(discordAccounts.discordId, discordId);
  const isFree = sql`not exists (select 1 from ${discordAccounts} where ${or(mine, same)})`;
  const isNotMineToo = sql`not exists (select 1 from ${discordAccounts}
    where ${mine} and ${ne(discordAccounts.discordId, discordId)})`;
  const { refreshToken, discriminator, isAuthorized, linkedAt, checkDueAt } = account;
  const [, written, held] = await runBatch(db, [
    insertEventIf({ userId, kind: "discord_linked", requestId, discordName: username }, isFree),
    db
      .insert(discordAccounts)
      .select(
        sql`select ${discordId}, ${userId}, ${username}, ${discriminator}, ${refreshToken},
          ${Number(isAuthorized)}, ${linkedAt.getTime()}, ${checkDueAt.getTime()} where ${isNotMineToo}`,
      )
      .onConflictDoUpdate({
        target: discordAccounts.discordId,
        set: { username, discriminator, refreshToken, isAuthorized, checkDueAt },
        setWhere: mine,
      }),
    rows({ userId: discordAccounts.userId, username: discordAccounts.username }, (fields) =>
      orm.select(fields).from(discordAccounts).where(or(mine, same)),
    ),
  ]);
  return { isLinked: written > 0, held };
}

/** Deletes the link of a user; returns what was there. */
export async function unlinkAccount(db: Database, userId: string, requestId: string) {
  const mine = eq(discordAccounts.userId, userId);
  const [, deleted] = await runBatch(db, [
    insertEventIf(
      {
        userId,
        kind: "discord_unlinked",
        requestId,
        discordName: sql`(select ${discordAccounts.username} from ${discordAccounts} where ${mine})`,
      },
      sql`exists (select 1 from ${discordAccounts} where ${mine})`,
    ),
    rows(getTableColumns(discordAccounts), (fields) =>
      orm.delete(discordAccounts).where(mine).returning(fields),
    ),
  ]);
  return deleted[0];
}

/** Takes the daily check of an account, if it is due and nobody else has; the next may come at `nextAt`. */
export async function takeCheck(db: Database, userId: string, now: Date, nextAt: Date) {
  const [account] = await db
    .update(discordAccounts)
    .set({ checkDueAt: nextAt })
    .where(
      and(
        eq(discordAccounts.userId, userId),
        eq(discordAccounts.isAuthorized, true),
        lte(discordAccounts.checkDueAt, now),
      ),
    )
    .returning();
  return account;
}

/** What a check found. Writes nothing when the account was linked anew or unlinked meanwhile. */
export async function updateAccount(
  db: Database,
  { discordId, refreshToken }: Pick<AccountRow, "discordId" | "refreshToken">,
  change: Partial<
    Omit<DiscordProfile, "discordId"> &
      Pick<AccountRow, "refreshToken" | "isAuthorized" | "checkDueAt">
  >,
) {
  await db
    .update(discordAccounts)
    .set(change)
    .where(
      and(eq(discordAccounts.discordId, discordId), eq(discordAccounts.refreshToken, refreshToken)),
    );
}
