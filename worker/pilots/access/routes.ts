import { Hono } from "hono";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { requireUser } from "#worker/auth/sessions/require-user.ts";
import { readAccess } from "./service.ts";

/** `/api/access`. */
export const accessRoutes = new Hono<SignedIn>().get("/", requireUser, async (c) =>
  c.json(await readAccess(c.get("context"), c.get("actor"))),
);
