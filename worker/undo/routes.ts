import { Hono } from "hono";
import { applyUndoSchema, undoSchema } from "#shared/pilots/undo.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { applyUndo, previewUndo } from "./service.ts";

/** `/api/admin/undo`. */
export const undoRoutes = new Hono<App>()
  .get(
    "/",
    administrators({ reads: PRIMARY.beforeAnAct }),
    validate("query", undoSchema),
    async (c) => c.json(await previewUndo(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .post(
    "/",
    administrators({
      lasts: "proof",
      takes: {
        previews: "GET /api/admin/undo",
        undo: "It is a change of the administrator like others, and Undo reverts it.",
      },
      cost: { act: "edits", each: 30 },
    }),
    validate("json", applyUndoSchema),
    async (c) => c.json(await applyUndo(c.get("context"), c.get("actor"), c.req.valid("json"))),
  );
