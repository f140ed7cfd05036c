import { Hono } from "hono";
import type { NewEdenApp } from "./world.ts";

/** GitHub's latest release of a repository whose tag is in the address; `none` has no release, as GitHub says it. */
export const releaseRoutes = new Hono<NewEdenApp>().get("/:tag", (c) => {
  const tag = c.req.param("tag");
  if (c.req.header("user-agent") === undefined) return c.text("Request forbidden", 403);
  if (tag === "none") return c.json({ message: "Not Found", status: "404" }, 404);
  return c.json({ tag_name: tag, name: `Muster ${tag}`, draft: false, prerelease: false });
});
