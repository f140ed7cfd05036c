import { Hono } from "hono";
import { consequencesQuerySchema } from "#shared/consequences.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { readConsequences } from "./service.ts";

/** `/api/admin/consequences`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const consequenceRoutes = new Hono<SignedIn>().get(
  "/",
  validate("query", consequencesQuerySchema),
  async (c) =>
    c.json(await readConsequences(c.get("context"), c.get("actor"), c.req.valid("query"))),
);
