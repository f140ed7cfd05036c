import { countSchema, instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { visibilitySchema } from "./categories.ts";
import { daysOfWayInSchema } from "./ends.ts";
import { idSchema } from "#shared/page.ts";
import { requiredLine } from "#shared/text.ts";

export const INVITATION_TTL_DAYS = 7;
/** How many unanswered invitations an inviter may have sent in 24 hours. Revoked ones count. */
export const MAX_UNANSWERED_PER_DAY = 20;
export const MAX_PENDING_PER_INVITEE = 50;
/** A group has at most this many codes, so they are listed on one page. */
export const MAX_CODES = 100;
export const MAX_CODE_USES = 1000;
const MAX_CODE_DAYS = 30;

// ── Invitations ───────────────────────────────────────────────────────────────────────────────

const invitationStatusSchema = z.enum(["pending", "accepted", "declined", "revoked", "expired"]);
export type InvitationStatus = z.infer<typeof invitationStatusSchema>;

const NO_CHARACTER = english`Please enter a character name`;

/** EVE's names have at most 37 characters; the limit keeps garbage out of the search. */
export const inviteSchema = z.object({
  characterName: requiredLine(
    NO_CHARACTER,
    100,
    english`Character name must be 100 characters or less`,
  ),
  membershipDays: daysOfWayInSchema,
});

export type Invite = z.infer<typeof inviteSchema>;

/** An invitation for the managers of the group. Lists hold the pending ones, newest first. */
export const groupInvitationSchema = z.strictObject({
  id: idSchema,
  inviteeUserId: idSchema,
  inviteeCharacterId: z.nullable(z.int()),
  inviteeCharacterName: z.nullable(z.string()),
  inviterCharacterName: z.nullable(z.string()),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  status: invitationStatusSchema,
  /** How many days the membership lasts; 0 for no end, null for what the group says. */
  membershipDays: z.nullable(countSchema),
});
export type GroupInvitation = z.infer<typeof groupInvitationSchema>;

/** A pending invitation for the invitee. Lists have those that expire first on top. */
export const myInvitationSchema = z.strictObject({
  id: idSchema,
  inviterCharacterName: z.nullable(z.string()),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  group: z.strictObject({
    id: idSchema,
    name: z.string(),
    description: z.nullable(z.string()),
    visibility: visibilitySchema,
    /** Whether the invitee may open the group's page before accepting. */
    canView: z.boolean(),
  }),
});
export type MyInvitation = z.infer<typeof myInvitationSchema>;

/** "Decline all" sends the ids that the user saw, so that an invitation that has just arrived stays. */
export const declineAllSchema = z.object({
  ids: z.array(idSchema).check(z.maxLength(MAX_PENDING_PER_INVITEE)),
});

/** A group whose invitations the user has blocked, with the name that the invitation showed. */
const blockedGroupSchema = z.strictObject({
  groupId: idSchema,
  groupName: z.string(),
  createdAt: instantSchema,
});
export type BlockedGroup = z.infer<typeof blockedGroupSchema>;

/** The newest first. */
export const blockedGroupsSchema = z.strictObject({
  items: z.array(blockedGroupSchema),
  nextCursor: z.nullable(z.string()),
});
export type BlockedGroups = z.infer<typeof blockedGroupsSchema>;

/** The answer to a redeemed code and to an accepted invitation. */
export const joinedGroupSchema = z.strictObject({
  message: z.string(),
  group: z.strictObject({ id: idSchema, name: z.string() }),
});
export type JoinedGroup = z.infer<typeof joinedGroupSchema>;

// ── Invite codes ──────────────────────────────────────────────────────────────────────────────

/** Crockford's base 32: no I, L, O or U. Ten of them are 50 bits. */
export const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_LENGTH = 10;

const NO_CODE = english`Please enter an invite code`;

/** In an invite link: `https://muster.example/i/CODE`. */
const LINK_PREFIX = /^.*\/i\//i;

/**
 * Accepts a code in any case, with blanks and dashes, and with look-alikes (O for 0, I and L for 1), or the link with the
 * code.
 */
export function normalizeCode(text: string): string {
  return text
    .replace(LINK_PREFIX, "")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}

export const redeemSchema = z.object({
  code: z
    .string(NO_CODE)
    .check(z.maxLength(255), z.overwrite(normalizeCode), z.minLength(1, NO_CODE)),
});

/** Without a limit a code has any number of uses; without days it never expires. */
export const createInviteCodeSchema = z.object({
  useLimit: z.nullish(z.int().check(z.gte(1), z.lte(MAX_CODE_USES))),
  expiresInDays: z.nullish(z.int().check(z.gte(1), z.lte(MAX_CODE_DAYS))),
  membershipDays: daysOfWayInSchema,
});
export type CreateInviteCode = z.infer<typeof createInviteCodeSchema>;

/** `paused`: its creator is suspended. It works again when the suspension ends. */
const inviteCodeStateSchema = z.enum(["active", "paused", "expired", "used_up"]);
export type InviteCodeState = z.infer<typeof inviteCodeStateSchema>;

/** What an invite link shows to a signed-in user. */
export const inviteCodePreviewSchema = z.strictObject({
  state: inviteCodeStateSchema,
  expiresAt: z.nullable(instantSchema),
  /** Null with the group, and if the player who created the code has left it. */
  inviterCharacterName: z.nullable(z.string()),
  /** Null if the code does not work and the user may not see the group. */
  group: z.nullable(z.extend(myInvitationSchema.shape.group, { isMember: z.boolean() })),
});
export type InviteCodePreview = z.infer<typeof inviteCodePreviewSchema>;

/** `POST /invite-links`: what an invite link shows to everybody who has it, without a session. */
export const inviteLinkSchema = z.strictObject({
  /** False alike for a code that is unknown, revoked, expired, used up or paused. */
  isUsable: z.boolean(),
  /** Null unless the code is usable and the group's owner shows it to visitors. */
  group: z.nullable(z.strictObject({ name: z.string(), description: z.nullable(z.string()) })),
  /** These two are null with the group. The name is also null if the player who created the code has left the group. */
  inviterCharacterName: z.nullable(z.string()),
  expiresAt: z.nullable(instantSchema),
});
export type InviteLink = z.infer<typeof inviteLinkSchema>;

/** Lists hold those that were not revoked, newest first. */
export const inviteCodeSchema = z.strictObject({
  id: idSchema,
  /** Null if the key that encrypted it is missing. */
  code: z.nullable(z.string()),
  uses: countSchema,
  useLimit: z.nullable(countSchema),
  expiresAt: z.nullable(instantSchema),
  state: inviteCodeStateSchema,
  createdAt: instantSchema,
  createdByName: z.nullable(z.string()),
  /** As of an invitation. */
  membershipDays: z.nullable(countSchema),
});
export type InviteCode = z.infer<typeof inviteCodeSchema>;
