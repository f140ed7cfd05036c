import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { EffectiveVisibility, GroupCreation, Visibility } from "#shared/groups/categories.ts";
import type { GroupRole, JoinMode } from "#shared/groups/groups.ts";
import type { InvitationStatus } from "#shared/groups/invitations.ts";
import type { JoinRequestStatus } from "#shared/groups/requests.ts";
import { instant, ofUser, users } from "./accounts.ts";

// Triggers keep the counters, the listings of groups that are not public and the names of members, and refuse to delete the
// owner's membership: `worker/db/triggers/`.

export const categories = sqliteTable("categories", {
  id: text().primaryKey(),
  name: text().notNull(),
  nameFolded: text("name_folded").notNull(),
  description: text(),
  visibility: text().$type<Visibility>().notNull(),
  allowGroupCreation: text("allow_group_creation").$type<GroupCreation>().notNull(),
  /** Counts the edits: an edit based on an older version is refused. */
  version: integer().notNull().default(0),
  createdAt: instant("created_at").notNull(),
});

/** The group that a row belongs to: it is deleted with the group. */
export const ofGroup = () =>
  text("group_id")
    .notNull()
    .references(() => groups.id, { onDelete: "cascade" });

export const groups = sqliteTable(
  "groups",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Lists are sorted and searched by it. */
    nameFolded: text("name_folded").notNull(),
    description: text(),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    visibility: text().$type<Visibility>().notNull(),
    /** The stricter of the group's and its category's; written together with either, and by triggers with its listing. */
    effectiveVisibility: text("effective_visibility").$type<EffectiveVisibility>().notNull(),
    joinMode: text("join_mode").$type<JoinMode>().notNull(),
    /** Guests of the community see it and may be members. */
    isOpenToGuests: integer("open_to_guests", { mode: "boolean" }).notNull().default(false),
    /** Visitors without a session see what an invite link leads to. Nothing of a system group is ever shown. */
    isShownInInvites: integer("shown_in_invites", { mode: "boolean" }).notNull().default(false),
    /** How many days new memberships last, unless the way in says otherwise; null for no end. */
    membershipDays: integer("membership_days"),
    /** These three are kept by triggers. */
    memberCount: integer("member_count").notNull().default(0),
    /**
     * The negative number of members: an ascending index has the largest groups first, and equal ones by name. Not a
     * generated column: SQLite never treats an index on one as covering.
     */
    memberRank: integer("member_rank").notNull().default(0),
    pendingRequestCount: integer("pending_request_count").notNull().default(0),
    /** Counts the edits of the group and the moves of its effective visibility. */
    version: integer().notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    // Four for each order of lists. A list reads one range of the first two, or merges the ranges of each visibility and
    // join mode of the others. In both cases it reads no more than its page.
    index("groups_by_name").on(table.nameFolded, table.id),
    index("groups_by_category_and_name").on(table.categoryId, table.nameFolded, table.id),
    index("groups_listed").on(
      table.effectiveVisibility,
      table.joinMode,
      table.nameFolded,
      table.id,
    ),
    index("groups_listed_by_category").on(
      table.categoryId,
      table.effectiveVisibility,
      table.joinMode,
      table.nameFolded,
      table.id,
    ),
    index("groups_open_to_guests")
      .on(table.nameFolded, table.id)
      .where(sql`open_to_guests = 1`),
    index("groups_by_members").on(table.memberRank, table.nameFolded, table.id),
    index("groups_by_category_and_members").on(
      table.categoryId,
      table.memberRank,
      table.nameFolded,
      table.id,
    ),
    index("groups_listed_by_members").on(
      table.effectiveVisibility,
      table.joinMode,
      table.memberRank,
      table.nameFolded,
      table.id,
    ),
    index("groups_listed_by_category_and_members").on(
      table.categoryId,
      table.effectiveVisibility,
      table.joinMode,
      table.memberRank,
      table.nameFolded,
      table.id,
    ),
  ],
);

/** The owner is a member too. A trigger refuses to delete the owner's row while the group exists. */
export const groupMembers = sqliteTable(
  "group_members",
  {
    groupId: ofGroup(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    role: text().$type<GroupRole>().notNull(),
    rank: integer().generatedAlwaysAs(
      sql`case role when 'owner' then 0 when 'admin' then 1 else 2 end`,
    ),
    joinedAt: instant("joined_at").notNull(),
    /** The folded name of the member's main; empty without a main. Maintained by triggers. */
    nameFolded: text("name_folded")
      .notNull()
      .default(sql`''`),
    /** When the membership ends by itself. Null for no end; the owner has none. */
    endsAt: instant("ends_at"),
    /** When the job has the next thing to do about the end: a reminder, or the end itself. */
    endDueAt: instant("end_due_at"),
    /** The emergency access that this membership is (`emergency_accesses`). */
    emergencyId: text("emergency_id"),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index("group_members_ending")
      .on(table.endDueAt)
      .where(sql`end_due_at is not null`),
    index("group_members_by_end")
      .on(table.groupId, table.endsAt, table.userId)
      .where(sql`ends_at is not null`),
    uniqueIndex("group_members_one_owner")
      .on(table.groupId)
      .where(sql`role = 'owner'`),
    index("group_members_listed").on(table.groupId, table.rank, table.joinedAt, table.userId),
    index("group_members_by_name").on(table.groupId, table.nameFolded, table.userId),
    index("group_members_user").on(table.userId, table.rank, table.groupId),
  ],
);

export const joinRequests = sqliteTable(
  "join_requests",
  {
    id: text().primaryKey(),
    groupId: ofGroup(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    reason: text(),
    status: text().$type<JoinRequestStatus>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** The id of the HTTP request that last approved, rejected or undid. Its audit event has the same. */
    decisionId: text("decision_id"),
    /** When it was approved or rejected. An approved user has joined at this instant. */
    decidedAt: instant("decided_at"),
    rejectionReason: text("rejection_reason"),
    /** A member asks for a new end of the membership. */
    isExtension: integer("is_extension", { mode: "boolean" }).notNull().default(false),
    /** A reviewer talks to the user. */
    inTalks: integer("in_talks", { mode: "boolean" }).notNull().default(false),
    /** Who talks to the user, or will. */
    assigneeId: text("assignee_id").references(() => users.id),
    /** When the reviewers were told that it waits. */
    waitToldAt: instant("wait_told_at"),
  },
  (table) => [
    index("join_requests_untold")
      .on(table.createdAt)
      .where(sql`status = 'pending' and wait_told_at is null and in_talks = 0`),
    uniqueIndex("join_requests_one_pending")
      .on(table.groupId, table.userId)
      .where(sql`status = 'pending'`),
    index("join_requests_listed").on(table.groupId, table.status, table.createdAt, table.id),
    index("join_requests_assigned")
      .on(table.assigneeId)
      .where(sql`assignee_id is not null`),
    index("join_requests_user").on(table.userId, table.id),
    index("join_requests_oldest")
      .on(table.createdAt)
      .where(sql`status = 'pending'`),
    index("join_requests_waiting")
      .on(table.userId, table.createdAt, table.id)
      .where(sql`status = 'pending'`),
  ],
);

export const invitations = sqliteTable(
  "invitations",
  {
    id: text().primaryKey(),
    groupId: ofGroup(),
    inviteeId: text("invitee_id")
      .notNull()
      .references(() => users.id),
    inviterId: text("inviter_id")
      .notNull()
      .references(() => users.id),
    /** The group's category while the group is hidden: the invitation makes it visible. Maintained by triggers. */
    categoryId: text("category_id"),
    /** A `pending` invitation past its expiry counts as expired, also before the housekeeping has marked it. */
    status: text().$type<InvitationStatus>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** How many days the membership lasts; 0 for no end, null for what the group says. */
    membershipDays: integer("membership_days"),
  },
  (table) => [
    uniqueIndex("invitations_one_pending")
      .on(table.groupId, table.inviteeId)
      .where(sql`status = 'pending'`),
    index("invitations_listed").on(table.groupId, table.status, table.createdAt, table.id),
    index("invitations_invitee")
      .on(table.inviteeId, table.expiresAt, table.id)
      .where(sql`status = 'pending'`),
    index("invitations_received").on(table.inviteeId, table.id),
    index("invitations_sent").on(table.inviterId, table.id),
    index("invitations_expires")
      .on(table.expiresAt)
      .where(sql`status = 'pending'`),
    index("invitations_category")
      .on(table.inviteeId, table.categoryId, table.expiresAt)
      .where(sql`status = 'pending' and category_id is not null`),
    index("invitations_inviter")
      .on(table.inviterId, table.createdAt)
      .where(sql`status in ('pending', 'revoked')`),
  ],
);

/** Groups whose invitations a user has blocked. */
export const invitationBlocks = sqliteTable(
  "invitation_blocks",
  {
    userId: ofUser(),
    groupId: ofGroup(),
    /** The name in the declined invitation: the present name of a hidden group is not disclosed. */
    groupName: text("group_name").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index("invitation_blocks_listed").on(table.userId, table.createdAt, table.groupId),
  ],
);

/** A revoked code is deleted; the audit log keeps its id. */
export const inviteCodes = sqliteTable(
  "invite_codes",
  {
    id: text().primaryKey(),
    groupId: ofGroup(),
    /** The encrypted code, or the code in plain text while `codeHash` is null. */
    encryptedCode: text("code").notNull().unique(),
    /** The keyed hash of the code. Null for a code from before encryption that is not encrypted yet. */
    codeHash: text("code_hash").unique(),
    uses: integer().notNull().default(0),
    useLimit: integer("use_limit"),
    expiresAt: instant("expires_at"),
    /** How many days the membership lasts; 0 for no end, null for what the group says. */
    membershipDays: integer("membership_days"),
    createdBy: text("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    check("invite_codes_within_limit", sql`use_limit is null or uses <= use_limit`),
    index("invite_codes_listed").on(table.groupId, table.createdAt, table.id),
    index("invite_codes_made").on(table.createdBy, table.id),
  ],
);

/** Memberships that a system administrator took for some hours, with a reason. They are active while the membership has their id, and listed for some days after. */
export const emergencyAccesses = sqliteTable(
  "emergency_accesses",
  {
    id: text().primaryKey(),
    groupId: ofGroup(),
    userId: ofUser(),
    role: text().$type<GroupRole>().notNull(),
    reason: text().notNull(),
    startedAt: instant("started_at").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (table) => [
    index("emergency_accesses_group").on(table.groupId, table.startedAt),
    index("emergency_accesses_user").on(table.userId),
    index("emergency_accesses_started").on(table.startedAt),
  ],
);
