import { and, asc, count, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import type { Placeholder } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isVisibleToMember } from "#worker/access/visibility.ts";
import { startRewrite } from "./log-rewrites.ts";
import { keepDiscordGrant, keepEveGrants } from "./revocations.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { canBeTakenBack } from "#worker/auth/accounts/take-back-rights.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { selectOtherAdministrator } from "#worker/auth/suspensions/service.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { characters, pendingClaims, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { names, refreshLeases } from "#worker/db/schema/characters.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import {
  groupMembers,
  groups,
  invitations,
  inviteCodes,
  joinRequests,
} from "#worker/db/schema/groups.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { withdrawRequests } from "#worker/groups/members/add-member.ts";
import { endMemberships } from "#worker/groups/members/many.ts";
import { recordAsUnread } from "#worker/operations/store.ts";
import type { Context } from "#worker/env.ts";

const PSEUDONYM_DIGITS = 6;

type Directorship = Pick<typeof directors.$inferSelect, "corporationId" | "characterId">;

/**
 * Deletes an account in one batch: erases the rows about the user, passes invite codes and sent invitations to the owners of
 * their groups, and queues the work of the job. Throws `GuardFailed` if the user now owns a group or has another main.
 */
export async function deleteAccount(
  context: Context,
  actor: UserActor,
  mainCharacterId: number,
  directorships: Directorship[],
) {
  const { userId } = actor;
  const isMember = eq(groupMembers.userId, userId);
  await runBatch(context.db, [
    requireFreshProof(actor),
    guard(
      sql`not exists (select 1 from ${groupMembers} where ${isMember} and ${groupMembers.role} = 'owner')
        and exists (select 1 from ${users} where ${users.id} = ${userId}
          and ${users.mainCharacterId} = ${mainCharacterId})
        and not ${canBeTakenBack(userId, Date.now())}`,
    ),
    recordEvent(context, { kind: "account_deleted", actor: { userId }, userId }).statement,
    ...keepEveGrants(userId),
    keepDiscordGrant(userId),
    ...leaveGroups(context, userId),
    ...removeDirectors(context, userId, directorships),
    ...eraseLog(userId),
    ...eraseCharacters(userId),
    recordAsUnread(userId),
    // Foreign keys delete the sessions, the Discord account and unfinished sign-ins.
    orm.delete(users).where(eq(users.id, userId)),
  ]);
}

function leaveGroups(context: Context, userId: string): Statement[] {
  const actor = { userId };
  const isOwnRequest = eq(joinRequests.userId, userId);
  const ownerOf = (groupId: typeof invitations.groupId | typeof inviteCodes.groupId) =>
    sql`(select ${groupMembers.userId} from ${groupMembers}
      where ${groupMembers.groupId} = ${groupId} and ${groupMembers.role} = 'owner')`;
  return [
    ...endMemberships(
      context,
      { kind: "member_left", actor, groupId: groupMembers.groupId, subjectId: groupMembers.userId },
      eq(groupMembers.userId, userId),
    ),
    orm.update(heldChanges).set({ decidedBy: null }).where(eq(heldChanges.decidedBy, userId)),
    // Not null: the removals stay asked for, by an account that is gone.
    orm.update(heldChanges).set({ askedBy: "" }).where(eq(heldChanges.askedBy, userId)),
    // Before the rows are deleted: a trigger counts pending requests when the status changes.
    ...withdrawRequests(context, actor, isOwnRequest),
    orm.delete(joinRequests).where(isOwnRequest),
    orm.update(joinRequests).set({ assigneeId: null }).where(eq(joinRequests.assigneeId, userId)),
    orm.delete(invitations).where(eq(invitations.inviteeId, userId)),
    orm
      .update(invitations)
      .set({ inviterId: ownerOf(invitations.groupId) })
      .where(eq(invitations.inviterId, userId)),
    orm
      .update(inviteCodes)
      .set({ createdBy: ownerOf(inviteCodes.groupId) })
      .where(eq(inviteCodes.createdBy, userId)),
  ];
}

function removeDirectors(
  context: Context,
  userId: string,
  directorships: Directorship[],
): Statement[] {
  const isOwn = (id: typeof directors.characterId | typeof corporations.assignedCharacterId) =>
    inArray(id, ownCharacterIds(userId));
  const successor = orm
    .select({ characterId: directors.characterId })
    .from(directors)
    .where(eq(directors.corporationId, corporations.id))
    .orderBy(directors.priority, directors.createdAt, directors.id)
    .limit(1);
  return [
    ...directorships.map(
      (directorship) =>
        recordEvent(context, { kind: "director_removed", actor: { userId }, ...directorship })
          .statement,
    ),
    orm.delete(directors).where(isOwn(directors.characterId)),
    orm
      .update(corporations)
      .set({ assignedCharacterId: sql`(${successor})` })
      .where(isOwn(corporations.assignedCharacterId)),
  ];
}

/**
 * The job gives the user's events a pseudonym. This batch erases the owner hashes, by which sign-ins find an account, and
 * the user's names in events of others, which can be found only while the characters exist.
 */
function eraseLog(userId: string): Statement[] {
  const pseudonym = `Former pilot ${randomHex(PSEUDONYM_DIGITS)}`;
  const isOwnName = (path: string) =>
    sql`json_extract(${auditEvents.detail}, ${path}) in (select ${characters.name} from ${characters}
      where ${characters.userId} = ${userId})`;
  const replaced = (path: string) =>
    sql`case when ${isOwnName(path)} then ${pseudonym} else json_extract(${auditEvents.detail}, ${path}) end`;
  const [before, after] = ["$.changes.director.from", "$.changes.director.to"];
  return [
    orm.update(auditEvents).set({ ownerHash: null })
      .where(sql`${auditEvents.subjectId} = ${userId} and ${auditEvents.log} = 'accounts'
        and ${auditEvents.ownerHash} is not null`),
    orm
      .update(auditEvents)
      .set({
        detail: sql`json_replace(${auditEvents.detail}, ${before}, ${replaced(before)}, ${after}, ${replaced(after)})`,
      })
      .where(
        sql`${auditEvents.kind} = 'corporation_updated' and (${isOwnName(before)} or ${isOwnName(after)})`,
      ),
    ...startRewrite({ userId, intoId: `former-${randomToken(12)}`, pseudonym }),
  ];
}

function eraseCharacters(userId: string): Statement[] {
  const own = ownCharacterIds(userId);
  return [
    orm.delete(pendingClaims).where(inArray(pendingClaims.characterId, own)),
    orm.delete(refreshLeases).where(inArray(refreshLeases.characterId, own)),
    orm.update(names).set({ refusedTo: null }).where(inArray(names.refusedTo, own)),
    orm.update(users).set({ mainCharacterId: null }).where(eq(users.id, userId)),
    // Foreign keys and triggers delete the tokens, the sheets and the other rows of the characters.
    orm.delete(characters).where(eq(characters.userId, userId)),
  ];
}

function ownCharacterIds(userId: string | Placeholder) {
  return orm.select({ id: characters.id }).from(characters).where(eq(characters.userId, userId));
}

function randomHex(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, digits)
    .toUpperCase();
}

const other = alias(directors, "other");

const userId = sql.placeholder("userId");

const selectCharacters = prepare(
  () => ({
    id: characters.id,
    name: characters.name,
    mainCharacterId: users.mainCharacterId,
    canBeTakenBack: sql<number>`${canBeTakenBack(userId, sql.placeholder("now"))}`,
  }),
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .where(eq(characters.userId, userId))
      .orderBy(asc(characters.nameFolded)),
);

const selectOwned = prepare({ id: groups.id, name: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, userId), sql`${groupMembers.role} = 'owner'`))
    .orderBy(asc(groups.nameFolded)),
);

/** Of the groups that the user sees: plain members do not know of a system group. */
const countMemberships = prepare({ count: count() }, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(
      and(
        eq(groupMembers.userId, userId),
        or(sql`${sql.placeholder("isAdmin")} = 1`, isVisibleToMember),
      ),
    ),
);

const selectDiscord = prepare({ name: discordAccounts.username }, (fields) =>
  orm.select(fields).from(discordAccounts).where(eq(discordAccounts.userId, userId)),
);

const selectDirectorships = prepare(
  () => {
    const otherDirectors = orm
      .select({ count: count() })
      .from(other)
      .where(
        and(
          eq(other.corporationId, directors.corporationId),
          notInArray(other.characterId, ownCharacterIds(userId)),
        ),
      );
    return {
      corporationId: directors.corporationId,
      characterId: directors.characterId,
      corporationName: corporations.name,
      characterName: characters.name,
      otherDirectors: sql<number>`${otherDirectors}`,
    };
  },
  (fields) =>
    orm
      .select(fields)
      .from(directors)
      .innerJoin(corporations, eq(corporations.id, directors.corporationId))
      .innerJoin(characters, eq(characters.id, directors.characterId))
      .where(eq(characters.userId, userId))
      .orderBy(asc(corporations.nameFolded)),
);

/** Characters, owned groups, number of memberships, Discord, directorships, and another administrator. */
export function selectContents({ userId, isAdmin }: UserActor, adminCharacterIds: number[]) {
  const now = Date.now();
  return [
    selectCharacters({ userId, now }),
    selectOwned({ userId }),
    countMemberships({ userId, isAdmin: Number(isAdmin) }),
    selectDiscord({ userId }),
    selectDirectorships({ userId }),
    selectOtherAdministrator({ userId, adminIds: JSON.stringify(adminCharacterIds), now }),
  ] as const;
}
