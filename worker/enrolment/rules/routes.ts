import { Hono } from "hono";
import { checkUserSchema, previewRuleSchema, saveRuleSchema } from "#shared/requirements/rule.ts";
import { eveSearchQuerySchema, titlesQuerySchema } from "#shared/requirements/search.ts";
import type { DeclaredFacts, ManagedServers } from "#shared/requirements/search.ts";
import { administrators, limitUser, users } from "#worker/auth/sessions/require-user.ts";
import { run } from "#worker/db/batch.ts";
import { COSTS, PRIMARY, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { checkUser } from "./check-user.ts";
import { readTitles, searchEve, selectDeclaredFacts, selectManagedServers } from "./eve-search.ts";
import { previewRequirements } from "./preview.ts";
import { getRequirements, saveRequirements } from "./service.ts";

/** `/api/groups/:id/requirements`. */
export const requirementRoutes = new Hono<App>()
  .get("/:id/requirements", users({ reads: "replica" }), byId, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await getRequirements(c.get("context"), c.get("actor"), id));
  })
  .put(
    "/:id/requirements",
    users({
      lasts: PROOF_WHEN.opens,
      takes: {
        previews: "POST /api/groups/:id/requirements/preview",
        ...TAKES.byUndo,
      },
      cost: COSTS.edit,
    }),
    byId,
    validate("json", saveRuleSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await saveRequirements(c.get("context"), c.get("actor"), id, input));
    },
  )
  .post(
    "/:id/requirements/preview",
    users({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.look }),
    byId,
    validate("json", previewRuleSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await previewRequirements(c.get("context"), c.get("actor"), id, input));
    },
  )
  .post(
    "/:id/requirements/check",
    users({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.look }),
    byId,
    validate("json", checkUserSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      return c.json(await checkUser(c.get("context"), c.get("actor"), id, input));
    },
  );

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
