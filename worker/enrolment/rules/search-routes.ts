import { Hono } from "hono";
import { eveSearchQuerySchema, titlesQuerySchema } from "#shared/requirements/search.ts";
import type { DeclaredFacts, ManagedServers } from "#shared/requirements/search.ts";
import { administrators, limitUser, users } from "#worker/auth/sessions/require-user.ts";
import { run } from "#worker/db/batch.ts";
import type { App } from "#worker/env.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { readTitles, searchEve, selectDeclaredFacts, selectManagedServers } from "./eve-search.ts";

const limitSearch = limitUser("SEARCH_LIMIT");

/** `/api/requirements`: what the editor of requirements searches. */
export const requirementSearchRoutes = new Hono<App>()
  .get(
    "/search",
    users({ reads: PRIMARY.leaders }),
    limitSearch,
    validate("query", eveSearchQuerySchema),
    async (c) => c.json(await searchEve(c.get("context"), c.req.valid("query"))),
  )
  .get(
    "/titles",
    administrators({ reads: PRIMARY.administration }),
    limitSearch,
    validate("query", titlesQuerySchema),
    async (c) => c.json(await readTitles(c.get("context"), c.req.valid("query").corporationId)),
  )
  .get("/discord-servers", administrators({ reads: PRIMARY.administration }), async (c) => {
    const servers: ManagedServers = {
      servers: await run(c.get("context").db, selectManagedServers()),
    };
    return c.json(servers);
  })
  .get("/facts", administrators({ reads: PRIMARY.administration }), async (c) => {
    const facts: DeclaredFacts = { facts: await run(c.get("context").db, selectDeclaredFacts()) };
    return c.json(facts);
  });
