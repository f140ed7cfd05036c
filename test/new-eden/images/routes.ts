import { Hono } from "hono";
import type { NewEdenApp } from "#test/new-eden/world.ts";

export const imageRoutes = new Hono<NewEdenApp>();
