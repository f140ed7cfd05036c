import { Hono } from "hono";
import { lookupSchema } from "#shared/lookup.ts";
import { administrators, limitUser } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { COSTS, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { lookUp } from "./service.ts";

/** Each look may ask EVE four times. */
const limitSearch = limitUser("SEARCH_LIMIT");

/** `/api/admin/pilots/lookup`: who the pilots of a list of names are. A POST, because a list is longer than an address. */
export const lookupRoutes = new Hono<App>().post(
  "/",
  administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.look }),
  limitSearch,
  validate("json", lookupSchema),
  async (c) => c.json(await lookUp(c.get("context"), c.get("actor"), c.req.valid("json"))),
);
