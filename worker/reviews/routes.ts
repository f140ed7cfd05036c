import { Hono } from "hono";

import {
  decideSchema,
  finishReviewSchema,
  reviewSettingsSchema,
  startReviewSchema,
  startReviewsSchema,
} from "#shared/groups/reviews.ts";
import { idParamSchema, pageQuerySchema } from "#shared/page.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import * as service from "./service.ts";

const byId = validate("param", idParamSchema);

/** `/api/groups/:id/review`. */
export const reviewRoutes = new Hono<SignedIn>()
  .get("/:id/review", byId, validate("query", pageQuerySchema), async (c) => {
    const { cursor } = c.req.valid("query");
    const { id } = c.req.valid("param");
    return c.json(await service.getReview(c.get("context"), c.get("actor"), id, cursor));
  })
  .post("/:id/review", byId, validate("json", startReviewSchema), async (c) => {
    const { id } = c.req.valid("param");
    await service.startReview(c.get("context"), c.get("actor"), id, c.req.valid("json"));
    return c.body(null, 204);
  })
  .put("/:id/review/settings", byId, validate("json", reviewSettingsSchema), async (c) => {
    const { id } = c.req.valid("param");
    await service.saveSettings(c.get("context"), c.get("actor"), id, c.req.valid("json"));
    return c.body(null, 204);
  })
  .put("/:id/review/decisions", byId, validate("json", decideSchema), async (c) => {
    const { id } = c.req.valid("param");
    await service.decide(c.get("context"), c.get("actor"), id, c.req.valid("json"));
    return c.body(null, 204);
  })
  .post("/:id/review/finish", byId, validate("json", finishReviewSchema), async (c) => {
    const { id } = c.req.valid("param");
    const input = c.req.valid("json");
    return c.json(await service.finishReview(c.get("context"), c.get("actor"), id, input));
  })
  .get("/:id/review/results", byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.getResults(c.get("context"), c.get("actor"), id));
  });

/** `/api/admin/reviews`, for system administrators. */
export const adminReviewRoutes = new Hono<SignedIn>()
  .get("/", async (c) => c.json(await service.listReviews(c.get("context"))))
  .post("/", validate("json", startReviewsSchema), async (c) =>
    c.json(await service.startReviews(c.get("context"), c.get("actor"), c.req.valid("json"))),
  );
