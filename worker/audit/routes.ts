import { Hono } from "hono";
import { activityQuerySchema } from "#shared/activity.ts";
import { PAGE_SIZE } from "#shared/page.ts";
import type { App } from "#worker/env.ts";
import { validate } from "#worker/http/validate.ts";
import { listActivity } from "./service.ts";
import { toCsv } from "./csv.ts";

/** A spreadsheet is long: `Link` leads to the rest of it (RFC 8288), which has no line of column names. */
const CSV_PAGE_SIZE = 1000;

/** For system administrators only: `app.ts` mounts it behind `requireAdmin`. */
export const activityRoutes = new Hono<App>()
  .get("/activity", validate("query", activityQuerySchema), async (c) =>
    c.json(await listActivity(c.get("context"), c.req.valid("query"), PAGE_SIZE)),
  )
  .get("/activity.csv", validate("query", activityQuerySchema), async (c) => {
    const query = c.req.valid("query");
    const { items, nextCursor } = await listActivity(c.get("context"), query, CSV_PAGE_SIZE);
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", 'attachment; filename="muster-activity.csv"');
    if (nextCursor !== null) {
      const next = new URL(c.req.url);
      next.searchParams.set("cursor", nextCursor);
      c.header("Link", `<${next.pathname}${next.search}>; rel="next"`);
    }
    return c.body(toCsv(items, query.cursor === undefined));
  });
