import { Hono } from "hono";
import { corporationParamSchema, fetchRequestSchema } from "#shared/corporations/corporations.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { COSTS, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { requestFetch } from "./service.ts";

/** For system administrators: see `app.ts`. */
export const fetchRoutes = new Hono<App>().post(
  "/:id/fetch",
  administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.after }),
  validate("param", corporationParamSchema),
  validate("json", fetchRequestSchema),
  async (c) => {
    const { id } = c.req.valid("param");
    const { category } = c.req.valid("json");
    return c.json(await requestFetch(c.get("context"), id, category), 202);
  },
);
