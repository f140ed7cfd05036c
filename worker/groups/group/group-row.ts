import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import type { Emergency } from "#shared/groups/ends.ts";
import type { Group } from "#shared/groups/groups.ts";
import { memberGroupId } from "#worker/access/guests.ts";
import { isPendingInvitation, isPendingRequest } from "#worker/access/pending.ts";
import { isInReviewingGroup } from "#worker/access/reviewing.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  categories,
  emergencyAccesses,
  groupMembers,
  groups,
  invitations,
  joinRequests,
} from "#worker/db/schema/groups.ts";
import { groupVetting } from "#worker/db/schema/group-forms.ts";
import { groupQualifications, groupRequirements } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isRestricted } from "#worker/requirements/gate.ts";
import { abilitiesOf, countToReview, endOf, shownCategoryName } from "./policy.ts";

/** Emergency access has ended by then, also after an outage of the job. */
const EMERGENCY_MS = 24 * 60 * 60 * 1000;

const owner = alias(groupMembers, "owner");
const admins = alias(groupMembers, "admins");
const holding = alias(groupMembers, "holding");
const holder = alias(users, "holder");
const holderMain = alias(characters, "holder_main");
/** The membership of the user who reads the group. */
const own = alias(groupMembers, "own");

const adminUserIds = orm
  .select({ ids: sql`group_concat(${admins.userId})` })
  .from(admins)
  .where(and(eq(admins.groupId, groups.id), eq(admins.rank, 1)));

/** The latest first, of the last hours. */
const emergencies = orm
  .select({
    all: sql`json_group_array(json_object('userId', ${emergencyAccesses.userId}, 'name', ${holderMain.name},
      'role', ${emergencyAccesses.role}, 'startedAt', ${emergencyAccesses.startedAt},
      'endsAt', ${emergencyAccesses.endsAt}, 'reason', ${emergencyAccesses.reason}))`,
  })
  .from(emergencyAccesses)
  .innerJoin(
    holding,
    and(
      eq(holding.groupId, emergencyAccesses.groupId),
      eq(holding.userId, emergencyAccesses.userId),
      eq(holding.emergencyId, emergencyAccesses.id),
    ),
  )
  .innerJoin(holder, eq(holder.id, holding.userId))
  .leftJoin(holderMain, eq(holderMain.id, holder.mainCharacterId))
  .where(
    and(
      eq(emergencyAccesses.groupId, groups.id),
      sql`${emergencyAccesses.startedAt} > ${sql.placeholder("now")} - ${EMERGENCY_MS}`,
    ),
  );

const group = {
  id: groups.id,
  name: groups.name,
  description: groups.description,
  categoryId: groups.categoryId,
  categoryName: categories.name,
  categoryVisibility: categories.visibility,
  visibility: groups.visibility,
  effectiveVisibility: groups.effectiveVisibility,
  joinMode: groups.joinMode,
  isOpenToGuests: groups.isOpenToGuests,
  isShownInInvites: groups.isShownInInvites,
  memberGroupId,
  memberCount: groups.memberCount,
  pendingRequestCount: groups.pendingRequestCount,
  version: groups.version,
  createdAt: groups.createdAt,
  ownerId: owner.userId,
  ownerMainCharacterId: users.mainCharacterId,
  ownerName: characters.name,
  adminUserIds: sql<string | null>`${adminUserIds}`,
  membershipDays: groups.membershipDays,
  emergencies: sql<string>`${emergencies}`,
  formVersion: groupVetting.formVersion,
  reviewerGroupId: groupVetting.reviewerGroupId,
  /** 1 if the reader reviews requests as a member of another group. */
  isReviewer: sql<number>`${isInReviewingGroup(sql.placeholder("userId"))}`,
  role: own.role,
  endsAt: own.endsAt,
  emergencyId: own.emergencyId,
  pendingRequestId: joinRequests.id,
  pendingInvitationId: invitations.id,
  /** Null for a group without requirements. */
  enrolment: groupRequirements.enrolment,
  /** The reader's id if they qualify for a group that its requirements hide from other users; else null. */
  qualifiedId: groupQualifications.userId,
};

/** A group, and the membership, request and invitation of one user. */
export type GroupRow = RowOfStatement<typeof selectOne>;

/**
 * Prepares a statement that reads the groups whose ids `ids` selects, visible or not. Its own values are `userId` and
 * `now`, those of the user who reads.
 */
export function prepareGroups(ids: SQL, order: SQL[] = [], make = prepare) {
  const page = orm.$with("page", { id: groups.id }).as(ids);
  return make(group, (fields) =>
    orm
      .with(page)
      .select(fields)
      .from(page)
      // A cross join in SQLite keeps its order: from the page to the groups, never from all groups to the page.
      .crossJoin(groups)
      .innerJoin(categories, eq(categories.id, groups.categoryId))
      // A literal, so that SQLite can use the partial index on owners.
      .innerJoin(owner, and(eq(owner.groupId, groups.id), sql`${owner.role} = 'owner'`))
      .innerJoin(users, eq(users.id, owner.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(own, and(eq(own.groupId, groups.id), eq(own.userId, sql.placeholder("userId"))))
      .leftJoin(groupVetting, eq(groupVetting.groupId, groups.id))
      .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
      .leftJoin(
        groupQualifications,
        and(
          eq(groupQualifications.groupId, groups.id),
          eq(groupQualifications.userId, sql.placeholder("userId")),
        ),
      )
      .leftJoin(
        joinRequests,
        and(
          eq(joinRequests.groupId, groups.id),
          eq(joinRequests.userId, sql.placeholder("userId")),
          isPendingRequest,
        ),
      )
      .leftJoin(
        invitations,
        and(
          eq(invitations.groupId, groups.id),
          eq(invitations.inviteeId, sql.placeholder("userId")),
          isPendingInvitation(sql.placeholder("now")),
        ),
      )
      .where(eq(groups.id, page.id))
      .orderBy(...order),
  );
}

const selectOne = prepareGroups(sql`select ${sql.placeholder("groupId")} as id`);

/** Reads one group, visible or not. */
export function selectGroup(userId: string, groupId: string) {
  return selectOne({ groupId, userId, now: Date.now() });
}

export function presentGroup(row: GroupRow, actor: UserActor): Group {
  const { role } = row;
  const can = abilitiesOf(row, actor);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    categoryId: row.categoryId,
    category: { id: row.categoryId, name: shownCategoryName(row, actor) },
    visibility: row.visibility,
    effectiveVisibility: row.effectiveVisibility,
    joinMode: row.joinMode,
    enrolment: row.enrolment,
    isOpenToGuests: row.memberGroupId === null ? null : row.isOpenToGuests,
    isShownInInvites: row.isShownInInvites,
    hasRequirements: isRestricted(row),
    hasForm: row.formVersion !== null,
    memberCount: row.memberCount,
    membershipDays: row.membershipDays,
    emergencies: emergenciesOf(row, can.manageMembers),
    pendingRequestCount: countToReview(row, row.pendingRequestId, can),
    createdAt: row.createdAt.toISOString(),
    ownerId: row.ownerId,
    ownerMainCharacterId: row.ownerMainCharacterId,
    ownerName: row.ownerName,
    adminUserIds: row.adminUserIds?.split(",") ?? [],
    isMember: role !== null,
    isOwner: role === "owner",
    isAdmin: role === "admin",
    endsAt: endOf(row, row),
    pendingRequestId: row.pendingRequestId,
    pendingInvitationId: row.pendingInvitationId,
    can,
  };
}

const emergenciesSchema = z.array(
  z.object({
    userId: z.string(),
    name: z.nullable(z.string()),
    role: z.enum(["member", "admin"]),
    startedAt: z.int(),
    endsAt: z.int(),
    reason: z.string(),
  }),
);

function emergenciesOf({ emergencies }: GroupRow, seesReason: boolean): Emergency[] {
  // Of almost every group: a page of them parses nothing.
  if (emergencies === "[]") return [];
  return emergenciesSchema.parse(JSON.parse(emergencies)).map((one) => ({
    ...one,
    startedAt: new Date(one.startedAt).toISOString(),
    endsAt: new Date(one.endsAt).toISOString(),
    reason: seesReason ? one.reason : null,
    isActive: true,
  }));
}
