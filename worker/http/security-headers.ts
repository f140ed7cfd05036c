import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";

/** On every answer, the API's and the static assets' alike. */
const COMMON_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "X-Frame-Options": "DENY",
};

const API_HEADERS = Object.entries({
  ...COMMON_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
});

/** The document that Discord's popup comes back to. */
export const OPENER_KEEPING_PATH = "/discord/callback";

/** The headers of the SPA's documents. The browser talks to us, the image server and Discord only. */
export function documentHeaders(origins: { images: string; discord: string }) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${origins.images} https://web.ccpgamescdn.com`,
    `connect-src 'self' ${origins.discord}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    ...COMMON_HEADERS,
    "Content-Security-Policy": policy.join("; "),
    // The Discord popup must keep its opener while it visits Discord. The page that it returns to has no such
    // policy (`OPENER_KEEPING_PATH`): with one, it would be cut off from the page that waits for its word.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  };
}

/** Nothing is kept by a cache, unless its handler has said so. */
export const securityHeaders = createMiddleware<App>(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of API_HEADERS) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
});
