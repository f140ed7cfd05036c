import { Hono } from "hono";
import type { App } from "#worker/env.ts";
import { readBearer } from "./require-user.ts";
import { readSession } from "./sessions.ts";

export const authRoutes = new Hono<App>().get("/session", async (c) =>
  c.json(await readSession(c.get("context"), readBearer(c.req.header("authorization")))),
);
