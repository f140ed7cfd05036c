import { Hono } from "hono";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { getOverview } from "./service.ts";

/** `/api/admin/overview`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const overviewRoutes = new Hono<SignedIn>().get("/", async (c) =>
  c.json(await getOverview(c.get("context"))),
);
