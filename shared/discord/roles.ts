import * as z from "zod/mini";
import { countSchema, instantSchema, notedSealSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { memberProblemSchema, serverMemberSchema } from "./servers.ts";

/**
 * What is true of a mapped role of a member, as Discord last told. `given`: by groups. `coming`: groups give it, and the member
 * gets it with the next change. `ending`: no group gives it any more, and Muster takes it. `held`: the same, and a person has to
 * release the removal. `by_hand`: a person gave it at Discord, and Muster leaves it. `taken`: groups give it, and a person took it
 * at Discord. `impossible`: groups give it, and Muster cannot.
 */
const roleStateSchema = z.enum([
  "given",
  "coming",
  "ending",
  "held",
  "by_hand",
  "taken",
  "impossible",
]);
export type RoleState = z.infer<typeof roleStateSchema>;

/** The states in which the member has the role now. */
export const HAS_ROLE: ReadonlySet<RoleState> = new Set<RoleState>([
  "given",
  "ending",
  "held",
  "by_hand",
]);

/** What each state means, after "this person". */
export const ROLE_STATE_WORDS: Record<RoleState, string> = {
  given: english`Has the role because of a group.`,
  coming: english`Gets the role within a minute.`,
  ending: english`No group gives the role any more. It is removed.`,
  held: english`No group gives the role any more. The removal waits for an administrator.`,
  by_hand: english`A person gave the role on Discord.`,
  taken: english`A person removed the role on Discord.`,
  impossible: english`Discord does not let Muster give the role.`,
};

const givingGroupSchema = z.strictObject({ id: z.string(), name: z.string() });

const roleSchema = z.strictObject({
  serverId: z.string(),
  serverName: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  color: z.nullable(z.string()),
});

/** A mapped role of a user, or one that their groups give. */
export const roleOfUserSchema = z.extend(roleSchema, {
  state: roleStateSchema,
  /** The groups of the user that give it, as far as the reader may see them. */
  groups: z.array(givingGroupSchema),
  /** Why Muster could not change the member. */
  problem: z.nullable(memberProblemSchema),
  /** When Discord last told, or confirmed, what the member has; null if it never did. */
  asOf: z.nullable(instantSchema),
});
export type RoleOfUser = z.infer<typeof roleOfUserSchema>;

/**
 * `GET /groups/:id/discord-roles`: what the members of a group get on Discord servers that are switched on. `state`: of the role of
 * the signed-in user; null if they neither have it nor get it, or Muster has not seen them on the server.
 */
export const groupDiscordRolesSchema = z.strictObject({
  roles: z.array(
    z.extend(z.omit(roleSchema, { roleId: true }), { state: z.nullable(roleStateSchema) }),
  ),
});
export type GroupDiscordRoles = z.infer<typeof groupDiscordRolesSchema>;

const roleEffectSchema = z.enum(["gain", "lose", "lose_after_grace"]);
export type RoleEffect = z.infer<typeof roleEffectSchema>;

/** A role that members of a group get, and what a change of memberships makes of it. */
export const followingRoleSchema = z.extend(roleSchema, {
  /** How many people get it, lose it, or lose it when their grace ends. Null: the numbers are for system administrators only. */
  people: z.nullable(z.record(roleEffectSchema, countSchema)),
});
export type FollowingRole = z.infer<typeof followingRoleSchema>;
/** A member who has a mapped role, or whose groups give it. */
const roleHolderSchema = z.extend(serverMemberSchema, {
  /** Null without a linked account. */
  userId: z.nullable(z.string()),
  state: roleStateSchema,
  groups: z.array(givingGroupSchema),
  problem: z.nullable(memberProblemSchema),
});
export type RoleHolder = z.infer<typeof roleHolderSchema>;

/** `GET /admin/discord/:id/roles/:roleId/holders`: who has a mapped role, and why. `asOf`: of the last check of all members. */
export const roleHoldersSchema = z.strictObject({
  roleId: z.string(),
  roleName: z.string(),
  asOf: z.nullable(instantSchema),
  /** False without the members intent: people who are not linked are not seen. */
  hasEverybody: z.boolean(),
  holders: z.array(roleHolderSchema),
});
export type RoleHolders = z.infer<typeof roleHoldersSchema>;

/** A person whom Muster had given a role. `userId` is null without a linked account. */
const pastRoleHolderSchema = z.strictObject({
  userId: z.nullable(z.string()),
  /** A person without a linked account is known by this name only. */
  discordName: z.nullable(z.string()),
  mainCharacterId: z.nullable(z.int()),
  /** The present main. */
  mainCharacterName: z.nullable(z.string()),
  since: instantSchema,
});
export type PastRoleHolder = z.infer<typeof pastRoleHolderSchema>;

/**
 * `GET /admin/discord/:id/roles/:roleId/past`: whom Muster had given the role by the end of a day, and had not taken it from, as the
 * log says. It knows the role by the name of today, and nothing of roles that were given or taken by hand.
 */
export const pastRoleHoldersSchema = z.strictObject({
  on: z.iso.date(),
  roleName: z.string(),
  holders: z.array(pastRoleHolderSchema),
  /** There are more people than are listed. */
  isCut: z.boolean(),
  /** When the log begins. Null: it is empty. */
  loggedSince: z.nullable(instantSchema),
  seal: notedSealSchema,
});
export type PastRoleHolders = z.infer<typeof pastRoleHoldersSchema>;
