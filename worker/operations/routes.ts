import { Hono } from "hono";
import {
  answerOperationSchema,
  calendarQuerySchema,
  cancelOperationSchema,
  changeOperationRulesSchema,
  changeOperationSchema,
  lossParamSchema,
  operationsQuerySchema,
  payLossSchema,
  planOperationSchema,
} from "#shared/operations/operations.ts";
import {
  participationQuerySchema,
  readOperationSchema,
  tickOperationSchema,
} from "#shared/operations/participation.ts";
import { idParamSchema } from "#shared/page.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { originOf } from "#worker/http/cross-site.ts";
import {
  COSTS,
  PRIMARY,
  PROOF_WHEN,
  STAYS,
  TAKES,
  visitors,
} from "#worker/http/route-declaration.ts";
import { rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { endCalendarLink, makeCalendarLink, readCalendar, readCalendarFeed } from "./calendar.ts";
import { payLoss, readLosses } from "./losses.ts";
import { changeRules, readRules } from "./rules.ts";
import * as service from "./service.ts";

const read = users({ reads: "replica" });
const readByPlanners = users({ reads: PRIMARY.leaders });
const plan = users({ lasts: STAYS.seenInActivity, takes: TAKES.again, cost: COSTS.edit });
const decide = users({ lasts: PROOF_WHEN.decides, takes: TAKES.again, cost: COSTS.edit });
const choosePlanners = users({ lasts: PROOF_WHEN.planners, takes: TAKES.again, cost: COSTS.edit });
const choose = users({ lasts: STAYS.ownChoice, takes: TAKES.own, cost: COSTS.after });

const byId = validate("param", idParamSchema);

/** `/api/operations`: what the groups of a user do together. For all but their members an operation does not exist. */
export const operationRoutes = new Hono<App>()
  .get("/", read, validate("query", operationsQuerySchema), async (c) =>
    c.json(await service.listOperations(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .get("/planning", readByPlanners, async (c) =>
    c.json(await service.readPlanning(c.get("context"), c.get("actor"))),
  )
  .get("/participation", readByPlanners, validate("query", participationQuerySchema), async (c) =>
    c.json(await service.readWhoComes(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .get("/rules/:id", readByPlanners, byId, async (c) =>
    c.json(await readRules(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .put(
    "/rules/:id",
    choosePlanners,
    byId,
    validate("json", changeOperationRulesSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const { id } = c.req.valid("param");
      const { origin } = new URL(c.req.url);
      return c.json(await changeRules(context, actor, id, c.req.valid("json"), origin));
    },
  )
  .get("/calendar", users({ reads: PRIMARY.secrets }), async (c) =>
    c.json(await readCalendarFeed(c.get("context"), c.get("actor"))),
  )
  .post(
    "/calendar",
    users({ lasts: "proof", takes: TAKES.madeAgain, cost: COSTS.after }),
    async (c) => c.json(await makeCalendarLink(c.get("context"), c.get("actor"), originOf(c)), 201),
  )
  .delete(
    "/calendar",
    users({ lasts: STAYS.takesAway, takes: TAKES.madeAgain, cost: COSTS.after }),
    async (c) => {
      await endCalendarLink(c.get("context"), c.get("actor"));
      return c.body(null, 204);
    },
  )
  .post(
    "/",
    users({ lasts: STAYS.seenInActivity, takes: TAKES.gives, cost: COSTS.edit }),
    validate("json", planOperationSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await service.planOperation(context, actor, c.req.valid("json")), 201);
    },
  )
  .get("/:id", read, byId, async (c) =>
    c.json(await service.getOperation(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .put("/:id", decide, byId, validate("json", changeOperationSchema), async (c) => {
    const [context, actor] = [c.get("context"), c.get("actor")];
    const { id } = c.req.valid("param");
    return c.json(await service.changeOperation(context, actor, id, c.req.valid("json")));
  })
  .put("/:id/cancelled", decide, byId, validate("json", cancelOperationSchema), async (c) => {
    const [context, actor] = [c.get("context"), c.get("actor")];
    const { id } = c.req.valid("param");
    return c.json(await service.cancelOperation(context, actor, id, c.req.valid("json")));
  })
  .put("/:id/answer", choose, byId, validate("json", answerOperationSchema), async (c) => {
    const [context, actor] = [c.get("context"), c.get("actor")];
    const { id } = c.req.valid("param");
    return c.json(await service.answerOperation(context, actor, id, c.req.valid("json")));
  })
  .put("/:id/reading", choose, byId, validate("json", readOperationSchema), async (c) => {
    const [context, actor] = [c.get("context"), c.get("actor")];
    const [{ id }, { isRunning }] = [c.req.valid("param"), c.req.valid("json")];
    return c.json(await service.runOperation(context, actor, id, isRunning));
  })
  .put("/:id/participants", decide, byId, validate("json", tickOperationSchema), async (c) => {
    const [context, actor] = [c.get("context"), c.get("actor")];
    const { id } = c.req.valid("param");
    return c.json(await service.tickOperation(context, actor, id, c.req.valid("json")));
  })
  .get("/:id/losses", read, byId, async (c) =>
    c.json(await readLosses(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .put(
    "/:id/losses/:killmailId",
    plan,
    validate("param", lossParamSchema),
    validate("json", payLossSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      const { isPaid } = c.req.valid("json");
      return c.json(await payLoss(context, actor, c.req.valid("param"), isPaid));
    },
  );

/** `/api/calendar.ics`, for the calendar programs of users: each time it is what the account of the link sees then. */
export const calendarRoutes = new Hono<App>().get(
  "/",
  rateLimit<App>("READ_LIMIT", subscriberOf),
  visitors({ reads: PRIMARY.programs }),
  validate("query", calendarQuerySchema),
  async (c) => {
    const text = await readCalendar(c.get("context"), c.req.valid("query").key, originOf(c));
    const etag = `"${await sha256(text)}"`;
    c.header("etag", etag);
    // Who has left a group sees nothing of it at the next look.
    c.header("cache-control", "private, no-cache");
    if (c.req.header("if-none-match") === etag) return c.body(null, 304);
    c.header("content-type", "text/calendar; charset=utf-8");
    return c.body(text);
  },
);
