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
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { programs, requireToken } from "./caller.ts";
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
  .get("/token", programs(undefined, { reads: PRIMARY.programs }), (c) =>
    c.json(c.get("caller").info),
  )
  .get(
    "/pilots",
    programs("pilots", { reads: PRIMARY.programs }),
    validate("query", apiNameQuery),
    async (c) =>
      c.json(await findPilots(c.get("context"), c.get("caller"), c.req.valid("query").name)),
  )
  .post(
    "/pilots/lookup",
    programs("pilots", { lasts: STAYS.noSession, takes: TAKES.own, cost: COSTS.reads }),
    validate("json", apiLookupBody),
    async (c) => c.json(await lookUp(c.get("context"), c.get("caller"), c.req.valid("json"))),
  )
  .get(
    "/pilots/:id",
    programs("pilots", { reads: PRIMARY.programs }),
    validate("param", apiIdParam),
    async (c) => c.json(await getPilot(c.get("context"), c.get("caller"), c.req.valid("param").id)),
  )
  .get(
    "/pilots/:id/groups",
    programs("groups", { reads: PRIMARY.programs }),
    validate("param", apiIdParam),
    async (c) =>
      c.json(await listGroupsOfPilot(c.get("context"), c.get("caller"), c.req.valid("param").id)),
  )
  .get(
    "/characters/:id/pilot",
    programs("pilots", { reads: PRIMARY.programs }),
    validate("param", apiCharacterParam),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await getPilotOfCharacter(c.get("context"), c.get("caller"), id));
    },
  )
  .get("/groups", programs("groups", { reads: PRIMARY.programs }), async (c) =>
    c.json(await listGroups(c.get("context"), c.get("caller"))),
  )
  .get(
    "/groups/:id/members",
    programs("members", { reads: PRIMARY.programs }),
    validate("param", apiIdParam),
    validate("query", apiPageQuery),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor } = c.req.valid("query");
      return c.json(await listMembers(c.get("context"), c.get("caller"), id, cursor));
    },
  )
  .get("/facts", programs("facts", { reads: PRIMARY.programs }), async (c) =>
    c.json(await listFacts(c.get("context"), c.get("caller"))),
  )
  .put(
    "/facts/:key",
    programs("facts", { lasts: STAYS.noSession, takes: TAKES.own, cost: { application: 4 } }),
    validate("param", apiFactParam),
    validate("json", apiFactsBody),
    async (c) => {
      const { key } = c.req.valid("param");
      const given = c.req.valid("json");
      const repeatable = await readRepeatable(c, given);
      const [context, caller] = [c.get("context"), c.get("caller")];
      return c.json(await writeFacts(context, caller, key, { given, repeatable }));
    },
  )
  .get("/corporations", programs("roster", { reads: PRIMARY.programs }), async (c) =>
    c.json(await listCorporations(c.get("context"))),
  )
  .get(
    "/corporations/:id/roster",
    programs("roster", { reads: PRIMARY.programs }),
    validate("param", apiCorporationParam),
    validate("query", apiPageQuery),
    async (c) => {
      const { id } = c.req.valid("param");
      const { cursor } = c.req.valid("query");
      return c.json(await listRoster(c.get("context"), c.get("caller"), id, cursor));
    },
  );
