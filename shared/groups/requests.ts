import * as z from "zod/mini";
import { daysOfWayInSchema } from "./ends.ts";
import { idSchema } from "#shared/page.ts";
import type { SuspensionMark } from "#shared/session.ts";
import { optionalText } from "#shared/text.ts";
import { MAX_DECIDED_AT_ONCE, REJECTION_REASON_MAX_LENGTH } from "./decisions.ts";

export type JoinRequestStatus = "pending" | "approved" | "rejected" | "withdrawn";

export const createJoinRequestSchema = z.object({ reason: optionalText("Reason") });

export type JoinRequest = {
  id: string;
  groupId: string;
  userId: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  reason: string | null;
  suspension: SuspensionMark | null;
  status: JoinRequestStatus;
  createdAt: string;
  /** A member asks for another end of the membership. */
  isExtension: boolean;
};

/**
 * What reviewers read about the requester: the public sheet of the main, as far as EVE has answered for it. Only system
 * administrators know whose alts a character has; `altCount` is null for others.
 */
export type RequesterFacts = {
  corporationId: number | null;
  corporationName: string | null;
  allianceId: number | null;
  allianceName: string | null;
  totalSp: number | null;
  birthday: string | null;
  altCount: number | null;
};

/** A pending request for a reviewer. Lists are ordered by age, the oldest first. */
export type RequestToReview = JoinRequest & {
  facts: RequesterFacts;
  /** The end of the membership that a member asks to extend. */
  endsAt: string | null;
};

/** A pending request of the signed-in user. */
export type MyRequest = {
  id: string;
  groupId: string;
  groupName: string;
  reason: string | null;
  createdAt: string;
  isExtension: boolean;
};

// ── Decisions ─────────────────────────────────────────────────────────────────────────────────

const rejectionReason = optionalText("Reason", REJECTION_REASON_MAX_LENGTH);

export const rejectSchema = z.object({ reason: rejectionReason });

const ids = z
  .array(idSchema)
  .check(
    z.minLength(1, "Select at least one request"),
    z.maxLength(MAX_DECIDED_AT_ONCE, `Select at most ${MAX_DECIDED_AT_ONCE} requests`),
  );

/** Join requests of one group. */
export const requestIdsSchema = z.object({ ids });
/** `userId`: the last decided request of this player, as the log names it. */
export const undoDecisionsSchema = z.union([requestIdsSchema, z.object({ userId: idSchema })]);
export type UndoDecisions = z.infer<typeof undoDecisionsSchema>;
export const approveManySchema = z.object({ ids, membershipDays: daysOfWayInSchema });
export const rejectManySchema = z.object({ ids, reason: rejectionReason });

/** Each of the ids is in one of the lists. `message` says why the request was left as it is. */
export type DecisionResult = { done: string[]; refused: { id: string; message: string }[] };
