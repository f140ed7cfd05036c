import { Hono } from "hono";
import {
  addServerSchema,
  checkServerSchema,
  driftDecisionSchema,
  saveServerSchema,
  serverParamSchema,
  serverRemovalsSchema,
  serverSettingsSchema,
  switchServerSchema,
} from "#shared/discord/servers.ts";
import { pageQuerySchema } from "#shared/page.ts";
import { administrators, limitUser, users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { listServerActivity } from "#worker/audit/service.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { decideDrift, decideRoleRemovals, listHeldMembers, readRoleDrift } from "./decisions.ts";
import { joinServer, listJoinable } from "./join.ts";
import { previewServer } from "./preview.ts";
import * as service from "./service.ts";

const read = administrators({ reads: PRIMARY.administration });

/** Requests that call Discord. */
const limitDiscord = limitUser("DISCORD_LIMIT");
const param = validate("param", serverParamSchema);

/** `/api/admin/discord`, for system administrators. */
export const serverRoutes = new Hono<App>()
  .get("/", read, limitDiscord, async (c) => c.json(await service.listServers(c.get("context"))))
  .post(
    "/",
    administrators({ lasts: "proof", takes: TAKES.gives, cost: COSTS.after }),
    limitDiscord,
    validate("json", addServerSchema),
    async (c) => {
      const { serverId } = c.req.valid("json");
      return c.json(await service.addServer(c.get("context"), c.get("actor"), serverId), 201);
    },
  )
  .get("/:id", read, param, async (c) =>
    c.json(await service.readServer(c.get("context"), c.req.valid("param").id)),
  )
  .put(
    "/:id",
    administrators({
      lasts: "proof",
      takes: { previews: "POST /api/admin/discord/:id/preview", ...TAKES.again },
      cost: COSTS.after,
    }),
    param,
    validate("json", saveServerSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.saveServer(c.get("context"), c.get("actor"), id, input));
    },
  )
  .delete(
    "/:id",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        shows: "server",
        undo: "Set up again with the mapping that the log has. The dialog leads to switching off.",
      },
      cost: COSTS.after,
    }),
    limitDiscord,
    param,
    async (c) => {
      await service.removeServer(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .post(
    "/:id/preview",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.reads }),
    param,
    validate("json", serverSettingsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await previewServer(c.get("context"), id, c.req.valid("json")));
    },
  )
  .post(
    "/:id/switch",
    administrators({
      lasts: "proof",
      takes: {
        previews: "POST /api/admin/discord/:id/preview",
        undo: "Switched the other way.",
      },
      cost: COSTS.after,
    }),
    limitDiscord,
    param,
    validate("json", switchServerSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await service.switchServer(c.get("context"), c.get("actor"), id, input));
    },
  )
  .post(
    "/:id/check",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.after }),
    limitDiscord,
    param,
    validate("json", checkServerSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await service.checkServer(c.get("context"), id, c.req.valid("json")));
    },
  )
  .get("/:id/drift", read, limitDiscord, param, async (c) =>
    c.json(await readRoleDrift(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/drift",
    administrators({
      lasts: {
        stays: "It decides about roles that people gave by hand. The server's Activity shows it.",
      },
      takes: {
        shows: "drift",
        undo: "The role is given by hand in Discord again, and kept.",
      },
      cost: COSTS.after,
    }),
    param,
    validate("json", driftDecisionSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const decision = c.req.valid("json");
      return c.json(await decideDrift(c.get("context"), c.get("actor"), id, decision));
    },
  )
  .get("/:id/removals", read, param, async (c) =>
    c.json(await listHeldMembers(c.get("context"), c.req.valid("param").id)),
  )
  .post(
    "/:id/removals",
    administrators({
      lasts: STAYS.takesAway,
      takes: {
        previews: "GET /api/admin/discord/:id/removals",
        undo: "A role follows a group again when the person is a member again.",
      },
      cost: COSTS.after,
    }),
    param,
    validate("json", serverRemovalsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const decision = c.req.valid("json");
      return c.json(await decideRoleRemovals(c.get("context"), c.get("actor"), id, decision));
    },
  )
  .get("/:id/activity", read, param, validate("query", pageQuerySchema), async (c) => {
    const { id } = c.req.valid("param");
    const { cursor } = c.req.valid("query");
    return c.json(await listServerActivity(c.get("context"), id, cursor));
  });

/** `/api/discord/servers`, for pilots. */
export const joinRoutes = new Hono<App>()
  .get("/", users({ reads: "replica" }), async (c) =>
    c.json(await listJoinable(c.get("context"), c.get("actor"))),
  )
  .post(
    "/:id/join",
    users({
      lasts: {
        stays: "Only the linked Discord account joins, and linking one needs a proof.",
      },
      takes: TAKES.own,
      cost: { act: "links" },
    }),
    limitDiscord,
    param,
    async (c) => {
      await joinServer(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  );
