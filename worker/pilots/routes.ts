import { Hono } from "hono";
import { idParamSchema } from "#shared/page.ts";
import { pilotQuerySchema } from "#shared/pilots/pilots.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { getPilot } from "./page.ts";
import { endSessions } from "./repairs.ts";
import { listPilots } from "./service.ts";

/** `/api/admin/pilots`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const pilotRoutes = new Hono<SignedIn>()
  .get("/", validate("query", pilotQuerySchema), async (c) =>
    c.json(await listPilots(c.get("context"), c.req.valid("query"))),
  )
  .get("/:id", validate("param", idParamSchema), async (c) =>
    c.json(await getPilot(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .delete("/:id/sessions", validate("param", idParamSchema), async (c) => {
    await endSessions(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  });
