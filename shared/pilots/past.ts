import * as z from "zod/mini";
import type { LostAccess, WayIn } from "./access.ts";
import type { NotedSeal } from "#shared/events/seal.ts";
import type { GroupRole } from "#shared/groups/groups.ts";
import type { Affiliation } from "#shared/session.ts";

/** `on`: a day in EVE's time, as it was at its end. */
export const pastQuerySchema = z.object({ on: z.iso.date() });
export type PastQuery = z.infer<typeof pastQuerySchema>;

/** The first thing that happened to a character or a membership after the day. */
export type SinceThen<Kind extends string> = { kind: Kind; at: string } | null;

export type CharacterChange = "unlinked" | "sold" | "not_main" | "token_lost" | "moved";

/** What is null is told by its own field: the log began later than the day, or nothing was known on it. */
export type PastCharacter = {
  characterId: number;
  characterName: string;
  isMain: boolean;
  /** Null if the character joined the account before the log. */
  linkedAt: string | null;
  affiliation: Affiliation | null;
  isAffiliationRecorded: boolean;
  /** The log does not tell; EVE's history of the character does, without alliances. */
  isFromHistory: boolean;
  /** Null if not recorded. An outage of EVE is no state of its own. */
  hasToken: boolean | null;
  sinceThen: SinceThen<CharacterChange>;
};

export type MembershipChange = LostAccess["how"] | "role";

export type PastMembership = {
  groupId: string;
  /** The present name; of a deleted group, its last. */
  groupName: string;
  isDeleted: boolean;
  /** Null if it was given before the log. */
  role: GroupRole | null;
  since: string | null;
  wayIn: WayIn | null;
  sinceThen: SinceThen<MembershipChange>;
};

/** A role on a Discord server that Muster had given and not taken. `serverName`: at the time of `since`. */
export type PastRole = {
  serverId: string;
  serverName: string | null;
  roleName: string;
  since: string;
};

/**
 * `GET /admin/pilots/:id/past`: what the log says the user had at the end of a day. `days`: the days on which it tells of a change,
 * the earliest first, also those after `on`.
 */
export type PilotPast = {
  on: string;
  name: string | null;
  createdAt: string;
  /** The account was created after the day. */
  isBefore: boolean;
  /** Another account was merged into this one after the day: the log does not tell what was whose. */
  mergedAt: string | null;
  mainCharacterId: number | null;
  isMainRecorded: boolean;
  isAdmin: boolean | null;
  isSuspended: boolean;
  discord: { name: string; linkedAt: string | null } | null;
  characters: PastCharacter[];
  groups: PastMembership[];
  /** What Muster had given; roles that were given or taken by hand at Discord are not in the log. */
  roles: PastRole[];
  now: { characters: number; groups: number };
  days: string[];
  /** When the log begins. Null: it is empty. */
  loggedSince: string | null;
  /** The user has more events than are read: what began with the earliest is not recorded. */
  isCut: boolean;
  seal: NotedSeal;
};
