import { Hono } from "hono";
import { setEndsSchema, takeEmergencyAccessSchema } from "#shared/groups/ends.ts";
import { idParamSchema } from "#shared/page.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { takeEmergencyAccess } from "./emergency.ts";
import { setEnds } from "./service.ts";

export const endRoutes = new Hono<SignedIn>()
  .put(
    "/:id/members/ends",
    validate("param", idParamSchema),
    validate("json", setEndsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await setEnds(c.get("context"), c.get("actor"), id, c.req.valid("json")));
    },
  )
  .post(
    "/:id/emergency-access",
    validate("param", idParamSchema),
    validate("json", takeEmergencyAccessSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await takeEmergencyAccess(c.get("context"), c.get("actor"), id, input), 201);
    },
  );
