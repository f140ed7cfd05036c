import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { JWK } from "jose";
import type { Claim } from "#shared/applications/claims.ts";
import { instant, ofUser, users } from "./accounts.ts";
import { ofGroup } from "./groups.ts";

// Triggers end the grants of users who leave the group that an application requires, or are suspended, and note who has to be told:
// `worker/db/triggers/grants.ts`.

/** The application that a row belongs to: it is deleted with the application. */
export const applicationIdColumn = () =>
  text("application_id")
    .notNull()
    .references(() => applications.id, { onDelete: "cascade" });

/** Applications that users sign in to with Muster. The id is the client id. */
export const applications = sqliteTable(
  "applications",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    nameFolded: text("name_folded"),
    description: text(),
    isOn: integer("is_on", { mode: "boolean" }).notNull().default(true),
    /** Runs on the player's device and has no secret. */
    isPublic: integer("is_public", { mode: "boolean" }).notNull(),
    redirectUris: text("redirect_uris", { mode: "json" }).$type<string[]>().notNull(),
    postLogoutUris: text("post_logout_uris", { mode: "json" }).$type<string[]>().notNull(),
    backchannelLogoutUri: text("backchannel_logout_uri"),
    /** The address is called, and the session ends, when a user loses any group that the application is told about. */
    tellsLostGroups: integer("tells_lost_groups", { mode: "boolean" }).notNull().default(true),
    /** Some programs take an error with `iss` for something else (docs/applications.md). */
    errorsNameIssuer: integer("errors_name_issuer", { mode: "boolean" }).notNull().default(true),
    /** It learns only the claims of the scopes that it asks for; else all that are chosen. */
    claimsByScope: integer("claims_by_scope", { mode: "boolean" }).notNull().default(true),
    /** Not a foreign key: after the group was deleted nobody may sign in, and not everybody. */
    requiredGroupId: text("required_group_id"),
    claims: text({ mode: "json" }).$type<Claim[]>().notNull(),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** Counts the edits: an edit based on an older version is refused. */
    version: integer().notNull().default(0),
    /** Why the application was last not told that a session had ended; null after it was told. */
    logoutFailure: text("logout_failure"),
    /** The rows that it has written on a day (`worker/audit/daily-limits.ts`). */
    dailyActs: text("daily_acts", { mode: "json" }).$type<
      { day: string } & Record<string, number | string>
    >(),
  },
  (table) => [
    index("applications_required_group").on(table.requiredGroupId),
    index("applications_creator").on(table.createdBy),
  ],
);

/** The application learns which of these groups a user is a member of. */
export const applicationGroups = sqliteTable(
  "application_groups",
  {
    applicationId: applicationIdColumn(),
    groupId: ofGroup(),
    /** The application may also change the members, with a token that has the right. */
    isWritable: integer("is_writable", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.groupId] }),
    index("application_groups_group").on(table.groupId),
  ],
);

/** At most two of an application: the present one, and the one that it has replaced. */
export const applicationSecrets = sqliteTable(
  "application_secrets",
  {
    /** SHA-256 of 256 random bits. */
    hash: text().primaryKey(),
    applicationId: applicationIdColumn(),
    lastFour: text("last_four").notNull(),
    createdAt: instant("created_at").notNull(),
    endsAt: instant("ends_at"),
  },
  (table) => [
    index("application_secrets_application").on(table.applicationId, table.createdAt),
    index("application_secrets_ends")
      .on(table.endsAt)
      .where(sql`ends_at is not null`),
  ],
);

/** Users who have agreed that an application learns these claims. */
export const applicationConsents = sqliteTable(
  "application_consents",
  {
    applicationId: applicationIdColumn(),
    userId: ofUser(),
    claims: text({ mode: "json" }).$type<Claim[]>().notNull(),
    createdAt: instant("created_at").notNull(),
    lastSignInAt: instant("last_sign_in_at"),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.userId] }),
    index("application_consents_user").on(table.userId),
    index("application_consents_recent").on(table.applicationId, table.lastSignInAt),
  ],
);

/** Authorization codes, until some minutes after they expire: a second use ends what the first has begun. */
export const applicationCodes = sqliteTable(
  "application_codes",
  {
    /** SHA-256. */
    hash: text().primaryKey(),
    applicationId: applicationIdColumn(),
    userId: ofUser(),
    /** The id of the grant that the code becomes. */
    grantId: text("grant_id").notNull(),
    /** The session in which the user agreed. */
    sessionId: text("session_id"),
    redirectUri: text("redirect_uri").notNull(),
    /** SHA-256 of the verifier (RFC 7636). */
    challenge: text(),
    nonce: text(),
    scope: text().notNull(),
    issuer: text().notNull(),
    authenticatedAt: instant("authenticated_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("application_codes_application").on(table.applicationId),
    index("application_codes_user").on(table.userId),
    index("application_codes_expires").on(table.expiresAt),
  ],
);

/**
 * Sign-ins at applications that have not ended: families of refresh tokens. The id is the `sid` of its ID tokens. Tokens
 * themselves are not stored: they are proven by a keyed hash (`worker/applications/oidc/grant-tokens.ts`).
 */
export const applicationGrants = sqliteTable(
  "application_grants",
  {
    id: text().primaryKey(),
    applicationId: applicationIdColumn(),
    userId: ofUser(),
    /** The session in which the user agreed: the grant ends when the user ends that session. */
    sessionId: text("session_id"),
    scope: text().notNull(),
    nonce: text(),
    issuer: text().notNull(),
    authenticatedAt: instant("authenticated_at").notNull(),
    createdAt: instant("created_at").notNull(),
    /** The generation of the present refresh token. Null: the application did not ask for one. */
    generation: integer(),
    rotatedAt: instant("rotated_at"),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("application_grants_application").on(table.applicationId, table.userId),
    index("application_grants_user").on(table.userId),
    index("application_grants_expires").on(table.expiresAt),
  ],
);

/** Ended grants that an application has yet to be told of. Written by a trigger, and deleted when it was told or given up. */
export const logoutDeliveries = sqliteTable(
  "logout_deliveries",
  {
    /** The id of the ended grant. */
    id: text().primaryKey(),
    applicationId: applicationIdColumn(),
    /** Not a foreign key: the account may be gone. */
    userId: text("user_id").notNull(),
    issuer: text().notNull(),
    tries: integer().notNull().default(0),
    dueAt: instant("due_at").notNull(),
  },
  (table) => [
    index("logout_deliveries_application").on(table.applicationId),
    index("logout_deliveries_user").on(table.userId),
    index("logout_deliveries_due").on(table.dueAt),
  ],
);

/** Keys that sign ID tokens: the newest is published before it signs, the second signs, the others signed before. */
export const signingKeys = sqliteTable(
  "signing_keys",
  {
    kid: text().primaryKey(),
    publicKey: text("public_key", { mode: "json" }).$type<JWK>().notNull(),
    /** Encrypted. */
    privateKey: text("private_key").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("signing_keys_newest").on(table.createdAt)],
);
