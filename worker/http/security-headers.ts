import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";

/** On every response, of the API and of static assets. */
const COMMON_HEADERS = {
  "Cross-Origin-Resource-Policy": "same-origin",
  // This host alone: a community's own domain may have other services below it.
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "X-Frame-Options": "DENY",
};

const API_HEADERS = Object.entries({
  ...COMMON_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
});

/** The document to which Discord's popup returns. */
export const OPENER_KEEPING_PATH = "/discord/callback";

/** `inlineScripts`: "sha256-…" of each script that stands in the document itself. */
type DocumentSources = { images: string; discordTokenUrl: string; inlineScripts: string[] };

/**
 * The headers of the SPA's documents. The browser connects only to this site, and to Discord's token endpoint; pictures
 * come from the image server. Nothing of the SPA turns text into script: there is no Trusted Types policy.
 */
export function documentHeaders(sources: DocumentSources) {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...sources.inlineScripts.map((hash) => `'${hash}'`)].join(" "),
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${sources.images} https://web.ccpgamescdn.com`,
    `connect-src 'self' ${sources.discordTokenUrl}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    ...COMMON_HEADERS,
    "Content-Security-Policy": policy.join("; "),
    // Keeps the opener of the Discord popup while it visits Discord. The page to which it returns must have no such policy
    // (`OPENER_KEEPING_PATH`): it would be separated from the page that waits for its message.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  };
}

/**
 * The documents of invite links, besides `documentHeaders`. The address is a secret: it is kept out of caches, search engines
 * and the `Referer` of other requests.
 */
export const INVITE_LINK_PATH = "/i/*";
export const INVITE_LINK_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

/** Responses are not cached unless their handler sets `Cache-Control`. */
export const securityHeaders = createMiddleware<App>(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of API_HEADERS) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
});
