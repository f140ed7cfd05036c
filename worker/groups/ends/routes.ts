import { Hono } from "hono";
import { setEndsSchema, takeEmergencyAccessSchema } from "#shared/groups/ends.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { PROOF_WHEN, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { takeEmergencyAccess } from "./emergency.ts";
import { setEnds } from "./service.ts";

export const endRoutes = new Hono<App>()
  .put(
    "/:id/members/ends",
    users({ lasts: PROOF_WHEN.letsIn, takes: TAKES.byUndo, cost: { act: "edits", each: 12 } }),
    byId,
    validate("json", setEndsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await setEnds(c.get("context"), c.get("actor"), id, c.req.valid("json")));
    },
  )
  .post(
    "/:id/emergency-access",
    users({ lasts: "proof", takes: TAKES.gives, cost: { act: "edits" } }),
    byId,
    validate("json", takeEmergencyAccessSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await takeEmergencyAccess(c.get("context"), c.get("actor"), id, input), 201);
    },
  );
