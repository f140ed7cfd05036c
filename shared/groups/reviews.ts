import { countSchema, instantSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { groupRoleSchema, wayInSchema } from "./groups.ts";
import { membershipProblemSchema } from "#shared/requirements/rule.ts";
import { MAX_REVIEW_DAYS, MAX_REVIEW_MONTHS, MAX_REVIEWS, REVIEWED_PER_PAGE } from "./limits.ts";
import { idSchema } from "#shared/page.ts";
import { heldAboveSchema } from "#shared/requirements/held.ts";

/** What happens to members of whom nothing was decided. */
export const silenceSchema = z.enum(["keep", "remove"]);
export type Silence = z.infer<typeof silenceSchema>;
export const verdictSchema = z.enum(["keep", "remove"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** `everyMonths` of null: only when a review is asked for. `silence` applies to the open review too. */
export const reviewSettingsSchema = z.object({
  everyMonths: z.nullable(z.int().check(z.gte(1), z.lte(MAX_REVIEW_MONTHS))),
  silence: silenceSchema,
});
export type ReviewSettings = z.infer<typeof reviewSettingsSchema>;

export const startReviewSchema = z.object({
  silence: silenceSchema,
  days: z.int().check(z.gte(1), z.lte(MAX_REVIEW_DAYS)),
});
export type StartReview = z.infer<typeof startReviewSchema>;

export const startReviewsSchema = z.extend(startReviewSchema, {
  groupIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_REVIEWS)),
});
export type StartReviews = z.infer<typeof startReviewsSchema>;

/** A verdict of null takes the decision back. */
export const decideSchema = z.object({
  reviewId: idSchema,
  decisions: z
    .array(z.object({ userId: idSchema, verdict: z.nullable(verdictSchema) }))
    .check(z.minLength(1), z.maxLength(REVIEWED_PER_PAGE)),
});
export type Decide = z.infer<typeof decideSchema>;

/** The numbers that the person has read. If they have changed since, nothing happens. */
export const finishReviewSchema = z.object({ reviewId: idSchema, keep: z.int(), remove: z.int() });
export type FinishReview = z.infer<typeof finishReviewSchema>;

/** `total`: members who joined before the review was opened, without the owner. */
const openReviewSchema = z.strictObject({
  id: idSchema,
  openedAt: instantSchema,
  dueAt: instantSchema,
  silence: silenceSchema,
  total: countSchema,
  kept: countSchema,
  removed: countSchema,
  heldAbove: heldAboveSchema,
});
export type OpenReview = z.infer<typeof openReviewSchema>;

const finishedReviewSchema = z.strictObject({
  finishedAt: instantSchema,
  /** Null: Muster, when the review was due. */
  byName: z.nullable(z.string()),
  kept: countSchema,
  removed: countSchema,
  /** The removals wait for an administrator, because they are many. */
  isHeld: z.boolean(),
});
export type FinishedReview = z.infer<typeof finishedReviewSchema>;

/** A member with what helps to decide. */
const reviewedMemberSchema = z.strictObject({
  userId: idSchema,
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  role: groupRoleSchema,
  joinedAt: instantSchema,
  wayIn: z.nullable(wayInSchema),
  /**
   * When the user was last seen in Muster or, where the reader may know it, in the game. Only system administrators read more
   * than the day.
   */
  lastSeenAt: z.nullable(instantSchema),
  /** For all characters together. `unknown`: EVE did not say for some. */
  authorization: z.enum(["valid", "some_lost", "unknown"]),
  /**
   * For system administrators: how many characters there are, have no valid authorization, and of how many this is not known, with
   * the latest such time. Null for others.
   */
  characters: z.nullable(
    z.strictObject({
      count: countSchema,
      lost: z.strictObject({ count: countSchema, since: z.nullable(instantSchema) }),
      unknown: z.strictObject({ count: countSchema, since: z.nullable(instantSchema) }),
    }),
  ),
  /**
   * The main's corporation. `since`: by EVE's history; null if it was not read since. `observedAt`: when Muster first
   * saw it there.
   */
  corporation: z.nullable(
    z.strictObject({
      name: z.nullable(z.string()),
      /** Of managed corporations only. */
      ticker: z.nullable(z.string()),
      since: z.nullable(instantSchema),
      observedAt: instantSchema,
    }),
  ),
  problem: z.nullable(z.pick(membershipProblemSchema, { outcome: true, graceEndsAt: true })),
  /** When the last review kept the member; null if none did. */
  keptAt: z.nullable(instantSchema),
  verdict: z.nullable(verdictSchema),
});
export type ReviewedMember = z.infer<typeof reviewedMemberSchema>;

/** `GET /groups/:id/review`. Members are those of the open review, page by page; on later pages `open` has no numbers. */
export const groupReviewSchema = z.strictObject({
  groupName: z.string(),
  settings: reviewSettingsSchema,
  nextAt: z.nullable(instantSchema),
  /** Why the members cannot be reviewed. */
  refusal: z.nullable(z.string()),
  open: z.nullable(openReviewSchema),
  last: z.nullable(finishedReviewSchema),
  items: z.array(reviewedMemberSchema),
  nextCursor: z.nullable(z.string()),
});
export type GroupReview = z.infer<typeof groupReviewSchema>;

/** With `isHeld`, nobody was removed yet. */
export const reviewOutcomeSchema = z.strictObject({
  kept: countSchema,
  removed: countSchema,
  isHeld: z.boolean(),
});
export type ReviewOutcome = z.infer<typeof reviewOutcomeSchema>;

/** One line of the results of the last review. */
const reviewResultSchema = z.strictObject({
  userId: idSchema,
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  verdict: verdictSchema,
  /** Nothing was decided. */
  isSilent: z.boolean(),
  decidedAt: instantSchema,
});
export type ReviewResult = z.infer<typeof reviewResultSchema>;
export const reviewResultsSchema = z.strictObject({
  finishedAt: z.nullable(instantSchema),
  items: z.array(reviewResultSchema),
});
export type ReviewResults = z.infer<typeof reviewResultsSchema>;

/** An open review in a list. */
const listedReviewSchema = z.strictObject({
  groupId: idSchema,
  groupName: z.string(),
  openedAt: instantSchema,
  dueAt: instantSchema,
  silence: silenceSchema,
  total: countSchema,
  decided: countSchema,
});
export type ListedReview = z.infer<typeof listedReviewSchema>;

/** `GET /admin/reviews`: those that are due first at first. */
export const reviewListSchema = z.strictObject({ items: z.array(listedReviewSchema) });
export type ReviewList = z.infer<typeof reviewListSchema>;

/** `POST /admin/reviews`. */
export const startedReviewsSchema = z.strictObject({
  started: countSchema,
  skipped: z.array(
    z.strictObject({ groupId: idSchema, groupName: z.nullable(z.string()), reason: z.string() }),
  ),
});
export type StartedReviews = z.infer<typeof startedReviewsSchema>;
