import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DriftRule, MemberProblem, ServerHalt } from "#shared/discord/servers.ts";
import { instant, ofUser, users } from "./accounts.ts";
import { groups, ofGroup } from "./groups.ts";

// Triggers mark the members whose groups, links or names have changed (`worker/db/triggers/discord-marks.ts`), and the
// users who have joined or left a server that a rule names (`worker/db/triggers/evaluation-marks.ts`).

export type ServerRole = {
  id: string;
  name: string;
  color: number;
  position: number;
  /** A 64-bit number, as text. */
  permissions: string;
  /** Given by Discord itself: to a bot, to boosters, to subscribers. */
  isManaged: boolean;
};

/** What Discord says about a server. `readAt` in milliseconds. */
export type ServerFacts = {
  id: string;
  name: string;
  ownerId: string;
  memberCount: number | null;
  roles: ServerRole[];
  botRoleIds: string[];
  /** Discord tells the bot all members, and not only those it asks for. */
  hasMembersIntent: boolean;
  /** Moderators need two-factor authentication. */
  requiresTwoFactor: boolean;
  readAt: number;
};

/** What is left of Discord's limits. `resetAt` in milliseconds. */
export type Buckets = {
  /** The bucket of each route, as Discord has named it. */
  routes: Record<string, string>;
  limits: Record<string, { remaining: number; resetAt: number }>;
};

/** The Discord server that a row belongs to: it is deleted with the server. */
const ofServer = () =>
  text("server_id")
    .notNull()
    .references(() => discordServers.id, { onDelete: "cascade" });

/** Discord servers that Muster manages. */
export const discordServers = sqliteTable("discord_servers", {
  id: text().primaryKey(),
  name: text().notNull(),
  nameFolded: text("name_folded"),
  facts: text({ mode: "json" }).$type<ServerFacts>().notNull(),
  /** While off, Muster reads and changes nothing. */
  isOn: integer("is_on", { mode: "boolean" }).notNull().default(false),
  nicknameTemplate: text("nickname_template"),
  keepsOwnPart: integer("keeps_own_part", { mode: "boolean" }).notNull().default(true),
  /** Members of this group may join through Muster. */
  joinGroupId: text("join_group_id").references(() => groups.id, { onDelete: "set null" }),
  drift: text().$type<DriftRule>().notNull().default("list"),
  /** Counts the edits, and decisions on held removals: what is based on an older version is refused. */
  version: integer().notNull().default(0),
  addedAt: instant("added_at").notNull(),

  /** While in the future, one invocation works on this server and the others leave it alone. */
  leaseUntil: instant("lease_until"),
  leaseId: text("lease_id"),
  /** Discord is not called before. `halt` says why. */
  waitsUntil: instant("waits_until"),
  halt: text().$type<ServerHalt>(),
  /** Outages in a row: the wait becomes longer. */
  outages: integer().notNull().default(0),
  buckets: text({ mode: "json" })
    .$type<Buckets>()
    .notNull()
    .default(sql`'{"routes":{},"limits":{}}'`),
  /** The check of all members continues after this Discord id. Null: none is going on. */
  sweepAfter: text("sweep_after"),
  /** When the check that is going on began. */
  sweepStartedAt: instant("sweep_started_at"),
  /** When the last whole check began: what has not changed since is as of then. */
  sweptAt: instant("swept_at"),
  /** The check has found removals: they wait for a person, or are being applied. */
  removals: text().$type<"held" | "released">(),
  removalCount: integer("removal_count").notNull().default(0),
  removalsAt: instant("removals_at"),
  /** People who have lost roles by checks that were not held, within the last hour. `at` in milliseconds. */
  recentRemovals: text("recent_removals", { mode: "json" })
    .$type<{ at: number; count: number }[]>()
    .notNull()
    .default([]),
});

/** Roles that Muster manages. A role without groups is taken from everybody. */
export const discordRoles = sqliteTable(
  "discord_roles",
  {
    serverId: ofServer(),
    roleId: text("role_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.roleId] })],
);

/** The members of any of these groups get the role. */
export const discordRoleGroups = sqliteTable(
  "discord_role_groups",
  {
    serverId: text("server_id").notNull(),
    roleId: text("role_id").notNull(),
    groupId: ofGroup(),
  },
  (table) => [
    primaryKey({ columns: [table.serverId, table.roleId, table.groupId] }),
    foreignKey({
      name: "discord_role_groups_role",
      columns: [table.serverId, table.roleId],
      foreignColumns: [discordRoles.serverId, discordRoles.roleId],
    }).onDelete("cascade"),
    index("discord_role_groups_group").on(table.groupId, table.serverId),
  ],
);

/**
 * Members of a server, as Discord last told: those with a linked account, and others only while they have a mapped role. A
 * row outlives the link until its roles are removed.
 */
export const discordMembers = sqliteTable(
  "discord_members",
  {
    serverId: ofServer(),
    discordId: text("discord_id").notNull(),
    name: text().notNull(),
    nickname: text(),
    roles: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Mapped roles that the member has, or had, because of a group. */
    given: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Mapped roles whose drift a person has accepted. */
    accepted: text({ mode: "json" }).$type<string[]>().notNull(),
    /** What Muster was about to do. */
    attempt: text({ mode: "json" }).$type<{ eventId: string; add: string[]; remove: string[] }>(),
    /** Roles whose removal a check of all members has found. */
    losing: text({ mode: "json" }).$type<string[]>(),
    /** How many mapped roles were given or taken by hand, and wait for a decision. */
    drifted: integer().notNull().default(0),
    problem: text().$type<MemberProblem>(),
    problemAt: instant("problem_at"),
    /** When Discord told what the row says. A later check confirms it. */
    readAt: instant("read_at")
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.serverId, table.discordId] }),
    index("discord_members_account").on(table.discordId),
    index("discord_members_in_order").on(table.serverId, sql`cast(discord_id as integer)`),
    index("discord_members_losing")
      .on(table.serverId, table.discordId)
      .where(sql`losing is not null`),
    index("discord_members_drifted")
      .on(table.serverId, table.drifted)
      .where(sql`drifted > 0`),
    index("discord_members_problem")
      .on(table.serverId, table.problemAt)
      .where(sql`problem is not null`),
  ],
);

/** Members to look at because something about them has changed. Another change gives the row another mark. */
export const discordMarks = sqliteTable(
  "discord_marks",
  {
    serverId: ofServer(),
    discordId: text("discord_id").notNull(),
    mark: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.discordId] })],
);

/** Linked Discord accounts: at most one per user, and each linked to one user. */
export const discordAccounts = sqliteTable(
  "discord_accounts",
  {
    /** A 64 bit integer, which a JavaScript number cannot hold. */
    discordId: text("discord_id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Unique at Discord. */
    username: text().notNull(),
    /** Free text; null if the user has set none. */
    displayName: text("display_name"),
    discriminator: text().notNull(),
    /** Encrypted. Discord rotates it. Access tokens are used at once and not stored. */
    refreshToken: text("refresh_token").notNull(),
    /** False after Discord has refused the refresh token. */
    isAuthorized: integer("is_authorized", { mode: "boolean" }).notNull(),
    linkedAt: instant("linked_at").notNull(),
    /** When the profile is checked again. */
    checkDueAt: instant("check_due_at").notNull(),
  },
  // The order in which Discord lists the members of a server.
  () => [index("discord_accounts_in_order").on(sql`cast(discord_id as integer)`)],
);

/** One started link. The row is deleted when it is used. */
export const discordLinkStates = sqliteTable(
  "discord_link_states",
  {
    stateHash: text("state_hash").primaryKey(),
    userId: ofUser(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("discord_link_states_expires").on(table.expiresAt)],
);
