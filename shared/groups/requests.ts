import * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { daysOfWayInSchema } from "./ends.ts";
import { answersSchema, sharingSchema } from "./forms.ts";
import type { Answers, Form, SharedSection } from "./forms.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import type { SuspensionMark } from "#shared/session.ts";
import { DESCRIPTION_MAX_LENGTH, optionalText, requiredText } from "#shared/text.ts";
import { MAX_DECIDED_AT_ONCE, REJECTION_REASON_MAX_LENGTH } from "./decisions.ts";

export type JoinRequestStatus = "pending" | "approved" | "rejected" | "withdrawn";

export const createJoinRequestSchema = z.object({
  reason: optionalText(
    DESCRIPTION_MAX_LENGTH,
    english`Reason must be ${DESCRIPTION_MAX_LENGTH} characters or less`,
  ),
  /** The answers to the form of the group, in this version. */
  form: z.optional(
    z.object({
      version: z.int(),
      answers: answersSchema,
      sharing: z.optional(sharingSchema),
    }),
  ),
});
export type CreateJoinRequest = z.infer<typeof createJoinRequestSchema>;

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

/** Who talks to the applicant. */
export type Assignee = { userId: string; name: string | null };

/** A pending request for a reviewer. Lists are ordered by age, the oldest first. */
export type RequestToReview = JoinRequest & {
  /** A reviewer talks to the applicant. */
  inTalks: boolean;
  assignee: Assignee | null;
  facts: RequesterFacts;
  /** The end of the membership that a member asks to extend. */
  endsAt: string | null;
};

/** What a request answers: the form in the version that the applicant was shown. */
export type AnsweredForm = { version: number; form: Form; answers: Answers };

/** A note of a reviewer about a request. */
export type RequestNote = {
  id: string;
  byName: string | null;
  text: string;
  createdAt: string;
  /** The reader wrote it, and may delete it. */
  isOwn: boolean;
};
export const NOTE_MAX_LENGTH = 2000;
export const MAX_NOTES = 100;
export const noteSchema = z.object({
  note: requiredText(
    english`Note must not be empty`,
    NOTE_MAX_LENGTH,
    english`Note must be ${NOTE_MAX_LENGTH} characters or less`,
  ),
});
export const noteParamSchema = z.object({ id: idSchema, noteId: idSchema });

export const handleSchema = z.object({
  inTalks: z.boolean(),
  /** Null for nobody. */
  assigneeId: z.nullable(idSchema),
});
export type Handle = z.infer<typeof handleSchema>;

export const WAITING_DAYS = [1, 3, 7] as const;
/** Reviewers are told of a request that has waited for so long. Texts name the days: test/web/copy.test.ts compares them. */
export const TOLD_AFTER_DAYS = 3;

/** Filters of a list of requests. `assignee`: a user, or `none`. `waiting`: for more than these days. */
export const requestsQuerySchema = z.extend(pageQuerySchema, {
  state: z.optional(z.enum(["waiting", "in_talks"])),
  assignee: z.optional(idSchema),
  waiting: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365))),
});
export type RequestsQuery = z.infer<typeof requestsQuerySchema>;

/** A section that the form asks for, and of how many characters it is shared; 0 if it is not. */
export type AskedSection = { section: SharedSection; shared: number };

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

const rejectionReason = optionalText(
  REJECTION_REASON_MAX_LENGTH,
  english`Reason must be ${REJECTION_REASON_MAX_LENGTH} characters or less`,
);

export const rejectSchema = z.object({ reason: rejectionReason });

const ids = z
  .array(idSchema)
  .check(
    z.minLength(1, english`Select at least one request`),
    z.maxLength(MAX_DECIDED_AT_ONCE, english`Select at most ${MAX_DECIDED_AT_ONCE} requests`),
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
