import { Hono } from "hono";

import {
  decideSchema,
  finishReviewSchema,
  reviewSettingsSchema,
  startReviewSchema,
  startReviewsSchema,
} from "#shared/groups/reviews.ts";
import { pageQuerySchema } from "#shared/page.ts";
import { administrators, users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

/** `/api/groups/:id/review`. */
export const reviewRoutes = new Hono<App>()
  .get(
    "/:id/review",
    users({ reads: PRIMARY.records }),
    byId,
    validate("query", pageQuerySchema),
    async (c) => {
      const { cursor } = c.req.valid("query");
      const { id } = c.req.valid("param");
      return c.json(await service.getReview(c.get("context"), c.get("actor"), id, cursor));
    },
  )
  .post(
    "/:id/review",
    users({ lasts: PROOF_WHEN.stays, takes: TAKES.gives, cost: { act: "edits", each: 6 } }),
    byId,
    validate("json", startReviewSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.startReview(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .put(
    "/:id/review/settings",
    users({ lasts: PROOF_WHEN.stays, takes: TAKES.again, cost: COSTS.edit }),
    byId,
    validate("json", reviewSettingsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.saveSettings(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .put(
    "/:id/review/decisions",
    users({
      lasts: PROOF_WHEN.stays,
      takes: { undo: "Decided again until the review is finished." },
      cost: { act: "verdicts" },
    }),
    byId,
    validate("json", decideSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.decide(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .post(
    "/:id/review/finish",
    users({
      lasts: STAYS.seenInActivity,
      takes: {
        previews: "GET /api/groups/:id/review",
        ...TAKES.byUndo,
      },
      cost: { paidBy: "opening the review", each: 6 },
    }),
    byId,
    validate("json", finishReviewSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.finishReview(c.get("context"), c.get("actor"), id, input));
    },
  )
  .get("/:id/review/results", users({ reads: PRIMARY.leaders }), byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.getResults(c.get("context"), c.get("actor"), id));
  });

/** `/api/admin/reviews`, for system administrators. */
export const adminReviewRoutes = new Hono<App>()
  .get("/", administrators({ reads: PRIMARY.administration }), async (c) =>
    c.json(await service.listReviews(c.get("context"))),
  )
  .post(
    "/",
    administrators({
      lasts: PROOF_WHEN.stays,
      takes: TAKES.gives,
      cost: { act: "edits", each: 6 },
    }),
    validate("json", startReviewsSchema),
    async (c) =>
      c.json(await service.startReviews(c.get("context"), c.get("actor"), c.req.valid("json"))),
  );
