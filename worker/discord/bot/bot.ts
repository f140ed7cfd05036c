import * as z from "zod/mini";
import type { Config } from "#worker/ground/config.ts";
import type { Buckets } from "#worker/db/schema/discord-servers.ts";
import { parseIfJson } from "#worker/http/json-text.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";

const TIMEOUT_MS = 10_000;
const DEFAULT_RETRY_AFTER_MS = 60_000;
/** What Discord's firewall does not lift sooner: https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans */
const BAN_MS = 60 * 60 * 1000;

/** A request to Discord's API. `route` names its limit: the path without the ids of members and roles. */
export type BotRequest<Data> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  route: string;
  path: string;
  schema: z.ZodMiniType<Data>;
  body?: object;
  /** Without the bot's token: the address has a token of its own. */
  isAnonymous?: true;
  /** For the server's audit log. */
  reason?: string;
};

/** A request that reads. `route`: where the path has more ids than the limit counts by. */
export function get<Data>(
  path: string,
  schema: z.ZodMiniType<Data>,
  route = path,
): BotRequest<Data> {
  return { method: "GET", route, path, schema };
}

/**
 * How Discord answered. `refused`: with one of its error codes (0 without one). `limited`: too many requests; `isBan` if
 * Discord's firewall says so. `waits`: not sent, since the limit of its route is used up.
 */
export type BotAnswer<Data> = { state: "ok"; data: Data } | Failure;
export type Failure = BotRefusal | { state: "waits"; untilMs: number };
export type BotRefusal =
  | { state: "refused"; status: number; code: number }
  | { state: "limited"; retryAfterMs: number; isBan: boolean }
  | { state: "unavailable" };

/** Sends requests as the bot. Learns Discord's limits from `buckets` on, and counts its requests. */
export type Bot = {
  call: <Data>(request: BotRequest<Data>) => Promise<BotAnswer<Data>>;
  /** When the limit of its route lets the request pass, as far as is known: now, or later. */
  freeAt: (request: BotRequest<unknown>) => number;
  calls: () => number;
  buckets: () => Buckets;
};

/** What the requests of the bot need of the configuration. */
type BotConfig = Pick<Config, "DISCORD_URL" | "DISCORD_BOT_TOKEN" | "ESI_CONTACT">;

export function openBot(config: BotConfig, known: Buckets): Bot {
  let buckets = known;
  let calls = 0;
  return {
    calls: () => calls,
    buckets: () => buckets,
    freeAt: (request) => mayCallAt(buckets, routeOf(request), Date.now()),
    call: async (request) => {
      const now = Date.now();
      const untilMs = mayCallAt(buckets, routeOf(request), now);
      if (untilMs > now) return { state: "waits", untilMs };
      calls += 1;
      const response = await send(config, request);
      if (response === undefined) return { state: "unavailable" };
      buckets = learn(buckets, routeOf(request), response.headers, Date.now());
      return answerOf(request, response);
    },
  };
}

function routeOf({ method, route }: BotRequest<unknown>): string {
  return `${method} ${route}`;
}

/** In the form that Discord demands: https://discord.com/developers/docs/reference#user-agent */
export function userAgentOf({ ESI_CONTACT }: Pick<Config, "ESI_CONTACT">): string {
  return `DiscordBot (${ESI_CONTACT || "Muster"}, ${PRODUCT_VERSION})`;
}

type Received = { status: number; headers: Headers; text: string };

async function send(
  config: BotConfig,
  { method, path, body, isAnonymous, reason }: BotRequest<unknown>,
): Promise<Received | undefined> {
  const headers = new Headers({ "user-agent": userAgentOf(config) });
  if (!isAnonymous) headers.set("authorization", `Bot ${config.DISCORD_BOT_TOKEN}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  if (reason !== undefined) headers.set("x-audit-log-reason", encodeURIComponent(reason));
  try {
    const response = await fetch(`${config.DISCORD_URL}/api/v10${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return undefined;
  }
}

const errorSchema = z.object({ code: z._default(z.number(), 0) });
const limitSchema = z.object({ retry_after: z.number() });

function answerOf<Data>(request: BotRequest<Data>, received: Received): BotAnswer<Data> {
  const { status, headers, text } = received;
  const json = parseIfJson(text);
  if (status === 429) {
    const isBan = json === undefined;
    return { state: "limited", retryAfterMs: retryAfterOf(json, headers, isBan), isBan };
  }
  if (status >= 500) return { state: "unavailable" };
  if (status >= 400) {
    return { state: "refused", status, code: errorSchema.safeParse(json).data?.code ?? 0 };
  }
  const parsed = request.schema.safeParse(json);
  return parsed.success ? { state: "ok", data: parsed.data } : { state: "unavailable" };
}

function retryAfterOf(json: unknown, headers: Headers, isBan: boolean): number {
  const seconds =
    limitSchema.safeParse(json).data?.retry_after ?? Number(headers.get("retry-after"));
  const retryAfterMs = seconds > 0 ? Math.ceil(seconds * 1000) : DEFAULT_RETRY_AFTER_MS;
  return isBan ? Math.max(BAN_MS, retryAfterMs) : retryAfterMs;
}

export const NO_BUCKETS: Buckets = { routes: {}, limits: {} };

/** When the next request of this route may be sent; `now` if at once. */
function mayCallAt({ routes, limits }: Buckets, route: string, now: number): number {
  const limit = limits[routes[route] ?? ""];
  return limit === undefined || limit.remaining > 0 ? now : Math.max(now, limit.resetAt);
}

/**
 * The buckets after a response. Limits are only what headers say. A bucket counts for each channel, server and webhook by itself:
 * https://discord.com/developers/docs/topics/rate-limits
 */
function learn(buckets: Buckets, route: string, headers: Headers, now: number): Buckets {
  const bucket = headers.get("x-ratelimit-bucket");
  const remaining = Number(headers.get("x-ratelimit-remaining") ?? Number.NaN);
  const resetAfter = Number(headers.get("x-ratelimit-reset-after") ?? Number.NaN);
  if (bucket === null || !Number.isFinite(remaining) || !Number.isFinite(resetAfter)) {
    return buckets;
  }
  const resetAt = now + Math.ceil(resetAfter * 1000);
  const [resource = ""] = /\/(?:channels|guilds|webhooks)\/[^/]+/.exec(route) ?? [];
  const limit = bucket + resource;
  return {
    routes: { ...buckets.routes, [route]: limit },
    limits: { ...buckets.limits, [limit]: { remaining, resetAt } },
  };
}

/** Without the limits that have been reset: what is stored does not grow. */
export function withoutReset({ routes, limits }: Buckets, now: number): Buckets {
  const open = Object.entries(limits).filter(([, { resetAt }]) => resetAt > now);
  const names = new Set(open.map(([bucket]) => bucket));
  return {
    routes: Object.fromEntries(Object.entries(routes).filter(([, bucket]) => names.has(bucket))),
    limits: Object.fromEntries(open),
  };
}
