import { Hono } from "hono";
import type { Context as HonoContext } from "hono";
import {
  claimsQuerySchema,
  createApplicationSchema,
  saveApplicationSchema,
  signInsQuerySchema,
  switchApplicationSchema,
} from "#shared/applications/applications.ts";
import { idParamSchema } from "#shared/page.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { validate } from "#worker/http/validate.ts";
import { testSignIn } from "#worker/applications/oidc/test-sign-in.ts";
import * as service from "./service.ts";
import { listSignIns } from "./sign-ins.ts";

const originOf = (c: HonoContext) => new URL(c.req.url).origin;
const param = validate("param", idParamSchema);

/** `/api/admin/applications`, for system administrators. */
export const applicationRoutes = new Hono<SignedIn>()
  .get("/", async (c) => c.json(await service.listApplications(c.get("context"), originOf(c))))
  .post("/", validate("json", createApplicationSchema), async (c) => {
    const input = c.req.valid("json");
    const [context, actor] = [c.get("context"), c.get("actor")];
    return c.json(await service.createApplication(context, actor, input, originOf(c)), 201);
  })
  .post("/keys/rotate", async (c) =>
    c.json(await service.rotateKeys(c.get("context"), c.get("actor")), 202),
  )
  .get("/:id", param, async (c) =>
    c.json(await service.readApplication(c.get("context"), c.req.valid("param").id, originOf(c))),
  )
  .patch("/:id", param, validate("json", saveApplicationSchema), async (c) => {
    const place = { id: c.req.valid("param").id, origin: originOf(c) };
    const input = c.req.valid("json");
    return c.json(await service.saveApplication(c.get("context"), c.get("actor"), place, input));
  })
  .delete("/:id", param, async (c) => {
    await service.removeApplication(c.get("context"), c.get("actor"), c.req.valid("param").id);
    return c.body(null, 204);
  })
  .post("/:id/switch", param, validate("json", switchApplicationSchema), async (c) => {
    const place = { id: c.req.valid("param").id, origin: originOf(c) };
    const input = c.req.valid("json");
    return c.json(await service.switchApplication(c.get("context"), c.get("actor"), place, input));
  })
  .post("/:id/secret", param, async (c) => {
    const place = { id: c.req.valid("param").id, origin: originOf(c) };
    return c.json(await service.replaceSecret(c.get("context"), c.get("actor"), place));
  })
  .post("/:id/end-sessions", param, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await service.endSessions(c.get("context"), c.get("actor"), id));
  })
  .post("/:id/test-sign-in", param, async (c) => {
    const place = { id: c.req.valid("param").id, origin: originOf(c) };
    return c.json(await testSignIn(c.get("context"), c.get("actor"), place));
  })
  .get("/:id/sign-ins", param, validate("query", signInsQuerySchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await listSignIns(c.get("context"), id, c.req.valid("query").cursor));
  })
  .get("/:id/claims", param, validate("query", claimsQuerySchema), async (c) => {
    const place = { id: c.req.valid("param").id, origin: originOf(c) };
    const { userId = c.get("actor").userId } = c.req.valid("query");
    return c.json(await service.previewClaims(c.get("context"), place, userId));
  });
