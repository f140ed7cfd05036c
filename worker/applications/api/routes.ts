import { Hono } from "hono";
import {
  apiCharacterParam,
  apiCorporationParam,
  apiFactParam,
  apiFactsBody,
  apiIdParam,
  apiLookupBody,
  apiNameQuery,
  apiPageQuery,
} from "#shared/applications/api.ts";
import { BUDGETS } from "#worker/config.ts";
import { validate } from "#worker/http/validate.ts";
import { requireRight, requireToken } from "./caller.ts";
import type { Called } from "./caller.ts";
import { listFacts, writeFacts } from "./facts.ts";
import { listGroups, listMembers } from "./groups.ts";
import { readRepeatable } from "./idempotency.ts";
import { findPilots, getPilot, getPilotOfCharacter, listGroupsOfPilot, lookUp } from "./pilots.ts";
import { listCorporations, listRoster } from "./rosters.ts";
import { answerUnchanged } from "./unchanged.ts";

/** `/api/v1`, for applications. Its document is made from `shared/applications/api.ts`. */
export const applicationApi = new Hono<Called>()
  .use(requireToken)
  .use(answerUnchanged)
  .get("/token", (c) => c.json(c.get("caller").info))
  .get("/pilots", requireRight("pilots"), validate("query", apiNameQuery), async (c) =>
    c.json(await findPilots(c.get("context"), c.get("caller"), c.req.valid("query").name)),
  )
  .post("/pilots/lookup", requireRight("pilots"), validate("json", apiLookupBody), async (c) =>
    c.json(await lookUp(c.get("context"), c.get("caller"), c.req.valid("json"))),
  )
  .get("/pilots/:id", requireRight("pilots"), validate("param", apiIdParam), async (c) =>
    c.json(await getPilot(c.get("context"), c.get("caller"), c.req.valid("param").id)),
  )
  .get("/pilots/:id/groups", requireRight("groups"), validate("param", apiIdParam), async (c) =>
    c.json(await listGroupsOfPilot(c.get("context"), c.get("caller"), c.req.valid("param").id)),
  )
  .get(
    "/characters/:id/pilot",
    requireRight("pilots"),
    validate("param", apiCharacterParam),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await getPilotOfCharacter(c.get("context"), c.get("caller"), id));
    },
  )
  .get("/groups", requireRight("groups"), async (c) =>
    c.json(await listGroups(c.get("context"), c.get("caller"))),
  )
  .get(
    "/groups/:id/members",
    requireRight("members"),
    validate("param", apiIdParam),
    validate("query", apiPageQuery),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor } = c.req.valid("query");
      return c.json(await listMembers(c.get("context"), c.get("caller"), id, cursor));
    },
  )
  .get("/facts", requireRight("facts"), async (c) =>
    c.json(await listFacts(c.get("context"), c.get("caller"))),
  )
  .put(
    "/facts/:key",
    requireRight("facts"),
    validate("param", apiFactParam),
    validate("json", apiFactsBody),
    async (c) => {
      const { key } = c.req.valid("param");
      const given = c.req.valid("json");
      const repeatable = await readRepeatable(c, given);
      const limit = BUDGETS[c.get("context").config.PLAN].factValues;
      c.header("RateLimit-Policy", `"facts";q=${limit};w=86400`, { append: true });
      const [context, caller] = [c.get("context"), c.get("caller")];
      return c.json(await writeFacts(context, caller, key, { given, repeatable }));
    },
  )
  .get("/corporations", requireRight("roster"), async (c) =>
    c.json(await listCorporations(c.get("context"))),
  )
  .get(
    "/corporations/:id/roster",
    requireRight("roster"),
    validate("param", apiCorporationParam),
    validate("query", apiPageQuery),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor } = c.req.valid("query");
      return c.json(await listRoster(c.get("context"), c.get("caller"), id, cursor));
    },
  );
