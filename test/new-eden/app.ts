import { Hono } from "hono";
import { controlPage } from "./control/page.ts";
import { controlPageRoutes } from "./control/page-routes.ts";
import { controlRoutes } from "./control/routes.ts";
import { discordRoutes } from "./discord/routes.ts";
import { esi } from "./esi/router.ts";
import { imageRoutes } from "./images/routes.ts";
import { receiverRoutes } from "./receiver/routes.ts";
import { releaseRoutes } from "./releases.ts";
import { ssoRoutes } from "./sso/routes.ts";
import { faultsAndLog } from "./transport.ts";
import type { NewEdenApp } from "./world.ts";

/** New Eden: EVE SSO, ESI, the image server and Discord for one world, and the switches that break them. */
export const newEdenApp = new Hono<NewEdenApp>()
  .use("/sso/*", faultsAndLog("sso"))
  .use("/esi/*", faultsAndLog("esi"))
  .use("/images/*", faultsAndLog("images"))
  .use("/discord/*", faultsAndLog("discord"))
  .route("/sso", ssoRoutes)
  .all("/esi/*", esi)
  .route("/images", imageRoutes)
  .route("/discord", discordRoutes)
  .route("/receiver", receiverRoutes)
  .route("/releases", releaseRoutes)
  .get("/", (c) => c.html(controlPage(c.env.world)))
  .route("/control/page", controlPageRoutes)
  .route("/control", controlRoutes);
