import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { idSchema } from "#shared/page.ts";
import { REQUEST_EVENT_KINDS } from "#shared/events/kinds.ts";
import { causeSchema } from "#shared/requirements/cause.ts";
import { outcomeSchema } from "#shared/requirements/outcome.ts";
import { sharedSectionSchema } from "#shared/groups/forms.ts";
import {
  answeredFormSchema,
  askedSectionSchema,
  joinRequestStatusSchema,
  requestNoteSchema,
  requestToReviewSchema,
} from "#shared/groups/requests.ts";
import {
  corporationHistoryEntrySchema,
  currentTrainingSchema,
  queueStateSchema,
  trainedSkillsSchema,
} from "#shared/characters.ts";
import type { SharedSection } from "#shared/groups/forms.ts";

/** What happened to a request. `section`: of a look. `movedFrom`: the system that it moved in from. */
const requestEventSchema = z.strictObject({
  kind: z.enum(REQUEST_EVENT_KINDS),
  byName: z.nullable(z.string()),
  at: instantSchema,
  section: z.nullable(sharedSectionSchema),
  movedFrom: z.nullable(z.string()),
});
export type RequestEvent = z.infer<typeof requestEventSchema>;

/** Whether the pilot meets the requirements now. Causes that the reader may not know are left out. */
const reviewedRequirementsSchema = z.strictObject({
  outcome: outcomeSchema,
  causes: z.array(causeSchema),
});
export type ReviewedRequirements = z.infer<typeof reviewedRequirementsSchema>;

/** A request in any state, for a reviewer. */
export const requestPageSchema = z.extend(requestToReviewSchema, {
  groupName: z.string(),
  rejectionReason: z.nullable(z.string()),
  decidedAt: z.nullable(instantSchema),
  /** What an open request must meet; null if nothing is required, and for guests. */
  requirements: z.nullable(reviewedRequirementsSchema),
  /** Null if the group had no form. */
  answered: z.nullable(answeredFormSchema),
  /** What reviewers alone read; null for administrators who do not review. */
  reviewer: z.nullable(
    z.strictObject({
      sections: z.array(askedSectionSchema),
      /** When sharing ends by itself; null if it has ended or nothing is shared. */
      sharedUntil: z.nullable(instantSchema),
      notes: z.array(requestNoteSchema),
      history: z.array(requestEventSchema),
    }),
  ),
});
export type RequestPage = z.infer<typeof requestPageSchema>;

/** A request in any state, for the pilot who made it. */
export const ownRequestSchema = z.strictObject({
  id: idSchema,
  groupId: idSchema,
  /** Null if the group is hidden from the pilot now. */
  groupName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  status: joinRequestStatusSchema,
  createdAt: instantSchema,
  isExtension: z.boolean(),
  decidedAt: z.nullable(instantSchema),
  rejectionReason: z.nullable(z.string()),
  answered: z.nullable(answeredFormSchema),
  inTalks: z.boolean(),
  assigneeName: z.nullable(z.string()),
  shared: z.array(z.strictObject({ section: sharedSectionSchema, characterIds: z.array(z.int()) })),
  /** When sharing ends by itself; null if it has ended or nothing is shared. */
  sharedUntil: z.nullable(instantSchema),
  history: z.array(requestEventSchema),
});
export type OwnRequest = z.infer<typeof ownRequestSchema>;

// @__NO_SIDE_EFFECTS__
function sharedOf<Section extends SharedSection, Value extends z.ZodMiniType>(
  section: Section,
  value: Value,
) {
  return z.strictObject({
    section: z.literal(section),
    characters: z.array(
      z.strictObject({
        characterId: z.int(),
        name: z.string(),
        /** When EVE last answered, to the hour; null if it has not. */
        readAt: z.nullable(instantSchema),
        value: z.nullable(value),
      }),
    ),
  });
}

/** One section of the characters that share it. Each says of a character what the sheet of its owner says, read live. */
export const sharedSchema = z.discriminatedUnion("section", [
  sharedOf("skills", trainedSkillsSchema),
  /** What trains now. */
  sharedOf(
    "training",
    z.strictObject({
      training: z.nullable(currentTrainingSchema),
      queueState: queueStateSchema,
    }),
  ),
  sharedOf("wallet", z.strictObject({ balance: z.number() })),
  sharedOf("assets", z.strictObject({ assetCount: countSchema, totalValue: z.number() })),
  sharedOf("corporationHistory", z.array(corporationHistoryEntrySchema)),
]);
export type Shared = z.infer<typeof sharedSchema>;
export type SharedValues = {
  [One in Shared as One["section"]]: NonNullable<One["characters"][number]["value"]>;
};
