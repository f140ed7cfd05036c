import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isMergeCurrent } from "#worker/access/pending.ts";
import { canBeTakenBack } from "#worker/auth/accounts/take-back-rights.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { groupMembers, groups, invitations, joinRequests } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";

const into = alias(users, "into_user");
const from = alias(users, "from_user");
const intoMain = alias(characters, "into_main");
const fromMain = alias(characters, "from_main");

const userId = sql.placeholder("userId");
const id = sql.placeholder("id");
const now = sql.placeholder("now");

const MERGE = () => ({
  id: accountMerges.id,
  intoId: accountMerges.intoId,
  fromId: accountMerges.fromId,
  state: accountMerges.state,
  intoMainId: accountMerges.intoMainId,
  fromMainId: accountMerges.fromMainId,
  ownerHash: accountMerges.ownerHash,
  expiresAt: accountMerges.expiresAt,
  canBeTakenBack: sql<number>`${canBeTakenBack(sql`${accountMerges.fromId}`, now)}`,
  intoMainName: intoMain.name,
  fromMainName: fromMain.name,
});
export type MergeRow = RowOfStatement<typeof selectMerges>;

const prepareMerges = (which: SQL | undefined) =>
  prepare(MERGE, (fields) =>
    orm
      .select(fields)
      .from(accountMerges)
      .innerJoin(into, eq(into.id, accountMerges.intoId))
      .innerJoin(from, eq(from.id, accountMerges.fromId))
      .innerJoin(intoMain, eq(intoMain.id, into.mainCharacterId))
      .innerJoin(fromMain, eq(fromMain.id, from.mainCharacterId))
      .where(
        and(
          which,
          or(
            eq(accountMerges.intoId, userId),
            and(eq(accountMerges.fromId, userId), eq(accountMerges.state, "requested")),
          ),
          gt(accountMerges.expiresAt, now),
          isMergeCurrent,
        ),
      )
      .orderBy(asc(accountMerges.createdAt)),
  );

/**
 * The merges that the user sees: all that absorb another account, and those of the user's account that wait for its consent.
 * A merge is invalid once one of the mains, or the owner of the absorbed main, has changed.
 */
export const selectMerges = prepareMerges(undefined);

/** One of them. */
export const selectMerge = prepareMerges(eq(accountMerges.id, id));

const of = (column: typeof accountMerges.intoId | typeof accountMerges.fromId) =>
  sql`(select ${column} from ${accountMerges} where ${accountMerges.id} = ${id})`;
const [intoId, fromId] = [of(accountMerges.intoId), of(accountMerges.fromId)];
const mine = alias(groupMembers, "mine");

const selectCharacters = prepare({ name: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(characters)
    .where(sql`${characters.userId} = ${fromId}`)
    .orderBy(asc(characters.nameFolded)),
);

const selectMemberships = prepare(
  {
    groupId: groups.id,
    groupName: groups.name,
    visibility: groups.effectiveVisibility,
    role: groupMembers.role,
    otherRole: mine.role,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .leftJoin(mine, and(eq(mine.groupId, groups.id), sql`${mine.userId} = ${intoId}`))
      .where(sql`${groupMembers.userId} = ${fromId}`)
      .orderBy(asc(groups.nameFolded)),
);

const selectDiscord = prepare(
  { userId: discordAccounts.userId, username: discordAccounts.username },
  (fields) =>
    orm
      .select(fields)
      .from(discordAccounts)
      .where(sql`${discordAccounts.userId} in (${intoId}, ${fromId})`),
);

/** The groups for which both accounts have a pending row. */
function prepareOfBoth(
  table: typeof joinRequests | typeof invitations,
  of: typeof joinRequests.userId | typeof invitations.inviteeId,
) {
  const pending = (user: SQL) =>
    sql`(select ${table.groupId} from ${table} where ${of} = ${user} and ${table.status} = 'pending')`;
  return prepare({ name: groups.name }, (fields) =>
    orm
      .select(fields)
      .from(groups)
      .where(sql`${groups.id} in ${pending(intoId)} and ${groups.id} in ${pending(fromId)}`),
  );
}

const selectRequests = prepareOfBoth(joinRequests, joinRequests.userId);
const selectInvitations = prepareOfBoth(invitations, invitations.inviteeId);

/** What both accounts of this merge have. Read in the batch that reads the merge. */
export function selectContents(id: string) {
  return [
    selectCharacters({ id }),
    selectMemberships({ id }),
    selectDiscord({ id }),
    selectRequests({ id }),
    selectInvitations({ id }),
  ] as const;
}

export type MergedMembership = RowOfStatement<typeof selectMemberships>;
export type DiscordRow = RowOfStatement<typeof selectDiscord>;

export function requestConsent(id: string, expiresAt: Date) {
  return orm
    .update(accountMerges)
    .set({ state: "requested", expiresAt })
    .where(eq(accountMerges.id, id));
}

/** Either account may cancel the merge. */
export function deleteMerge(id: string, userId: string) {
  return orm
    .delete(accountMerges)
    .where(
      and(
        eq(accountMerges.id, id),
        or(eq(accountMerges.intoId, userId), eq(accountMerges.fromId, userId)),
      ),
    );
}
