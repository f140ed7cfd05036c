import { Hono } from "hono";
import { deleteAccountSchema } from "#shared/account/deletion.ts";
import { exportQuerySchema } from "#shared/account/export.ts";
import { deleteAccount } from "#worker/account/deletion/delete-account.ts";
import { previewDeletion } from "#worker/account/deletion/preview.ts";
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
  })
  .get("/deletion", async (c) => c.json(await previewDeletion(c.get("context"), c.get("actor"))))
  .delete("/", validate("json", deleteAccountSchema), async (c) => {
    await deleteAccount(c.get("context"), c.get("actor"), c.req.valid("json"));
    return c.body(null, 204);
  });
