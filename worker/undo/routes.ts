import { Hono } from "hono";
import { applyUndoSchema, undoSchema } from "#shared/pilots/undo.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { applyUndo, previewUndo } from "./service.ts";

/** `/api/admin/undo`, for system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const undoRoutes = new Hono<SignedIn>()
  .get("/", validate("query", undoSchema), async (c) =>
    c.json(await previewUndo(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .post("/", validate("json", applyUndoSchema), async (c) =>
    c.json(await applyUndo(c.get("context"), c.get("actor"), c.req.valid("json"))),
  );
