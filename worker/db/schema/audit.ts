import type {
  ApplicationEventDetail,
  DiscordEventDetail,
  EventDetail,
} from "#shared/events/details.ts";
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  DECISION_KINDS,
  DIRECTOR_LOSSES,
  kindList,
  MEMBERSHIP_KINDS,
} from "#shared/events/kinds.ts";
import type { EventKind } from "#shared/events/kinds.ts";
import type { EffectiveVisibility } from "#shared/groups/categories.ts";
import { instant, users } from "./accounts.ts";

type Log = "accounts" | "groups" | "corporations" | "discord" | "applications";

/** `job`: Muster by itself. `rule`: the requirements of a group. `eve`: a change in EVE that Muster has noticed. `deployer`: a command of `npm run`. */
type ActorKind = "user" | "application" | "job" | "rule" | "eve" | "deployer";

/**
 * The one log of what happened: accounts, groups and categories, corporations, Discord servers, applications. Append-only: rows outlive what they are
 * about and keep the names of their time. Only a row of an edit is written again, by repeated edits, until five minutes
 * after its id's time (docs/decisions/0035). `id` begins with the time, so that every index below is in the order of
 * time. `seq` is the order of commits, for consumers that follow the log: an event may be committed after one with a
 * later id.
 */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    log: text().$type<Log>().notNull(),
    kind: text().$type<EventKind>().notNull(),
    actorKind: text("actor_kind").$type<ActorKind>().notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name"),
    /** The user whose account, membership or role it is about, who may be the actor. */
    subjectId: text("subject_id"),
    subjectName: text("subject_name"),
    characterId: integer("character_id"),
    characterName: text("character_name"),
    groupId: text("group_id"),
    groupName: text("group_name"),
    /** Before the event. Null in events from before 2026-11-22. */
    groupVisibility: text("group_visibility").$type<EffectiveVisibility>(),
    categoryId: text("category_id"),
    categoryName: text("category_name"),
    corporationId: integer("corporation_id"),
    corporationName: text("corporation_name"),
    serverId: text("server_id"),
    serverName: text("server_name"),
    applicationId: text("application_id"),
    applicationName: text("application_name"),
    /**
     * The owner hash of a character that joins or leaves an account. It finds the account again if the character comes
     * back.
     */
    ownerHash: text("owner_hash"),
    detail: text({ mode: "json" })
      .$type<EventDetail & DiscordEventDetail & ApplicationEventDetail>()
      .notNull(),
    requestId: text("request_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("audit_events_kind").on(table.kind, table.id),
    index("audit_events_actor")
      .on(table.actorId, table.id)
      .where(sql`actor_id is not null`),
    index("audit_events_subject")
      .on(table.subjectId, table.id)
      .where(sql`subject_id is not null`),
    index("audit_events_account")
      .on(table.subjectId, table.id)
      .where(sql`log = 'accounts'`),
    // Group decisions that their subject is told of (`worker/audit/account-events.ts`).
    index("audit_events_decisions")
      .on(table.subjectId, table.id)
      .where(sql.raw(`group_visibility is not null and kind in ${kindList(DECISION_KINDS)}`)),
    index("audit_events_character")
      .on(table.characterId, table.id)
      .where(sql`character_id is not null`),
    index("audit_events_sold")
      .on(table.characterId, table.ownerHash)
      .where(sql`kind = 'character_sold'`),
    index("audit_events_group")
      .on(table.groupId, table.id)
      .where(sql`group_id is not null`),
    // Who was in a group, since when and how: `worker/audit/memberships.ts`.
    index("audit_events_membership")
      .on(table.groupId, table.subjectId, table.id)
      .where(sql.raw(`kind in ${kindList(MEMBERSHIP_KINDS)}`)),
    index("audit_events_corporation")
      .on(table.corporationId, table.id)
      .where(sql`corporation_id is not null`),
    // Since when a corporation has had no usable director.
    index("audit_events_director_lost")
      .on(table.corporationId, table.id)
      .where(sql.raw(`kind in ${kindList(DIRECTOR_LOSSES)}`)),
    index("audit_events_server")
      .on(table.serverId, table.id)
      .where(sql`server_id is not null`),
    index("audit_events_application")
      .on(table.applicationId, table.id)
      .where(sql`application_id is not null`),
  ],
);

/**
 * Communities that moved in from another system (`worker/ops/move-in`). Everything that a move has written bears its
 * `startedAt`, so that it can be undone.
 */
export const moveIns = sqliteTable("move_ins", {
  /** Made from the system and the export's SHA-256. The events of the move have it as their request id. */
  id: text().primaryKey(),
  system: text().notNull(),
  state: text().$type<"applying" | "applied" | "undone">().notNull(),
  startedAt: instant("started_at").notNull(),
  finishedAt: instant("finished_at"),
});

// What makes a change of the audit log visible (`worker/audit/seals`).

/**
 * The fingerprints of an event, from the time when it was sealed. `seq` is the event's. The salt is erased with the personal
 * fields of the event, by a trigger: without it, `personal` does not tell who it was.
 */
export const auditDigests = sqliteTable("audit_digests", {
  seq: integer().primaryKey(),
  eventId: text("event_id").notNull(),
  salt: text(),
  /** SHA-256 of the salt and the personal fields. */
  personal: text().notNull(),
  /** SHA-256 of all other fields and `personal`. */
  digest: text().notNull(),
  /** The move whose undoing has deleted the event. */
  removedByMove: text("removed_by_move"),
});

/** A link of the chain: the events up to `lastSeq` that the link before does not cover. */
export const auditSeals = sqliteTable("audit_seals", {
  number: integer().primaryKey(),
  /** The version of the list of sealed fields in `worker/audit/seals/canonical.ts`. */
  version: integer().notNull(),
  lastSeq: integer("last_seq").notNull(),
  eventCount: integer("event_count").notNull(),
  /** All events that were old enough were sealed. */
  isComplete: integer("is_complete", { mode: "boolean" }).notNull(),
  createdAt: instant("created_at").notNull(),
  /** SHA-256 of the link before, of the fields above and of the digests of the events. */
  hash: text().notNull(),
});

/** Accounts that another has absorbed: their sealed events bear the other's id since. */
export const mergedUsers = sqliteTable(
  "merged_users",
  {
    fromId: text("from_id").primaryKey(),
    intoId: text("into_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [index("merged_users_into").on(table.intoId)],
);
