import { Hono } from "hono";
import { activityQuerySchema } from "#shared/events/activity.ts";
import { PAGE_SIZE } from "#shared/page.ts";
import { administrators } from "#worker/auth/sessions/require-user.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { validate } from "#worker/http/validate.ts";
import { listActivity } from "#worker/audit/service.ts";
import { acceptedLanguages, wordsIn } from "#worker/language/words.ts";
import { toCsv, toCsvLines } from "./csv.ts";

export const activityRoutes = new Hono<App>()
  .get(
    "/activity",
    administrators({ reads: PRIMARY.administration }),
    validate("query", activityQuerySchema),
    async (c) => c.json(await listActivity(c.get("context"), c.req.valid("query"), PAGE_SIZE)),
  )
  .get(
    "/activity.csv",
    administrators({ reads: PRIMARY.administration }),
    validate("query", activityQuerySchema),
    async (c) => {
      const query = c.req.valid("query");
      const context = c.get("context");
      // `Link` leads to the rest (RFC 8288), which has no line of column names.
      const { exportedEvents } = BUDGETS[context.config.PLAN];
      const { items, nextCursor } = await listActivity(context, query, exportedEvents);
      c.header("Content-Type", "text/csv; charset=utf-8");
      c.header("Content-Disposition", 'attachment; filename="muster-activity.csv"');
      if (nextCursor !== null) {
        const next = new URL(c.req.url);
        next.searchParams.set("cursor", nextCursor);
        c.header("Link", `<${next.pathname}${next.search}>; rel="next"`);
      }
      if (query.cursor !== undefined) return c.body(toCsvLines(items));
      const words = await wordsIn(...acceptedLanguages(c.req.header("accept-language")));
      return c.body(toCsv(items, words));
    },
  );
