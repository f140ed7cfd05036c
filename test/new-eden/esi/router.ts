import type { Context } from "hono";
import { finishKicks } from "#test/new-eden/people/departures.ts";
import { now } from "#test/new-eden/world.ts";
import type { NewEdenApp, World } from "#test/new-eden/world.ts";
import { answerFromCache, cacheHeaders, isNotModified } from "./cache.ts";
import type { Call } from "./call.ts";
import { COMPATIBILITY_DATE, findRoute } from "./document.ts";
import type { Route } from "./document.ts";
import { EsiError } from "./error.ts";
import { HANDLERS } from "./handlers/all.ts";
import { checkErrorLimit, costOf, countError, errorLimitHeaders, openBucket } from "./limits.ts";
import { checkRoles, checkScopes, readToken } from "./token.ts";
import type { Token } from "./token.ts";

type Reply = { status: number; body: string | null; headers?: Record<string, string> };

const LARGEST_BODY = 1_000;
const HASH = "killmail_hash";

/** ESI: the checks and headers that all routes share, around the handler. */
export async function esi(c: Context<NewEdenApp>): Promise<Response> {
  const { world } = c.env;
  finishKicks(world);
  const found = findRoute(c.req.method, c.req.path.slice("/esi".length));
  const limit = found?.route.operation["x-rate-limit"];
  const payer = { name: "the address" };
  let reply: Reply;
  let headers: Record<string, string>;
  try {
    checkErrorLimit(world);
    checkHeaders(c);
    if (found === undefined) throw new EsiError(404, "Requested path does not exist");
    const token = found.route.operation.security
      ? await readToken(world, c.req.header("authorization"))
      : undefined;
    if (token !== undefined) payer.name = `${token.clientId}:${token.characterId}`;
    const retryAfter = limit && openBucket(world, limit, payer.name).retryAfter();
    if (retryAfter !== undefined) throw new RateLimitedError(retryAfter);
    reply = await answer(c, found.route, found.parameters, token);
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    reply = {
      status: error.status,
      body: JSON.stringify(error.body),
      ...(error instanceof RateLimitedError && { headers: { "Retry-After": error.retryAfter } }),
    };
  }
  if (limit === undefined || reply.status === 420) {
    if (reply.status >= 400 && reply.status !== 420) countError(world);
    headers = errorLimitHeaders(world);
  } else {
    const bucket = openBucket(world, limit, payer.name);
    bucket.spend(costOf(reply.status));
    headers = bucket.headers(costOf(reply.status));
  }
  return new Response(reply.body, {
    status: reply.status,
    headers: {
      ...COMMON_HEADERS,
      ...(reply.body !== null && { "Content-Type": "application/json" }),
      ...common(world),
      ...headers,
      ...reply.headers,
    },
  });
}

class RateLimitedError extends EsiError {
  readonly retryAfter: string;

  constructor(seconds: number) {
    super(429, "Too many requests");
    this.retryAfter = String(seconds);
  }
}

const COMMON_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Content-Type,Warning,ETag,X-Pages,X-ESI-Error-Limit-Remain,X-ESI-Error-Limit-Reset",
};

function common(world: World) {
  return {
    Date: new Date(now(world)).toUTCString(),
    "X-Compatibility-Date": COMPATIBILITY_DATE,
    "X-ESI-Request-ID": crypto.randomUUID(),
  };
}

/** Requires a User-Agent and the only supported compatibility date. */
function checkHeaders(c: Context<NewEdenApp>) {
  const agent =
    c.req.header("x-user-agent") ?? c.req.header("user-agent") ?? c.req.query("user_agent");
  if (!agent) throw new EsiError(400, "A User-Agent is required");
  const date = c.req.header("x-compatibility-date") ?? c.req.query("compatibility_date");
  if (date !== COMPATIBILITY_DATE) throw new EsiError(400, `Invalid compatibility date: ${date}`);
}

async function answer(
  c: Context<NewEdenApp>,
  { key, operation, method }: Route,
  parameters: Record<string, string>,
  token: Token | undefined,
): Promise<Reply> {
  const { world } = c.env;
  const ids = Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => name !== HASH)
      .map(([name, text]) => [name, readId(name, text)]),
  );
  const hash = parameters[HASH] ?? "";
  if (token !== undefined) {
    checkScopes(operation, token, ids["character_id"]);
    const corporationId = ids["corporation_id"];
    if (corporationId !== undefined) checkRoles(world, operation, token, corporationId);
  }
  const handler = HANDLERS[key];
  if (handler === undefined) throw new Error(`New Eden has no handler for ${key}.`);
  const page = readPage(c.req.query("page"));
  const language = c.req.header("accept-language") ?? "en";
  const call: Call = { world, ids, hash, page, language, body: [], token };
  if (method === "POST") {
    const { body } = handler({ ...call, body: await readBody(c) });
    return { status: 200, body: JSON.stringify(body) };
  }
  // With a token, the response may differ between pilots.
  const cacheKey = [c.req.path.slice("/esi".length), page, language, token?.characterId].join("#");
  const cached = answerFromCache(world, operation, cacheKey, () => handler(call));
  const headers = cacheHeaders(world, operation, cached.answer);
  return isNotModified(cached.answer, c.req.raw.headers)
    ? { status: 304, body: null, headers }
    : { status: 200, body: cached.body, headers };
}

function readId(name: string, text: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  throw new EsiError(400, "Invalid parameter", {
    details: [{ location: `path.${name}`, message: "expected an integer", value: text }],
  });
}

function readPage(text: string | undefined): number {
  if (text === undefined) return 1;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new EsiError(400, "Invalid parameter", {
    details: [{ location: "query.page", message: "expected a positive integer", value: text }],
  });
}

async function readBody(c: Context<NewEdenApp>): Promise<unknown[]> {
  const body: unknown = await c.req.json().catch(() => undefined);
  if (
    !Array.isArray(body) ||
    body.length === 0 ||
    body.length > LARGEST_BODY ||
    new Set(body).size !== body.length
  ) {
    throw new EsiError(400, "Invalid body");
  }
  return body;
}
