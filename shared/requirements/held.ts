import { english } from "#shared/english.ts";
import type { Cause } from "./cause.ts";
import * as z from "zod/mini";
import { optionalText } from "#shared/text.ts";

/** Above this, the number is typed to release. */
export const TYPED_ABOVE = 50;

/**
 * `held`: waits for a decision. `released`: the removals are being applied. `applied` and `discarded` are decided; `ended`:
 * computed again, the removals were few enough to apply, or none was left.
 */
export type HeldState = "held" | "released" | "applied" | "discarded" | "ended";

/** `group`: more than 20 % of a group; `all`: more than 50 removals in all groups. */
export type HoldLimit = "group" | "all";

/** What made the removals due: changed evidence, an edit of the requirements within the day before, an administrator, or a review of the members. */
export type HeldTrigger =
  | { kind: "evidence" }
  | { kind: "asked"; isReview: boolean; actorName: string | null; at: string }
  | { kind: "rule"; actorName: string | null; at: string };

export type HeldChange = {
  id: string;
  groupId: string;
  groupName: string;
  state: HeldState;
  trigger: HeldTrigger;
  limit: HoldLimit;
  memberCount: number;
  removalCount: number;
  /** Members of whom it is not known whether they meet the requirements. They stay. */
  unknownCount: number;
  computedAt: string;
  createdAt: string;
  decidedByName: string | null;
  decidedAt: string | null;
  reason: string | null;
};

/** Roles on a Discord server that would be removed from so many people. Its page shows them, and decides. */
export type HeldServer = { serverId: string; serverName: string; count: number; at: string };

/** `GET /admin/held`: what waits, and the latest decisions on memberships. */
export type HeldChanges = { waiting: HeldChange[]; servers: HeldServer[]; decided: HeldChange[] };

/** A user who would be removed, with the causes. */
export type HeldUser = {
  userId: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  causes: Cause[];
};

/** What a release writes at most, with the roles on Discord that follow, and for how many days D1's rows allow that. */
export type ReleaseCost = { rows: number; days: number };

/** `GET /admin/held/:id`. */
export type HeldDetail = HeldChange & { users: HeldUser[]; release: ReleaseCost };

const reasonSchema = z.pipe(
  optionalText(500, english`Reason must be 500 characters or less`),
  z.string(english`Reason is required`).check(z.minLength(1, english`Reason is required`)),
);

/** `removalCount`: the number that the person has read. If it has changed since, the decision is refused. */
export const heldDecisionSchema = z.object({ removalCount: z.int(), reason: reasonSchema });
export type HeldDecision = z.infer<typeof heldDecisionSchema>;
