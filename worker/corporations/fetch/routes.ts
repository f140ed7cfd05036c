import { Hono } from "hono";
import { corporationParamSchema } from "#shared/corporations/params.ts";
import { fetchRequestSchema } from "#shared/corporations/params.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { requestFetch } from "./service.ts";

/** For system administrators: see `app.ts`. */
export const fetchRoutes = new Hono<SignedIn>().post(
  "/:id/fetch",
  validate("param", corporationParamSchema),
  validate("json", fetchRequestSchema),
  async (c) => {
    const { id } = c.req.valid("param");
    const { category } = c.req.valid("json");
    return c.json(await requestFetch(c.get("context"), id, category), 202);
  },
);
