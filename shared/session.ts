import { idInPath, idSchema } from "./page.ts";
import * as z from "zod/mini";
import { communitySchema } from "./community.ts";
import { discordAccountSchema } from "#shared/discord/link.ts";
import { languageSchema } from "#shared/account/language.ts";
import { characterIdSchema, tokenStateSchema } from "#shared/account/character.ts";
import { isReturnPath } from "#shared/account/sign-in-paths.ts";
import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";

export const characterSummarySchema = z.strictObject({
  characterId: characterIdSchema,
  characterName: z.string(),
});
export type CharacterSummary = z.infer<typeof characterSummarySchema>;

const linkedCharacterSchema = z.extend(characterSummarySchema, {
  tokenState: tokenStateSchema,
  /** Its authorization covers what a director of a corporation reads. */
  hasDirectorAccess: z.boolean(),
  /** Its present corporation is managed here, and so could use director access. */
  isInManagedCorporation: z.boolean(),
  /** Since when it waits for the main to confirm it; missing for the others. */
  unconfirmedSince: z.optional(z.iso.datetime()),
});

/**
 * A guest of the community, who sees only groups that are open to guests, and no other pilots: not a member of this group.
 * Its id and name are null if guests do not see it.
 */
const guestSchema = z.strictObject({
  groupId: z.nullable(idSchema),
  groupName: z.nullable(z.string()),
});

const userSchema = z.strictObject({
  id: z.string(),
  is_admin: z.boolean(),
  /** A character of the user is in ADMIN_CHARACTER_IDS, but its owner has changed and is not confirmed. */
  adminRightsWithheld: z.boolean(),
  /** ADMIN_CHARACTER_IDS is empty: no user of this Muster is an administrator. */
  hasNoAdministrators: z.optional(z.literal(true)),
  characters: z.array(linkedCharacterSchema),
  mainCharacterId: characterIdSchema,
  discord: z.optional(discordAccountSchema),
  /** Another account asks to merge this one into it. */
  hasMergeRequest: z.optional(z.boolean()),
  /** For keepers of the watchlist: the number of hits that no keeper has seen. Missing for other users. */
  unseenHits: z.optional(z.int()),
  guest: z.optional(guestSchema),
  /** What the user has chosen; missing before. */
  language: z.optional(languageSchema),
  /** Whether this Muster has an application at Discord. */
  canLinkDiscord: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z.strictObject({
  authenticated: z.boolean(),
  user: z.nullable(userSchema),
  /** The session has ended because EVE reported a new owner of the account's last character. */
  soldCharacterName: z.optional(z.string()),
  /** How the community presents itself; missing while nothing is set. */
  community: z.optional(communitySchema),
});
export type Session = z.infer<typeof sessionSchema>;

/** The page at which a sign-in ends: a path of this site, with query and fragment. */
export const returnToSchema = z.optional(
  z
    .string()
    .check(z.refine(isReturnPath, "returnTo must be a path of this site, such as /groups.")),
);

/** `POST /auth/login/start`: nothing, or where to go afterwards. */
export const loginRequestSchema = z.object({ returnTo: returnToSchema });
export type LoginRequest = z.infer<typeof loginRequestSchema>;

export const authorizationSchema = z.strictObject({ authorizationUrl: z.string() });
export type Authorization = z.infer<typeof authorizationSchema>;

/** EVE's own codes and our states are far shorter; the limit keeps garbage out of the database. */
const oauthParameter = z.string().check(z.minLength(1), z.maxLength(512));

export const callbackQuerySchema = z.object({ code: oauthParameter, state: oauthParameter });

/**
 * A login or a link sets exactly one of the three outcomes; the others are `false` or `null`. A proof sets only
 * `mainProven`.
 */
export const callbackResultSchema = z.strictObject({
  characterLinked: z.boolean(),
  requiresClaimMain: z.boolean(),
  characterInfo: z.nullable(characterSummarySchema),
  sessionToken: z.nullable(z.string()),
  mainProven: z.optional(z.literal(true)),
  /** With `requiresClaimMain`: the account that the character may take back, and its present main. */
  formerAccount: z.optional(
    z.strictObject({
      mainCharacterName: z.nullable(z.string()),
      /** The character becomes the main. Otherwise, it is linked alone. */
      becomesMain: z.boolean(),
      /** Characters that were linked around the time when it lost the account, or since: the latest first. */
      linkedSince: z.array(z.extend(characterSummarySchema, { linkedAt: z.string() })),
    }),
  ),
  /** Where the sign-in was started for, if it was for a page. */
  returnTo: z.optional(z.string()),
});
export type CallbackResult = z.infer<typeof callbackResultSchema>;

export const characterChoiceSchema = z.object({ characterId: characterIdSchema });

/** `POST /auth/take-back`: `unlink` of `linkedSince`. Without it, those characters wait for the main to confirm them. */
export const takeBackSchema = z.extend(characterChoiceSchema, {
  unlink: z.optional(z.array(characterIdSchema).check(z.maxLength(200))),
});
export type TakeBack = z.infer<typeof takeBackSchema>;

/** `DELETE /auth/claim-main`: which claim of this browser to cancel; without an id, all of them. */
export const cancelClaimSchema = z.object({
  characterId: z.optional(idInPath("must be a character id")),
});

export const newSessionSchema = z.strictObject({ sessionToken: z.string() });
export type NewSession = z.infer<typeof newSessionSchema>;

/** One signed-in browser. `id` names it in the API; the session token itself is never listed. */
export const activeSessionSchema = z.strictObject({
  id: z.string(),
  isCurrent: z.boolean(),
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
});
export type ActiveSession = z.infer<typeof activeSessionSchema>;

/** An application that the user is signed in to with Muster. */
const signedInApplicationSchema = z.strictObject({
  applicationId: z.string(),
  applicationName: z.string(),
  signedInAt: z.string(),
});

/** `GET /auth/sessions` */
export const activeSessionsSchema = z.strictObject({
  sessions: z.array(activeSessionSchema),
  applications: z.array(signedInApplicationSchema),
});
export type ActiveSessions = z.infer<typeof activeSessionsSchema>;

/** Where a character is. A name of null was not known at the time of the event. */
export const affiliationSchema = z.strictObject({
  corporationId: z.int(),
  corporationName: z.nullable(z.string()),
  allianceId: z.nullable(z.int()),
  allianceName: z.nullable(z.string()),
});
export type NamedAffiliation = z.infer<typeof affiliationSchema>;

/** What came with an account from the system that the community used before. Memberships of system groups are not counted. */
export const movedAccountSchema = z.strictObject({
  from: z.string(),
  characters: z.int(),
  groups: z.int(),
  requests: z.int(),
  hasDiscord: z.boolean(),
});
export type MovedAccount = z.infer<typeof movedAccountSchema>;

/** A character id in a path. */
export const characterParamSchema = z.object({
  id: idInPath("must be a character id"),
});

export const sessionParamSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{16}$/, "must be the id of a session")),
});

/**
 * `POST /auth/character/start`: nothing, or which of the user's characters to authorize again, or for what beside
 * what every character is asked, and where to go afterwards.
 */
export const linkRequestSchema = z.extend(loginRequestSchema, {
  characterId: z.optional(characterIdSchema),
  access: z.optional(z.enum(["director"])),
  scopes: z.optional(z.array(z.enum(STEP_UP_SCOPES)).check(z.maxLength(STEP_UP_SCOPES.length))),
});
export type LinkRequest = z.infer<typeof linkRequestSchema>;
