import type { Cause } from "#shared/requirements/cause.ts";
import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { HeldState, HoldLimit } from "#shared/requirements/held.ts";
import type { Enrolment, Listing } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { instant, ofUser, users } from "./accounts.ts";
import { groupMembers, groups, ofGroup } from "./groups.ts";

// Triggers mark users whose evidence has changed, and count the changes of rules: `worker/db/triggers/`.

/** What the members of a group must meet. A group without a row has no requirements. */
export const groupRequirements = sqliteTable("group_requirements", {
  groupId: text("group_id")
    .primaryKey()
    .references(() => groups.id, { onDelete: "cascade" }),
  tree: text({ mode: "json" }).$type<Requirement>().notNull(),
  enrolment: text().$type<Enrolment>().notNull(),
  /** A trigger writes the effective visibility of the group with it. */
  listing: text().$type<Listing>().notNull().default("everyone"),
  graceDays: integer("grace_days").notNull(),
  /**
   * Counts the edits from the time of the first: an edit based on an older version is refused, also if those requirements were
   * removed and others saved since.
   */
  version: integer().notNull().default(0),
  updatedAt: instant("updated_at").notNull(),
});

/**
 * Who finds a group that is listed only for users who meet its requirements, besides its members: users who met them when
 * this was last known. Groups that are listed for everyone have no rows.
 */
export const groupQualifications = sqliteTable(
  "group_qualifications",
  {
    groupId: text("group_id")
      .notNull()
      .references(() => groupRequirements.groupId, { onDelete: "cascade" }),
    userId: ofUser(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index("group_qualifications_user").on(table.userId, table.groupId),
  ],
);

/**
 * Users to evaluate because their evidence has changed. Another change gives the row another mark. WITHOUT ROWID, which Drizzle cannot
 * express: a mark is one written row.
 */
export const evaluationMarks = sqliteTable("evaluation_marks", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  mark: text().notNull(),
});

/** The one row of the evaluation. */
export const evaluationState = sqliteTable(
  "evaluation_state",
  {
    id: integer().primaryKey(),
    /** Increases with every change of a rule, by a trigger, and with every decision on a hold: slices that read before it write nothing. */
    rulesVersion: integer("rules_version").notNull().default(0),
    /** While in the future, one invocation evaluates and the others leave it alone. */
    leaseUntil: instant("lease_until"),
    leaseId: text("lease_id"),
    /** When held removals were last made due. No slice evaluates as of an earlier time: its clock may be behind. */
    asOf: instant("as_of"),
    /** The sweep over all users continues after this id. Null: no sweep is open. */
    sweepAfter: text("sweep_after"),
    sweepStartedAt: instant("sweep_started_at"),
    /** When the last whole sweep began. */
    sweptAt: instant("swept_at"),
  },
  (table) => [check("evaluation_state_one_row", sql`${table.id} = 1`)],
);

/** Removals of one group that wait for a person, because they are many. */
export const heldChanges = sqliteTable(
  "held_changes",
  {
    id: text().primaryKey(),
    groupId: ofGroup(),
    state: text().$type<HeldState>().notNull(),
    /** The edit of the requirements that made the removals due; null if evidence did. */
    ruleEventId: text("rule_event_id"),
    /** Who asked for the removals in `asked_removals`; null if requirements made them due. */
    askedBy: text("asked_by"),
    /** The review of the members that asked for them; then `askedBy` is who finished it, or the owner, who chose what silence means. */
    reviewId: text("review_id"),
    limit: text("hold_limit").$type<HoldLimit>().notNull(),
    /** Both as of `computedAt`; a decision names the number that was read. */
    memberCount: integer("member_count").notNull(),
    removalCount: integer("removal_count").notNull(),
    /** When the removals were last found from fresh evidence. */
    computedAt: instant("computed_at").notNull(),
    createdAt: instant("created_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    reason: text(),
    /** When a release that takes days goes on. */
    continuesAt: instant("continues_at"),
  },
  (table) => [
    uniqueIndex("held_changes_open")
      .on(table.groupId)
      .where(sql`state in ('held', 'released') and asked_by is null`),
    index("held_changes_asked")
      .on(table.groupId)
      .where(sql`state = 'held' and asked_by is not null`),
    index("held_changes_group").on(table.groupId),
    index("held_changes_decided")
      .on(table.decidedAt, table.id)
      .where(sql`decided_at is not null`),
  ],
);

/**
 * Members who do not meet the requirements of their group, or of whom this is not known. A member without a row met them
 * when they were last evaluated.
 */
export const membershipProblems = sqliteTable(
  "membership_problems",
  {
    groupId: text("group_id").notNull(),
    userId: text("user_id").notNull(),
    outcome: text().$type<"unmet" | "unknown">().notNull(),
    /** Since when the outcome is this. */
    since: instant("since").notNull(),
    /** When the membership ends. Null: it does not, because no unmet condition has been found, or for the owner. */
    graceEndsAt: instant("grace_ends_at"),
    graceStartedAt: instant("grace_started_at"),
    causes: text({ mode: "json" }).$type<Cause[]>().notNull(),
    /** A removal needs an evaluation after the end of the grace period. */
    checkedAt: instant("checked_at").notNull(),
    heldId: text("held_id").references(() => heldChanges.id, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    foreignKey({
      name: "membership_problems_membership",
      columns: [table.groupId, table.userId],
      foreignColumns: [groupMembers.groupId, groupMembers.userId],
    }).onDelete("cascade"),
    index("membership_problems_user").on(table.userId),
    index("membership_problems_listed").on(table.groupId, table.graceEndsAt, table.userId),
    index("membership_problems_ending")
      .on(table.graceEndsAt)
      .where(sql`grace_ends_at is not null and held_id is null and outcome = 'unmet'`),
    index("membership_problems_held")
      .on(table.heldId)
      .where(sql`held_id is not null`),
  ],
);

/** Members that an administrator wants to remove, held because they are many. */
export const askedRemovals = sqliteTable(
  "asked_removals",
  {
    heldId: text("held_id")
      .notNull()
      .references(() => heldChanges.id, { onDelete: "cascade" }),
    groupId: text("group_id").notNull(),
    userId: text("user_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.heldId, table.userId] }),
    foreignKey({
      name: "asked_removals_membership",
      columns: [table.groupId, table.userId],
      foreignColumns: [groupMembers.groupId, groupMembers.userId],
    }).onDelete("cascade"),
    index("asked_removals_membership").on(table.groupId, table.userId),
  ],
);
