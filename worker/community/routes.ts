import { Hono } from "hono";
import { updateCommunitySchema } from "#shared/community.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { getSettings, updateSettings } from "./service.ts";

/** `/api/admin/community`, for system administrators. */
export const communityRoutes = new Hono<SignedIn>()
  .get("/", async (c) => c.json(await getSettings(c.get("context"))))
  .put("/", validate("json", updateCommunitySchema), async (c) =>
    c.json(await updateSettings(c.get("context"), c.get("actor"), c.req.valid("json"))),
  );
