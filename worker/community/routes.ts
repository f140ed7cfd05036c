import { Hono } from "hono";
import {
  previewMembersSchema,
  updateCommunitySchema,
  updateMembersSchema,
} from "#shared/community.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { getSettings, previewMembers, updateMembers, updateSettings } from "./service.ts";

/** `/api/admin/community`, for system administrators. */
export const communityRoutes = new Hono<App>()
  .get("/", administrators({ reads: PRIMARY.administration }), async (c) =>
    c.json(await getSettings(c.get("context"))),
  )
  .put(
    "/",
    administrators({ lasts: STAYS.seenByAdministrators, takes: TAKES.again, cost: COSTS.after }),
    validate("json", updateCommunitySchema),
    async (c) =>
      c.json(await updateSettings(c.get("context"), c.get("actor"), c.req.valid("json"))),
  )
  .get(
    "/members/preview",
    administrators({ reads: PRIMARY.beforeAnAct }),
    validate("query", previewMembersSchema),
    async (c) => c.json(await previewMembers(c.get("context"), c.req.valid("query").groupId)),
  )
  .put(
    "/members",
    administrators({
      lasts: "proof",
      takes: {
        previews: "GET /api/admin/community/members/preview",
        ...TAKES.again,
      },
      cost: COSTS.after,
    }),
    validate("json", updateMembersSchema),
    async (c) => c.json(await updateMembers(c.get("context"), c.get("actor"), c.req.valid("json"))),
  );
