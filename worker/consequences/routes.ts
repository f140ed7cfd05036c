import { Hono } from "hono";
import { consequencesQuerySchema } from "#shared/consequences.ts";
import type { AdminAct, Consequences, ConsequencesQuery } from "#shared/consequences.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { administrators, users } from "#worker/auth/sessions/require-user.ts";
import type { App, Context } from "#worker/env.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { ofApplication, ofApplicationOff } from "./application.ts";
import { ofCorporation, ofDirector } from "./corporation.ts";
import { ofDeletedGroup } from "./deleted-group.ts";
import { ofServer } from "./server.ts";
import { ofSuspension } from "./suspension.ts";

/** `/api/admin/consequences`. */
export const consequenceRoutes = new Hono<App>().get(
  "/",
  administrators({ reads: PRIMARY.beforeAnAct }),
  validate("query", consequencesQuerySchema),
  async (c) =>
    c.json(await readConsequences(c.get("context"), c.get("actor"), c.req.valid("query"))),
);

/** `/api/groups/:id/consequences`, for those who may delete the group. */
export const groupConsequenceRoutes = new Hono<App>().get(
  "/:id/consequences",
  users({ reads: PRIMARY.beforeAnAct }),
  byId,
  async (c) =>
    c.json(await ofDeletedGroup(c.get("context"), c.get("actor"), c.req.valid("param").id)),
);

type Reader = (context: Context, id: string, actor: UserActor) => Promise<Consequences>;

/** Each reads in one round trip, writes nothing, and refuses what the act would refuse. */
const READERS: Record<AdminAct, Reader> = {
  suspension: ofSuspension,
  corporation: ofCorporation,
  director: ofDirector,
  application: ofApplication,
  application_off: ofApplicationOff,
  server: ofServer,
};

/** Who is concerned and what follows if the actor did this now. */
function readConsequences(
  context: Context,
  actor: UserActor,
  { act, id }: ConsequencesQuery,
): Promise<Consequences> {
  return READERS[act](context, id, actor);
}
