import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Language } from "#shared/language/languages.ts";
import type { TokenState } from "#shared/account/character.ts";

export const instant = (name: string) => integer(name, { mode: "timestamp_ms" });

// ── Identity ──────────────────────────────────────────────────────────────────────────────────

/** The user that a row belongs to: it is deleted with the account. */
export const ofUser = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** `mainCharacterId` is null only while the account is locked: its last character was sold. */
export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    mainCharacterId: integer("main_character_id"),
    /** The user's counts against the daily limits, with their day (`worker/audit/daily-limits.ts`). */
    dailyActs: text("daily_acts", { mode: "json" }).$type<
      { day: string } & Record<string, number | string>
    >(),
    createdAt: instant("created_at").notNull(),
    /** The user has dismissed the notices of events up to this time. */
    noticesSeenAt: instant("notices_seen_at"),
    /** When a session of the user was last used, by the day. Maintained by triggers: it outlives the sessions. */
    lastSeenAt: instant("last_seen_at"),
    /** The user is suspended while this is in the future (`auth/suspensions/suspended.ts`). */
    suspendedUntil: instant("suspended_until"),
    suspensionReason: text("suspension_reason"),
    /** What the user has chosen. Null: each device decides, and Muster writes to them in English. */
    language: text().$type<Language>(),
  },
  (table) => [
    index("users_suspended")
      .on(table.suspendedUntil)
      .where(sql`suspended_until is not null`),
    index("users_last_seen")
      .on(table.lastSeenAt, table.id)
      .where(sql`last_seen_at is not null`),
    uniqueIndex("users_main_character").on(table.mainCharacterId),
    // The main is one of the user's own characters, also under concurrent writes.
    foreignKey({
      name: "users_main_is_own_character",
      columns: [table.mainCharacterId, table.id],
      foreignColumns: [characters.id, characters.userId],
    }),
  ],
);

/** Linked characters, and others that were looked up. `userId` is null while the character is not linked. */
export const characters = sqliteTable(
  "characters",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    /** As `fold` (`shared/fold.ts`) makes it, like every column of this name: SQLite's `lower` handles ASCII only. */
    nameFolded: text("name_folded").notNull(),
    userId: text("user_id").references((): AnySQLiteColumn => users.id),
    /** EVE's owner hash: it changes when the character moves to another EVE account. */
    ownerHash: text("owner_hash"),
    linkedAt: instant("linked_at"),
    /** Since when the character waits for the main to confirm that it belongs here; null if it does not (docs/decisions/0075). */
    unconfirmedSince: instant("unconfirmed_since"),
  },
  (table) => [
    uniqueIndex("characters_id_user").on(table.id, table.userId),
    index("characters_user").on(table.userId),
    index("characters_name_folded").on(table.nameFolded),
  ],
);

/** An earlier grant of a character, which covers scopes that the newest does not. Its tokens are encrypted like that one's. */
export type SpareGrant = {
  refreshToken: string;
  accessToken: string;
  /** In milliseconds; 0 if EVE was not asked for it since a later sign-in. */
  accessExpiresAt: number;
  scopes: string[];
};

/** Encrypted EVE tokens: the newest grant of each character, and the earlier ones that are still needed (docs/decisions/0081). */
export const eveTokens = sqliteTable(
  "eve_tokens",
  {
    characterId: integer("character_id")
      .primaryKey()
      .references(() => characters.id, { onDelete: "cascade" }),
    refreshToken: text("refresh_token").notNull(),
    accessToken: text("access_token").notNull(),
    accessExpiresAt: instant("access_expires_at").notNull(),
    /** What the newest grant and the spares cover together. */
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    /** What the newest grant covers. Null without spares: then it is `scopes`. */
    ownScopes: text("own_scopes", { mode: "json" }).$type<string[]>(),
    /** Null if there are none. */
    spares: text({ mode: "json" }).$type<SpareGrant[]>(),
    /** What EVE has taken away since it was granted; null if nothing. */
    lostScopes: text("lost_scopes", { mode: "json" }).$type<string[]>(),
    state: text().$type<TokenState>().notNull(),
    stateSince: instant("state_since").notNull(),
    /** Increases with every write, so that a refresh notices a concurrent one. */
    version: integer().notNull().default(0),
    /** While in the future, one isolate refreshes this token and the others wait for it. */
    refreshLeaseUntil: instant("refresh_lease_until"),
  },
  (table) => [
    index("eve_tokens_revoked")
      .on(table.characterId)
      .where(sql`state = 'revoked'`),
    index("eve_tokens_spares")
      .on(table.characterId)
      .where(sql`spares is not null`),
  ],
);

/**
 * The owner hash of a character of ADMIN_CHARACTER_IDS when Muster first saw it, or when its owner was last confirmed. A row
 * is kept when the id is removed from the variable (docs/decisions/0024-owner-pins-and-suspensions.md).
 */
export const adminPins = sqliteTable("admin_pins", {
  characterId: integer("character_id").primaryKey(),
  ownerHash: text("owner_hash").notNull(),
  /** When another owner was seen. The character gives no rights until its owner is confirmed. */
  withheldSince: instant("withheld_since"),
});

export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** The id of the session in the API. */
    id: text().notNull().unique(),
    userId: ofUser(),
    device: text().notNull(),
    /** The character whose sign-in at EVE opened the session: it ends when that character leaves the account. */
    characterId: integer("character_id"),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The character of the last sign-in at EVE with this browser, and its time. */
    provenCharacterId: integer("proven_character_id"),
    provenAt: instant("proven_at"),
    /** SHA-256 of the proof cookie of that sign-in. */
    proofHash: text("proof_hash"),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_expires").on(table.expiresAt),
  ],
);

/** Former mains that may take their account back. */
export const takeBackRights = sqliteTable(
  "take_back_rights",
  {
    characterId: integer("character_id")
      .notNull()
      .references(() => characters.id, { onDelete: "cascade" }),
    userId: ofUser(),
    ownerHash: text("owner_hash").notNull(),
    /** When the character was linked: the character that was linked earlier has the better right. */
    linkedAt: instant("linked_at").notNull(),
    lostMainAt: instant("lost_main_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.characterId, table.userId] }),
    index("take_back_rights_user").on(table.userId),
    index("take_back_rights_expires").on(table.expiresAt),
  ],
);

/** States that a callback has used, kept until they would have expired. */
export const spentStates = sqliteTable(
  "spent_states",
  {
    stateHash: text("state_hash").primaryKey(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("spent_states_expires").on(table.expiresAt)],
);

/**
 * Written only by versions that stored a started sign-in here instead of in a cookie. Such a version still runs during the
 * deployment of its replacement (docs/decisions/0023-sign-in-state-in-a-cookie.md).
 */
export const signInStates = sqliteTable(
  "sign_in_states",
  {
    stateHash: text("state_hash").primaryKey(),
    browserHash: text("browser_hash").notNull(),
    codeVerifier: text("code_verifier").notNull(),
    purpose: text().notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("sign_in_states_expires").on(table.expiresAt)],
);

/** A character that has signed in with a browser and was not yet claimed as a main. */
export const pendingClaims = sqliteTable(
  "pending_claims",
  {
    /** SHA-256 of the token in the claim's cookie. */
    browserHash: text("browser_hash").primaryKey(),
    characterId: integer("character_id").notNull(),
    characterName: text("character_name").notNull(),
    ownerHash: text("owner_hash").notNull(),
    refreshToken: text("refresh_token").notNull(),
    accessToken: text("access_token").notNull(),
    accessExpiresAt: instant("access_expires_at").notNull(),
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("pending_claims_expires").on(table.expiresAt)],
);
