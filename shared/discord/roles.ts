import { english } from "#shared/english.ts";
import type { NotedSeal } from "#shared/events/seal.ts";
import type { MemberProblem } from "./servers.ts";

/**
 * What is true of a mapped role of a member, as Discord last told. `given`: by groups. `coming`: groups give it, and the member
 * gets it with the next change. `ending`: no group gives it any more, and Muster takes it. `held`: the same, and a person has to
 * release the removal. `by_hand`: a person gave it at Discord, and Muster leaves it. `taken`: groups give it, and a person took it
 * at Discord. `impossible`: groups give it, and Muster cannot.
 */
export type RoleState = "given" | "coming" | "ending" | "held" | "by_hand" | "taken" | "impossible";

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

type GivingGroup = { id: string; name: string };

/** A mapped role of a user, or one that their groups give. */
export type RoleOfUser = {
  serverId: string;
  serverName: string;
  roleId: string;
  roleName: string;
  color: string | null;
  state: RoleState;
  /** The groups of the user that give it, as far as the reader may see them. */
  groups: GivingGroup[];
  /** Why Muster could not change the member. */
  problem: MemberProblem | null;
  /** When Discord last told, or confirmed, what the member has; null if it never did. */
  asOf: string | null;
};

/**
 * `GET /groups/:id/discord-roles`: what the members of a group get on Discord servers that are switched on. `state`: of the role of
 * the signed-in user; null if they neither have it nor get it, or Muster has not seen them on the server.
 */
export type GroupDiscordRoles = {
  roles: {
    serverId: string;
    serverName: string;
    roleName: string;
    color: string | null;
    state: RoleState | null;
  }[];
};

/** A role that members of a group get, and what a change of memberships makes of it. */
export type FollowingRole = {
  serverId: string;
  serverName: string;
  roleId: string;
  roleName: string;
  color: string | null;
  /** How many people get it, lose it, or lose it when their grace ends. Null: the numbers are for system administrators only. */
  people: Record<RoleEffect, number> | null;
};
export type RoleEffect = "gain" | "lose" | "lose_after_grace";

/** A member who has a mapped role, or whose groups give it. */
export type RoleHolder = {
  discordId: string;
  name: string;
  /** Null without a linked account. */
  userId: string | null;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  state: RoleState;
  groups: GivingGroup[];
  problem: MemberProblem | null;
};

/** `GET /admin/discord/:id/roles/:roleId/holders`: who has a mapped role, and why. `asOf`: of the last check of all members. */
export type RoleHolders = {
  roleId: string;
  roleName: string;
  asOf: string | null;
  /** False without the members intent: people who are not linked are not seen. */
  hasEverybody: boolean;
  holders: RoleHolder[];
};

/** A person whom Muster had given a role. `userId` is null without a linked account. */
export type PastRoleHolder = {
  userId: string | null;
  /** A person without a linked account is known by this name only. */
  discordName: string | null;
  mainCharacterId: number | null;
  /** The present main. */
  mainCharacterName: string | null;
  since: string;
};

/**
 * `GET /admin/discord/:id/roles/:roleId/past`: whom Muster had given the role by the end of a day, and had not taken it from, as the
 * log says. It knows the role by the name of today, and nothing of roles that were given or taken by hand.
 */
export type PastRoleHolders = {
  on: string;
  roleName: string;
  holders: PastRoleHolder[];
  /** There are more people than are listed. */
  isCut: boolean;
  /** When the log begins. Null: it is empty. */
  loggedSince: string | null;
  seal: NotedSeal;
};
