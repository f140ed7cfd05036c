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
import { listServerActivity } from "#worker/audit/service.ts";
import { requireUser } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { rateLimit } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { decideDrift, readDrift } from "./drift.ts";
import { joinServer, listJoinable } from "./join.ts";
import { previewServer } from "./preview.ts";
import { decideRemovals, listHeldMembers } from "./removals.ts";
import * as service from "./service.ts";

/** Requests that call Discord. */
const limitDiscord = rateLimit<SignedIn>("DISCORD_LIMIT", (c) => c.get("actor").userId);
const param = validate("param", serverParamSchema);

/** `/api/admin/discord`, for system administrators. */
export const serverRoutes = new Hono<SignedIn>()
  .get("/", limitDiscord, async (c) => c.json(await service.listServers(c.get("context"))))
  .post("/", limitDiscord, validate("json", addServerSchema), async (c) => {
    const { serverId } = c.req.valid("json");
    return c.json(await service.addServer(c.get("context"), c.get("actor"), serverId), 201);
  })
  .get("/:id", param, async (c) =>
    c.json(await service.readServer(c.get("context"), c.req.valid("param").id)),
  )
  .put("/:id", param, validate("json", saveServerSchema), async (c) => {
    const { id } = c.req.valid("param");
    const input = c.req.valid("json");
    return c.json(await service.saveServer(c.get("context"), c.get("actor"), id, input));
  })
  .delete("/:id", limitDiscord, param, async (c) => {
    await service.removeServer(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  })
  .post("/:id/preview", param, validate("json", serverSettingsSchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await previewServer(c.get("context"), id, c.req.valid("json")));
  })
  .post("/:id/switch", limitDiscord, param, validate("json", switchServerSchema), async (c) => {
    const { id } = c.req.valid("param");
    const input = c.req.valid("json");
    return c.json(await service.switchServer(c.get("context"), c.get("actor"), id, input));
  })
  .post("/:id/check", limitDiscord, param, validate("json", checkServerSchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.checkServer(c.get("context"), id, c.req.valid("json")));
  })
  .get("/:id/drift", limitDiscord, param, async (c) =>
    c.json(await readDrift(c.get("context"), c.req.valid("param").id)),
  )
  .post("/:id/drift", param, validate("json", driftDecisionSchema), async (c) => {
    const { id } = c.req.valid("param");
    const decision = c.req.valid("json");
    return c.json(await decideDrift(c.get("context"), c.get("actor"), id, decision));
  })
  .get("/:id/removals", param, async (c) =>
    c.json(await listHeldMembers(c.get("context"), c.req.valid("param").id)),
  )
  .post("/:id/removals", param, validate("json", serverRemovalsSchema), async (c) => {
    const { id } = c.req.valid("param");
    const decision = c.req.valid("json");
    return c.json(await decideRemovals(c.get("context"), c.get("actor"), id, decision));
  })
  .get("/:id/activity", param, validate("query", pageQuerySchema), async (c) => {
    const { id } = c.req.valid("param");
    const { cursor } = c.req.valid("query");
    return c.json(await listServerActivity(c.get("context"), id, cursor));
  });

/** `/api/discord/servers`, for pilots. */
export const joinRoutes = new Hono<SignedIn>()
  .use(requireUser)
  .get("/", async (c) => c.json(await listJoinable(c.get("context"), c.get("actor"))))
  .post("/:id/join", limitDiscord, param, async (c) => {
    await joinServer(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  });
