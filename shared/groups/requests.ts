import { countSchema, instantSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { daysOfWayInSchema } from "./ends.ts";
import { answersSchema, formSchema, sharedSectionSchema, sharingSchema } from "./forms.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import { suspensionMarkSchema } from "#shared/account/suspension.ts";
import { DESCRIPTION_MAX_LENGTH, optionalText, requiredText } from "#shared/text.ts";
import { MAX_DECIDED_AT_ONCE, REJECTION_REASON_MAX_LENGTH } from "./limits.ts";

export const joinRequestStatusSchema = z.enum(["pending", "approved", "rejected", "withdrawn"]);
export type JoinRequestStatus = z.infer<typeof joinRequestStatusSchema>;

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

export const joinRequestSchema = z.strictObject({
  id: idSchema,
  groupId: idSchema,
  userId: idSchema,
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  suspension: z.nullable(suspensionMarkSchema),
  status: joinRequestStatusSchema,
  createdAt: instantSchema,
  /** A member asks for another end of the membership. */
  isExtension: z.boolean(),
});
export type JoinRequest = z.infer<typeof joinRequestSchema>;

/**
 * What reviewers read about the requester: the public sheet of the main, as far as EVE has answered for it. Only system
 * administrators know whose alts a character has; `altCount` is null for others.
 */
const requesterFactsSchema = z.strictObject({
  corporationId: z.nullable(z.int()),
  corporationName: z.nullable(z.string()),
  /** Of managed corporations only. */
  ticker: z.nullable(z.string()),
  allianceId: z.nullable(z.int()),
  allianceName: z.nullable(z.string()),
  totalSp: z.nullable(z.int()),
  birthday: z.nullable(z.string()),
  altCount: z.nullable(countSchema),
});
export type RequesterFacts = z.infer<typeof requesterFactsSchema>;

/** Who talks to the applicant. */
const assigneeSchema = z.strictObject({ userId: idSchema, name: z.nullable(z.string()) });
export type Assignee = z.infer<typeof assigneeSchema>;

/** A pending request for a reviewer. Lists are ordered by age, the oldest first. */
export const requestToReviewSchema = z.extend(joinRequestSchema, {
  /** A reviewer talks to the applicant. */
  inTalks: z.boolean(),
  assignee: z.nullable(assigneeSchema),
  facts: requesterFactsSchema,
  /** The end of the membership that a member asks to extend. */
  endsAt: z.nullable(instantSchema),
});
export type RequestToReview = z.infer<typeof requestToReviewSchema>;

/** What a request answers: the form in the version that the applicant was shown. */
export const answeredFormSchema = z.strictObject({
  version: countSchema,
  form: formSchema,
  answers: answersSchema,
});
export type AnsweredForm = z.infer<typeof answeredFormSchema>;

/** A note of a reviewer about a request. */
export const requestNoteSchema = z.strictObject({
  id: idSchema,
  byName: z.nullable(z.string()),
  text: z.string(),
  createdAt: instantSchema,
  /** The reader wrote it, and may delete it. */
  isOwn: z.boolean(),
});
export type RequestNote = z.infer<typeof requestNoteSchema>;
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
export const askedSectionSchema = z.strictObject({
  section: sharedSectionSchema,
  shared: countSchema,
});
export type AskedSection = z.infer<typeof askedSectionSchema>;

/** A pending request of the signed-in user. */
export const myRequestSchema = z.strictObject({
  id: idSchema,
  groupId: idSchema,
  groupName: z.string(),
  reason: z.nullable(z.string()),
  createdAt: instantSchema,
  isExtension: z.boolean(),
});
export type MyRequest = z.infer<typeof myRequestSchema>;

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
export const decisionResultSchema = z.strictObject({
  done: z.array(idSchema),
  refused: z.array(z.strictObject({ id: idSchema, message: z.string() })),
});
export type DecisionResult = z.infer<typeof decisionResultSchema>;
