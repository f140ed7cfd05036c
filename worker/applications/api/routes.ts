import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
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
import { sha256 } from "#worker/ground/crypto.ts";
import type { App } from "#worker/env.ts";
import { isWrite } from "#worker/http/cross-site.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { programs, requireToken } from "./caller.ts";
import type { Called } from "./caller.ts";
import { listFacts, writeFacts } from "./facts.ts";
import { listCorporations, listGroups, listMembers, listRoster } from "./groups.ts";
import { readRepeatable } from "./idempotency.ts";
import { findPilots, getPilot, getPilotOfCharacter, listGroupsOfPilot, lookUp } from "./pilots.ts";

const TAG_LENGTH = 22;

/**
 * Tags answers by their bodies, which have only what the application may know, and answers 304 to a client that has the same
 * (RFC 9110, section 13). A client may keep an answer, and asks each time whether it still holds.
 */
const answerUnchanged = createMiddleware<App>(async (c, next) => {
  await next();
  if (!c.res.ok || isWrite(c)) return;
  const body = await c.res.text();
  const tag = `"${(await sha256(body)).slice(0, TAG_LENGTH)}"`;
  const headers = new Headers(c.res.headers);
  headers.set("ETag", tag);
  headers.set("Cache-Control", "private, no-cache");
  const asked = c.req.header("if-none-match") ?? "";
  // A tag has no comma; a proxy may have made it weak.
  const known = new Set(asked.split(",").map((tag) => tag.trim().replace(/^W\//, "")));
  const isKnown = known.has(tag) || known.has("*");
  if (isKnown) headers.delete("Content-Type");
  c.res = undefined;
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
});

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
