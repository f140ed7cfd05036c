import { Hono } from "hono";
import {
  addDirectorSchema,
  corporationParamSchema,
  directorCandidatesQuerySchema,
  directorParamSchema,
  updateDirectorSchema,
} from "#shared/corporations/corporations.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import * as directors from "./service.ts";
import { findCandidates } from "./service.ts";
import {
  verifyAllDirectors,
  verifyCorporation,
  verifyDirector,
  verifyNewDirector,
} from "./verify.ts";

const read = administrators({ reads: PRIMARY.administration });
const check = administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.rate });
const byId = validate("param", corporationParamSchema);
const byDirector = validate("param", directorParamSchema);

/** For system administrators: see `app.ts`. */
export const directorRoutes = new Hono<App>()
  .get("/directors/candidates", read, validate("query", directorCandidatesQuerySchema), async (c) =>
    c.json(await findCandidates(c.get("context"), c.req.valid("query").q)),
  )
  .post("/:id/verify", check, byId, async (c) =>
    c.json(await verifyCorporation(c.get("context"), c.req.valid("param").id)),
  )
  .get("/:id/directors", read, byId, async (c) =>
    c.json(await directors.listDirectors(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/directors",
    administrators({ lasts: STAYS.seenByAdministrators, takes: TAKES.gives, cost: COSTS.edit }),
    byId,
    validate("json", addDirectorSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      const added = await directors.addDirector(c.get("context"), c.get("actor"), id, input);
      c.executionCtx.waitUntil(verifyNewDirector(c.get("context"), id, added.directorId));
      return c.json(added, 201);
    },
  )
  .post("/:id/directors/verify-all", check, byId, async (c) =>
    c.json(await verifyAllDirectors(c.get("context"), c.req.valid("param").id)),
  )
  .put(
    "/:id/directors/:directorId",
    administrators({ lasts: STAYS.seenByAdministrators, takes: TAKES.again, cost: COSTS.edit }),
    byDirector,
    validate("json", updateDirectorSchema),
    async (c) => {
      const { id, directorId } = c.req.valid("param");
      const { priority } = c.req.valid("json");
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await directors.changePriority(context, actor, id, directorId, priority));
    },
  )
  .delete(
    "/:id/directors/:directorId",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        shows: "director",
        undo: "Added again: the authorization stays.",
      },
      cost: COSTS.edit,
    }),
    byDirector,
    async (c) => {
      const { id, directorId } = c.req.valid("param");
      await directors.removeDirector(c.get("context"), c.get("actor"), id, directorId);
      return c.body(null, 204);
    },
  )
  .post("/:id/directors/:directorId/verify", check, byDirector, async (c) => {
    const { id, directorId } = c.req.valid("param");
    return c.json(await verifyDirector(c.get("context"), id, directorId));
  });
