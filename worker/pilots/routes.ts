import { Hono } from "hono";
import { idParamSchema } from "#shared/page.ts";
import { bulkSchema } from "#shared/pilots/bulk.ts";
import { pastQuerySchema, whoCanQuerySchema } from "#shared/pilots/past.ts";
import { pilotQuerySchema } from "#shared/pilots/pilots.ts";
import { administrators, users } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { COSTS, PRIMARY, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { getPast } from "#worker/pilots/past/service.ts";
import { applyBulk, previewBulk } from "./bulk.ts";
import { getPilot } from "./page.ts";
import { endSessions, listPilots } from "./service.ts";
import { readAccess } from "#worker/pilots/access/service.ts";
import { whoCan } from "#worker/pilots/past/who-could.ts";

const read = administrators({ reads: PRIMARY.administration });
const byId = validate("param", idParamSchema);

/** `/api/groups/:id/who-can`. */
export const whoCanRoutes = new Hono<App>().get(
  "/:id/who-can",
  users({ reads: PRIMARY.leaders }),
  byId,
  validate("query", whoCanQuerySchema),
  async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await whoCan(c.get("context"), c.get("actor"), id, c.req.valid("query")));
  },
);

/** `/api/access`. */
export const accessRoutes = new Hono<App>().get("/", users({ reads: "replica" }), async (c) =>
  c.json(await readAccess(c.get("context"), c.get("actor"))),
);

/** `/api/admin/pilots`. */
export const pilotRoutes = new Hono<App>()
  .get("/", read, validate("query", pilotQuerySchema), async (c) =>
    c.json(await listPilots(c.get("context"), c.req.valid("query"))),
  )
  .post(
    "/bulk/preview",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.reads }),
    validate("json", bulkSchema),
    async (c) => c.json(await previewBulk(c.get("context"), c.get("actor"), c.req.valid("json"))),
  )
  .post(
    "/bulk",
    administrators({
      lasts: PROOF_WHEN.letsIn,
      takes: { previews: "POST /api/admin/pilots/bulk/preview", ...TAKES.byUndo },
      cost: { act: "edits", each: 30 },
    }),
    validate("json", bulkSchema),
    async (c) => c.json(await applyBulk(c.get("context"), c.get("actor"), c.req.valid("json"))),
  )
  .get("/:id", read, byId, async (c) =>
    c.json(await getPilot(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .get("/:id/past", read, byId, validate("query", pastQuerySchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await getPast(c.get("context"), c.get("actor"), id, c.req.valid("query")));
  })
  .delete(
    "/:id/sessions",
    administrators({
      lasts: STAYS.takesAway,
      takes: { undo: "The player logs in again." },
      cost: COSTS.after,
    }),
    byId,
    async (c) => {
      await endSessions(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  );
