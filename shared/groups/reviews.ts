import * as z from "zod/mini";
import type { GroupRole } from "./groups.ts";
import type { WayIn } from "#shared/pilots/access.ts";
import type { MembershipProblem } from "#shared/requirements/rule.ts";
import {
  MAX_REVIEW_DAYS,
  MAX_REVIEW_MONTHS,
  MAX_REVIEWS,
  REVIEWED_PER_PAGE,
} from "./review-limits.ts";
import { idSchema } from "#shared/page.ts";

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
export type OpenReview = {
  id: string;
  openedAt: string;
  dueAt: string;
  silence: Silence;
  total: number;
  kept: number;
  removed: number;
};

export type FinishedReview = {
  finishedAt: string;
  /** Null: Muster, when the review was due. */
  byName: string | null;
  kept: number;
  removed: number;
  /** The removals wait for an administrator, because they are many. */
  isHeld: boolean;
};

/** A member with what helps to decide. */
export type ReviewedMember = {
  userId: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  role: GroupRole;
  joinedAt: string;
  wayIn: WayIn | null;
  /**
   * When the user was last seen in Muster or, where the reader may know it, in the game. Only system administrators read more
   * than the day.
   */
  lastSeenAt: string | null;
  /** For all characters together. `unknown`: EVE did not say for some. */
  authorization: "valid" | "some_lost" | "unknown";
  /**
   * For system administrators: how many characters there are, have no valid authorization, and of how many this is not known, with
   * the latest such time. Null for others.
   */
  characters: {
    count: number;
    lost: { count: number; since: string | null };
    unknown: { count: number; since: string | null };
  } | null;
  /**
   * The main's corporation. `since`: by EVE's history; null if it was not read since. `observedAt`: when Muster first
   * saw it there.
   */
  corporation: { name: string | null; since: string | null; observedAt: string } | null;
  problem: Pick<MembershipProblem, "outcome" | "graceEndsAt"> | null;
  /** When the last review kept the member; null if none did. */
  keptAt: string | null;
  verdict: Verdict | null;
};

/** `GET /groups/:id/review`. Members are those of the open review, page by page; on later pages `open` has no numbers. */
export type GroupReview = {
  groupName: string;
  settings: ReviewSettings;
  nextAt: string | null;
  /** Why the members cannot be reviewed. */
  refusal: string | null;
  open: OpenReview | null;
  last: FinishedReview | null;
  items: ReviewedMember[];
  nextCursor: string | null;
};

/** With `isHeld`, nobody was removed yet. */
export type ReviewOutcome = { kept: number; removed: number; isHeld: boolean };

/** One line of the results of the last review. */
export type ReviewResult = {
  userId: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  verdict: Verdict;
  /** Nothing was decided. */
  isSilent: boolean;
  decidedAt: string;
};
export type ReviewResults = { finishedAt: string | null; items: ReviewResult[] };

/** An open review in a list. */
export type ListedReview = {
  groupId: string;
  groupName: string;
  openedAt: string;
  dueAt: string;
  silence: Silence;
  total: number;
  decided: number;
};

/** `GET /admin/reviews`: those that are due first at first. */
export type ReviewList = { items: ListedReview[] };

/** `POST /admin/reviews`. */
export type StartedReviews = {
  started: number;
  skipped: { groupId: string; groupName: string | null; reason: string }[];
};
