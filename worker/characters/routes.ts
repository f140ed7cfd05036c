import { Hono } from "hono";
import { characterParamSchema, characterSearchQuerySchema } from "#shared/characters.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { requireUser } from "#worker/auth/sessions/require-user.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { requireNoGuest } from "#worker/auth/sessions/no-guests.ts";
import { run } from "#worker/db/batch.ts";
import { sendJson } from "#worker/http/json-text.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { countAgainst, rateLimit } from "#worker/http/rate-limit.ts";
import { validate } from "#worker/http/validate.ts";
import { readSheet } from "./sheet.ts";
import { readOverview } from "./overview.ts";
import { refreshOwnCharacter, refreshPublicSheet } from "#worker/characters/refresh/refresh.ts";
import { findMains } from "./search-store.ts";

const limitSearch = rateLimit<SignedIn>("SEARCH_LIMIT", (c) => c.get("actor").userId);
const limitRefresh = rateLimit<SignedIn>("REFRESH_LIMIT", (c) => c.get("actor").userId);

export const characterRoutes = new Hono<SignedIn>()
  .use(requireUser)
  .get("/", async (c) => c.json(await readOverview(c.get("context"), c.get("actor"))))
  .get("/search", limitSearch, validate("query", characterSearchQuerySchema), async (c) => {
    requireNoGuest(c.get("actor"));
    return c.json(await findMains(c.get("context").db, c.req.valid("query").q));
  })
  .get("/:id", validate("param", characterParamSchema), async (c) => {
    const { id } = c.req.valid("param");
    const actor = c.get("actor");
    const beforeLookup = async () => {
      await countAgainst(c.env.MEET_LIMIT, actor.userId);
      const { db, config } = c.get("context");
      await run(db, countAct(config, actor, "lookups"));
    };
    const { detail, isStale } = await readSheet(c.get("context"), actor, id, beforeLookup);
    if (isStale) runBehind(c, refreshPublicSheet(c.get("context"), id));
    return sendJson(c, detail);
  })
  .post("/:id/refresh", limitRefresh, validate("param", characterParamSchema), async (c) =>
    c.json(await refreshOwnCharacter(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  );
