import { Hono } from "hono";
import {
  apiIdParam,
  apiMembersBody,
  apiOperationBody,
  apiOperationsQuery,
  apiPreviewQuery,
} from "#shared/applications/api.ts";
import { PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { programs } from "#worker/applications/api/caller.ts";
import type { Called } from "#worker/applications/api/caller.ts";
import { readRepeatable } from "#worker/applications/api/idempotency.ts";
import { validate } from "#worker/http/validate.ts";
import { getOperation, listOperations, planOperation } from "./operations.ts";
import { changeMembers } from "./service.ts";

/** What programs do in groups: `app.ts` mounts it after the API, which asks for the token. */
export const programRoutes = new Hono<Called>()
  .get(
    "/operations",
    programs("operations", { reads: PRIMARY.programs }),
    validate("query", apiOperationsQuery),
    async (c) =>
      c.json(await listOperations(c.get("context"), c.get("caller"), c.req.valid("query"))),
  )
  .get(
    "/operations/:id",
    programs("operations", { reads: PRIMARY.programs }),
    validate("param", apiIdParam),
    async (c) =>
      c.json(await getOperation(c.get("context"), c.get("caller"), c.req.valid("param").id)),
  )
  .post(
    "/operations",
    programs("operations:write", {
      lasts: STAYS.noSession,
      takes: TAKES.own,
      cost: { application: 30 },
    }),
    validate("json", apiOperationBody),
    async (c) => {
      const input = c.req.valid("json");
      const repeatable = await readRepeatable(c, input);
      const [context, caller] = [c.get("context"), c.get("caller")];
      return c.json(await planOperation(context, caller, input, repeatable));
    },
  )
  .post(
    "/groups/:id/members",
    programs("members:write", {
      lasts: STAYS.noSession,
      takes: TAKES.own,
      cost: { application: 50 },
    }),
    validate("param", apiIdParam),
    validate("query", apiPreviewQuery),
    validate("json", apiMembersBody),
    async (c) => {
      const { id } = c.req.valid("param");
      const change = c.req.valid("json");
      const isPreview = c.req.valid("query").preview === "1";
      const [context, caller] = [c.get("context"), c.get("caller")];
      const repeatable = isPreview ? undefined : await readRepeatable(c, change);
      return c.json(
        await changeMembers(context, caller, { groupId: id, change, isPreview, repeatable }),
      );
    },
  );
