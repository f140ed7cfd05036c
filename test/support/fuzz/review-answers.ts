import * as z from "zod/mini";
import type {
  GroupReview,
  ReviewList,
  ReviewOutcome,
  ReviewResults,
  StartedReviews,
} from "#shared/groups/reviews.ts";
import { reviewSettingsSchema, silenceSchema, verdictSchema } from "#shared/groups/reviews.ts";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { wayIn } from "./pilot-answers.ts";
import { count, id, NOTHING, orNull, when } from "./shapes.ts";

const since = z.strictObject({ count, since: orNull(when) });

const review: z.ZodMiniType<GroupReview> = z.strictObject({
  groupName: z.string(),
  settings: reviewSettingsSchema,
  nextAt: orNull(when),
  refusal: orNull(z.string()),
  open: orNull(
    z.strictObject({
      id,
      openedAt: when,
      dueAt: when,
      silence: silenceSchema,
      total: count,
      kept: count,
      removed: count,
    }),
  ),
  last: orNull(
    z.strictObject({
      finishedAt: when,
      byName: orNull(z.string()),
      kept: count,
      removed: count,
      isHeld: z.boolean(),
    }),
  ),
  items: z.array(
    z.strictObject({
      userId: id,
      mainCharacterId: orNull(z.int()),
      mainCharacterName: orNull(z.string()),
      role: groupRoleSchema,
      joinedAt: when,
      wayIn: orNull(wayIn),
      lastSeenAt: orNull(when),
      authorization: z.enum(["valid", "some_lost", "unknown"]),
      characters: orNull(z.strictObject({ count, lost: since, unknown: since })),
      corporation: orNull(
        z.strictObject({ name: orNull(z.string()), since: orNull(when), observedAt: when }),
      ),
      problem: orNull(
        z.strictObject({ outcome: z.enum(["unmet", "unknown"]), graceEndsAt: orNull(when) }),
      ),
      keptAt: orNull(when),
      verdict: orNull(verdictSchema),
    }),
  ),
  nextCursor: orNull(z.string()),
});

const results: z.ZodMiniType<ReviewResults> = z.strictObject({
  finishedAt: orNull(when),
  items: z.array(
    z.strictObject({
      userId: id,
      mainCharacterId: orNull(z.int()),
      mainCharacterName: orNull(z.string()),
      verdict: verdictSchema,
      isSilent: z.boolean(),
      decidedAt: when,
    }),
  ),
});

const outcome: z.ZodMiniType<ReviewOutcome> = z.strictObject({
  kept: count,
  removed: count,
  isHeld: z.boolean(),
});

const list: z.ZodMiniType<ReviewList> = z.strictObject({
  items: z.array(
    z.strictObject({
      groupId: id,
      groupName: z.string(),
      openedAt: when,
      dueAt: when,
      silence: silenceSchema,
      total: count,
      decided: count,
    }),
  ),
});

const started: z.ZodMiniType<StartedReviews> = z.strictObject({
  started: count,
  skipped: z.array(
    z.strictObject({ groupId: id, groupName: orNull(z.string()), reason: z.string() }),
  ),
});

export const REVIEW_ANSWERS = {
  "GET /api/groups/:id/review": review,
  "POST /api/groups/:id/review": NOTHING,
  "PUT /api/groups/:id/review/settings": NOTHING,
  "PUT /api/groups/:id/review/decisions": NOTHING,
  "POST /api/groups/:id/review/finish": outcome,
  "GET /api/groups/:id/review/results": results,
  "GET /api/admin/reviews": list,
  "POST /api/admin/reviews": started,
};
