import { Hono } from "hono";
import { corporationParamSchema } from "#shared/corporations/corporations.ts";
import { rosterQuerySchema, rosterSettingsSchema } from "#shared/corporations/roster.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { administrators, limitUser, users } from "#worker/auth/sessions/require-user.ts";
import { requestFetch } from "#worker/corporations/fetch/service.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { App, Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { kindOf, requireRoster } from "./policy.ts";
import { listMembers, readDrift, readRoster, updateRosterSettings } from "./service.ts";
import { selectCorporation, selectLastRun } from "./summary-store.ts";

const read = users({ reads: PRIMARY.leaders });
const byId = validate("param", corporationParamSchema);

const limitReading = limitUser("REFRESH_LIMIT");

/** `/api/rosters/:id`, by the id of the corporation: for system administrators and the group to which the view is granted. */
export const rosterRoutes = new Hono<App>()
  .get("/:id", read, byId, async (c) =>
    c.json(await readRoster(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .get("/:id/members", read, byId, validate("query", rosterQuerySchema), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await listMembers(c.get("context"), c.get("actor"), id, c.req.valid("query")));
  })
  .get("/:id/drift", read, byId, async (c) =>
    c.json(await readDrift(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .post(
    "/:id/read",
    administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.rate }),
    limitReading,
    byId,
    async (c) => {
      await readMembersNow(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .put(
    "/:id",
    administrators({ lasts: "proof", takes: TAKES.again, cost: COSTS.edit }),
    byId,
    validate("json", rosterSettingsSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await updateRosterSettings(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  );

/** Starts a reading of the members, or continues the one that is open. For system administrators. */
async function readMembersNow(
  context: Context,
  actor: UserActor,
  corporationId: number,
): Promise<void> {
  const [[row], [run]] = await runBatch(context.db, [
    selectCorporation(kindOf(actor))({ corporationId, userId: actor.userId }),
    selectLastRun({ corporationId }),
  ]);
  requireRoster(row);
  const renewedAt = run?.renewedAt ?? null;
  if (renewedAt !== null && renewedAt > Date.now()) {
    const clock = new Date(renewedAt).toISOString().slice(11, 16);
    throw new ApiError("list_not_renewed", { clock });
  }
  await requestFetch(context, corporationId, "core");
}
