import { and, eq, getTableColumns, gt, lt, lte, ne, notExists, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordEvent } from "#worker/audit/record.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { recordUnlinkedDiscord } from "#worker/auth/accounts/discord-account.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireOpenSession } from "#worker/auth/sessions/fresh-proof.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { discordAccounts, discordLinkStates } from "#worker/db/schema/discord-servers.ts";
import { tokenRevocations } from "#worker/db/schema/erasure.ts";
import { existsIn, insertWhere, orm, rows } from "#worker/db/statements.ts";
import { runOrDefer } from "#worker/work/deferred-writes.ts";
import type { Context } from "#worker/env.ts";
import type { DiscordProfile } from "./discord-api.ts";
import { boundToDiscord } from "./encrypted-token.ts";

export type AccountRow = typeof discordAccounts.$inferSelect;

const accountColumns = getTableColumns(discordAccounts);

const accountWhere = (condition: SQL | undefined) =>
  orm.select({ discordId: discordAccounts.discordId }).from(discordAccounts).where(condition);

export async function insertLinkState(
  context: Context,
  actor: UserActor,
  state: Omit<typeof discordLinkStates.$inferSelect, "userId">,
) {
  await runBatch(context.db, [
    orm.insert(discordLinkStates).values({ ...state, userId: actor.userId }),
    countAct(context, actor, "links"),
  ]);
}

/** Deletes a state of this user, so that it is used only once. Returns whether it was valid. */
export async function takeLinkState(db: Database, stateHash: string, userId: string, now: Date) {
  const taken = await run(
    db,
    orm
      .delete(discordLinkStates)
      .where(
        and(
          eq(discordLinkStates.stateHash, stateHash),
          eq(discordLinkStates.userId, userId),
          gt(discordLinkStates.expiresAt, now),
        ),
      ),
  );
  return taken > 0;
}

export function deleteExpiredLinkStates(now: Date) {
  return orm.delete(discordLinkStates).where(lte(discordLinkStates.expiresAt, now));
}

/**
 * Links a Discord account, or renews an existing link. `held` are the rows that prevent it: the account is linked to
 * another user, or the user has linked another account. Discord has been asked since the request began, and the account acts as
 * the user without a session.
 */
export async function linkAccount(
  context: Context,
  { sessionId }: UserActor,
  account: AccountRow,
): Promise<{ isLinked: boolean; held: Pick<AccountRow, "userId" | "username">[] }> {
  const { discordId, userId, username, linkedAt: _, ...renewed } = account;
  const isOfUser = eq(discordAccounts.userId, userId);
  const isSame = eq(discordAccounts.discordId, discordId);
  const hasNoOther = notExists(
    accountWhere(and(isOfUser, ne(discordAccounts.discordId, discordId))),
  );
  const linked = recordEvent(
    context,
    {
      kind: "discord_linked",
      actor: { userId },
      userId,
      detail: { discordName: username },
    },
    notExists(accountWhere(or(isOfUser, isSame))),
  );
  const [, , written, , held] = await runBatch(context.db, [
    requireOpenSession(sessionId),
    linked.statement,
    insertWhere(discordAccounts, account, hasNoOther).onConflictDoUpdate({
      target: discordAccounts.discordId,
      set: { username, ...renewed },
      setWhere: isOfUser,
    }),
    // The end of an earlier grant is still due at Discord, where it would end this one too.
    orm
      .delete(tokenRevocations)
      .where(
        and(
          gt(tokenRevocations.id, `${boundToDiscord(discordId)}:`),
          lt(tokenRevocations.id, `${boundToDiscord(discordId)};`),
          existsIn(discordAccounts, isSame),
        ),
      ),
    rows({ userId: discordAccounts.userId, username: discordAccounts.username }, (fields) =>
      orm.select(fields).from(discordAccounts).where(or(isOfUser, isSame)),
    ),
  ]);
  return { isLinked: written > 0, held };
}

/** Deletes the link of a user and returns it. */
export async function unlinkAccount(context: Context, userId: string) {
  const isOfUser = eq(discordAccounts.userId, userId);
  const [, [deleted]] = await runBatch(context.db, [
    recordUnlinkedDiscord(context, userId, isOfUser),
    rows(accountColumns, (fields) => orm.delete(discordAccounts).where(isOfUser).returning(fields)),
  ]);
  return deleted;
}

/** The user to whom the Discord account was linked before this time, if its grant was not renewed since: then a check is due until `checkedUntil`. */
export async function findLinkedBefore(
  db: Database,
  discordId: string,
  { until, checkedUntil }: { until: Date; checkedUntil: Date },
) {
  const [found] = await run(
    db,
    rows({ userId: discordAccounts.userId }, (fields) =>
      orm
        .select(fields)
        .from(discordAccounts)
        .where(
          and(
            eq(discordAccounts.discordId, discordId),
            lt(discordAccounts.linkedAt, until),
            lte(discordAccounts.checkDueAt, checkedUntil),
          ),
        ),
    ),
  );
  return found?.userId;
}

/** Takes the daily check of an account if it is due and no other invocation has; the next may start at `nextAt`. */
export const takeCheck = (db: Database, userId: string, now: number, nextAt: number) =>
  take(db, userId, lte(discordAccounts.checkDueAt, new Date(now)), nextAt);

/** Takes the refresh token of an authorized account, unless an invocation that may still run has: within the last `leaseMs`, until `until` at most. */
export const takeToken = (
  db: Database,
  userId: string,
  { until, leaseMs }: { until: number; leaseMs: number },
) => {
  const { checkDueAt } = discordAccounts;
  const isFree = or(lte(checkDueAt, new Date(until - leaseMs)), gt(checkDueAt, new Date(until)));
  return take(db, userId, isFree, until);
};

async function take(db: Database, userId: string, isFree: SQL | undefined, until: number) {
  const isOfUser = and(
    eq(discordAccounts.userId, userId),
    eq(discordAccounts.isAuthorized, true),
    isFree,
  );
  const [account] = await run(
    db,
    rows(accountColumns, (fields) =>
      orm
        .update(discordAccounts)
        .set({ checkDueAt: new Date(until) })
        .where(isOfUser)
        .returning(fields),
    ),
  );
  return account;
}

/** Which account, and the refresh token that an invocation has read or stored. */
export type TokenOfAccount = Pick<AccountRow, "discordId" | "refreshToken">;

const hasToken = ({ discordId, refreshToken }: TokenOfAccount) =>
  and(eq(discordAccounts.discordId, discordId), eq(discordAccounts.refreshToken, refreshToken));

/** Stores the outcome of a check, unless the account was linked again or unlinked in the meantime. */
export async function updateAccount(
  context: Context,
  account: TokenOfAccount,
  change: Partial<Pick<AccountRow, "refreshToken" | "isAuthorized" | "checkDueAt">>,
) {
  await runOrDefer(context, orm.update(discordAccounts).set(change).where(hasToken(account)));
}

/** Stores the names of an account in the same way; names that have not changed are not written. */
export async function updateNames(
  context: Context,
  account: TokenOfAccount,
  names: Omit<DiscordProfile, "discordId">,
) {
  const { username, displayName, discriminator } = discordAccounts;
  const isOther = sql`(${username}, ${displayName}, ${discriminator})
    is not (${names.username}, ${names.displayName}, ${names.discriminator})`;
  await runOrDefer(
    context,
    orm
      .update(discordAccounts)
      .set(names)
      .where(and(hasToken(account), isOther)),
  );
}
