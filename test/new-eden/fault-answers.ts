import type { Fault, FaultKind } from "./faults.ts";
import { now } from "./world.ts";
import type { World } from "./world.ts";

/** Faults that answer instead of the service. */
export const STATUS_FAULTS = [
  "connection_reset",
  "server_error",
  "error_reference",
  "bad_gateway",
  "unavailable",
  "gateway_timeout",
  "error_limited",
  "rate_limited",
  "ip_banned",
  "downtime",
  "date_refused",
  "not_found",
] as const satisfies FaultKind[];

/** Faults that damage a good response. */
export const CONTENT_FAULTS = [
  "malformed_json",
  "null_fields",
  "title_markup",
] as const satisfies FaultKind[];

/** Faults in the headers of a good response, or of a 304. */
export const HEADER_FAULTS = [
  "no_pages",
  "bare_not_modified",
  "two_servers",
] as const satisfies FaultKind[];

const CACHE_HEADERS = ["ETag", "Expires", "Cache-Control", "Last-Modified", "X-Pages"];
/** As two servers of ESI were seen to differ: https://github.com/esi/esi-issues/issues/895 */
const OTHER_SERVER_BEHIND_MS = (14 * 60 + 25) * 1000;

/** The response with the headers that the fault leaves. */
export function damageHeaders(fault: Fault, response: Response): Response {
  const { status, body } = response;
  const headers = new Headers(response.headers);
  const modifiedAt = headers.get("Last-Modified");
  switch (HEADER_FAULTS.find((kind) => kind === fault.kind)) {
    case "no_pages":
      headers.delete("X-Pages");
      break;
    case "bare_not_modified":
      if (status === 304) for (const name of CACHE_HEADERS) headers.delete(name);
      break;
    case "two_servers":
      fault.changed = (fault.changed ?? 0) + 1;
      if (fault.changed % 2 === 0 && modifiedAt !== null) {
        const behind = new Date(Date.parse(modifiedAt) - OTHER_SERVER_BEHIND_MS);
        headers.set("Last-Modified", behind.toUTCString());
      }
      break;
    case undefined:
  }
  return new Response(body, { status, headers });
}

export const ERROR_LIMITED =
  "This software has exceeded the error limit for ESI. If you are a user, please contact the maintainer of this software. If you are a developer/maintainer, please make a greater effort in the future to receive valid responses.";
const TRANQUILITY_IS_DOWN = "The datasource tranquility is temporarily unavailable";
const DEFAULT_RETRY_AFTER_SECONDS = 30;

/** The paths that answer during downtime, from ESI's cache. */
const STATIC_PATHS = /^\/(meta|universe|markets\/prices|corporations\/npccorps)(\/|$)/;

/** Discord's own errors have CORS headers; those of the servers in front of it do not. */
const CROSS_ORIGIN = { "Access-Control-Allow-Origin": "*" };

/** Tells the adapter to break the connection instead of answering. */
export const RESET_HEADER = "x-new-eden-reset";

/** The response of a fault; undefined when the path is not affected. */
export function answerFault(fault: Fault, world: World, path: string): Response | undefined {
  const seconds = String(fault.retryAfter ?? DEFAULT_RETRY_AFTER_SECONDS);
  switch (STATUS_FAULTS.find((kind) => kind === fault.kind)) {
    case "connection_reset":
      return new Response(null, { status: 500, headers: { [RESET_HEADER]: "1" } });
    case "server_error":
      if (fault.service === "sso") return json(500, { Message: "An error has occurred." });
      return fault.service === "discord"
        ? json(500, { message: "500: Internal Server Error", code: 0 }, CROSS_ORIGIN)
        : json(500, { error: "Internal server error" });
    case "error_reference":
      return new Response("Internal server error. Error ref: 5f3a9c01d7e24b86", { status: 500 });
    case "bad_gateway":
      return html(502, "Bad Gateway");
    case "unavailable":
      return fault.service === "esi"
        ? json(503, { error: TRANQUILITY_IS_DOWN })
        : html(503, "Service Temporarily Unavailable");
    case "gateway_timeout":
      return fault.service === "esi"
        ? json(504, { error: "Timeout contacting tranquility", timeout: 10 })
        : html(504, "Gateway Time-out");
    case "error_limited":
      return json(420, { error: ERROR_LIMITED }, errorLimitHeaders(world, Number(seconds)));
    case "rate_limited":
      return fault.service === "discord"
        ? discordRateLimit(fault, seconds)
        : json(429, { error: "Too many requests" }, { "Retry-After": seconds });
    case "ip_banned":
      return banned(Number(seconds));
    case "date_refused":
      return json(400, { error: "Invalid compatibility date" });
    case "not_found":
      return json(404, { error: "Not found" });
    case "downtime":
      return STATIC_PATHS.test(path) ? undefined : json(503, { error: TRANQUILITY_IS_DOWN });
    case undefined:
      return undefined;
  }
}

function discordRateLimit({ scope = "user" }: Fault, seconds: string) {
  const global = scope === "global";
  return json(
    429,
    { message: "You are being rate limited.", retry_after: Number(seconds), global },
    {
      ...CROSS_ORIGIN,
      "Retry-After": seconds,
      "X-RateLimit-Scope": scope,
      ...(global && { "X-RateLimit-Global": "true" }),
    },
  );
}

/** Cloudflare's refusal of a banned address: not JSON, and without the headers of Discord's limits. */
export function banned(seconds: number) {
  return new Response("error code: 1015", {
    status: 429,
    headers: { "Content-Type": "text/plain; charset=UTF-8", "Retry-After": String(seconds) },
  });
}

/** A forced 420 closes the window for real: every further route is refused until it ends. */
function errorLimitHeaders(world: World, seconds: number) {
  world.esi.errors = { windowStart: now(world) - 60_000 + seconds * 1000, count: 100 };
  return { "X-ESI-Error-Limit-Remain": "0", "X-ESI-Error-Limit-Reset": String(seconds) };
}

function json(status: number, body: object, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

function html(status: number, title: string) {
  return new Response(
    `<html><head><title>${status} ${title}</title></head><body><h1>${status} ${title}</h1></body></html>`,
    { status, headers: { "Content-Type": "text/html" } },
  );
}
