import { Hono } from "hono";
import {
  addCorporationSchema,
  corporationLookupQuerySchema,
  corporationParamSchema,
  corporationQuerySchema,
  corporationSearchQuerySchema,
  fetchRequestSchema,
  updateCorporationSchema,
} from "#shared/corporations/corporations.ts";
import { pageQuerySchema } from "#shared/page.ts";
import { listCorporationActivity } from "#worker/audit/service.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { readData } from "./data-summary.ts";
import { listKillmails } from "./killmails.ts";
import * as service from "./service.ts";
import { requestFetch } from "#worker/corporations/fetch/service.ts";

const read = administrators({ reads: PRIMARY.administration });
const byId = validate("param", corporationParamSchema);

/** For system administrators: see `app.ts`. Fixed names precede the routes of an id, which would match them too. */
export const corporationRoutes = new Hono<App>()
  .get("/", read, validate("query", corporationQuerySchema), async (c) =>
    c.json(await service.listCorporations(c.get("context"), c.req.valid("query"))),
  )
  .post(
    "/",
    administrators({ lasts: STAYS.seenByAdministrators, takes: TAKES.gives, cost: COSTS.edit }),
    validate("json", addCorporationSchema),
    async (c) => {
      const input = c.req.valid("json");
      const added = await service.addCorporation(c.get("context"), c.get("actor"), input);
      c.executionCtx.waitUntil(service.afterAdding(c.get("context"), added));
      return c.json(added, 201);
    },
  )
  .get("/search", read, validate("query", corporationSearchQuerySchema), async (c) =>
    c.json(await service.listCorporations(c.get("context"), c.req.valid("query"))),
  )
  .get("/lookup", read, validate("query", corporationLookupQuerySchema), async (c) =>
    c.json(await service.lookUpCorporation(c.get("context"), c.req.valid("query"))),
  )
  .get("/:id", read, byId, async (c) =>
    c.json(await service.readCorporation(c.get("context"), c.req.valid("param").id)),
  )
  .put(
    "/:id",
    administrators({ lasts: STAYS.seenByAdministrators, takes: TAKES.again, cost: COSTS.edit }),
    byId,
    validate("json", updateCorporationSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.updateCorporation(c.get("context"), c.get("actor"), id, input));
    },
  )
  .delete(
    "/:id",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        shows: "corporation",
        undo: "Added again, with its directors; old records do not come back. The dialog leads to switching off.",
      },
      cost: COSTS.edit,
    }),
    byId,
    async (c) => {
      const { id } = c.req.valid("param");
      await service.removeCorporation(c.get("context"), c.get("actor"), id);
      return c.body(null, 204);
    },
  )
  .get("/:id/data", read, byId, async (c) =>
    c.json(await readData(c.get("context"), c.req.valid("param").id)),
  )
  .get("/:id/killmails", read, byId, async (c) =>
    c.json(await listKillmails(c.get("context"), c.req.valid("param").id)),
  )
  .get("/:id/activity", read, byId, validate("query", pageQuerySchema), async (c) => {
    const { id } = c.req.valid("param");
    const { cursor } = c.req.valid("query");
    return c.json(await listCorporationActivity(c.get("context"), id, cursor));
  });

/** For system administrators: see `app.ts`. */
export const fetchRoutes = new Hono<App>().post(
  "/:id/fetch",
  administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.after }),
  byId,
  validate("json", fetchRequestSchema),
  async (c) => {
    const { id } = c.req.valid("param");
    const { category } = c.req.valid("json");
    return c.json(await requestFetch(c.get("context"), id, category), 202);
  },
);
