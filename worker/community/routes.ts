import { Hono } from "hono";
import {
  previewMembersSchema,
  updateCommunitySchema,
  updateMembersSchema,
} from "#shared/community.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { getSettings, previewMembers, updateMembers, updateSettings } from "./service.ts";

/** `/api/admin/community`, for system administrators. */
export const communityRoutes = new Hono<SignedIn>()
  .get("/", async (c) => c.json(await getSettings(c.get("context"))))
  .put("/", validate("json", updateCommunitySchema), async (c) =>
    c.json(await updateSettings(c.get("context"), c.get("actor"), c.req.valid("json"))),
  )
  .get("/members/preview", validate("query", previewMembersSchema), async (c) =>
    c.json(await previewMembers(c.get("context"), c.req.valid("query").groupId)),
  )
  .put("/members", validate("json", updateMembersSchema), async (c) =>
    c.json(await updateMembers(c.get("context"), c.get("actor"), c.req.valid("json"))),
  );
