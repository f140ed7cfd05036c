import { Hono } from "hono";
import type { App } from "#worker/env.ts";
import { categoryRoutes } from "#worker/groups/categories/routes.ts";
import { codeRoutes } from "#worker/groups/codes/routes.ts";
import { formRoutes } from "#worker/groups/forms/routes.ts";
import { ownRoutes } from "#worker/groups/group/routes.ts";
import { invitationRoutes } from "#worker/groups/invitations/routes.ts";
import { memberRoutes } from "#worker/groups/members/routes.ts";
import { vettingRoutes } from "#worker/groups/vetting/routes.ts";
import { requestRoutes } from "#worker/groups/requests/routes.ts";

/** All of `/api/groups`. The fixed paths come first: the routes of a group begin with `/:id`. */
export const groupRoutes = new Hono<App>()
  .route("/categories", categoryRoutes)
  .route("/", codeRoutes)
  .route("/", formRoutes)
  .route("/", invitationRoutes)
  .route("/", vettingRoutes)
  .route("/", requestRoutes)
  .route("/", memberRoutes)
  .route("/", ownRoutes);
