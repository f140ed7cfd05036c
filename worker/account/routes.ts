import { Hono } from "hono";
import { exportQuerySchema } from "#shared/account.ts";
import { exportAccount } from "#worker/account/export/export.ts";
import { requireUser } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { sendJson } from "#worker/http/json-text.ts";
import { validate } from "#worker/http/validate.ts";

export const accountRoutes = new Hono<SignedIn>()
  .use(requireUser)
  .get("/export", validate("query", exportQuerySchema), async (c) => {
    const { cursor } = c.req.valid("query");
    return sendJson(c, await exportAccount(c.get("context"), c.get("actor"), cursor));
  });
