import { createMiddleware } from "hono/factory";
import { sha256 } from "#worker/crypto.ts";
import { isWrite } from "#worker/http/cross-site.ts";
import type { App } from "#worker/env.ts";

const TAG_LENGTH = 22;

/**
 * Tags answers by their bodies, which have only what the application may know, and answers 304 to a client that has the same
 * (RFC 9110, section 13). A client may keep an answer, and asks each time whether it still holds.
 */
export const answerUnchanged = createMiddleware<App>(async (c, next) => {
  await next();
  if (!c.res.ok || isWrite(c)) return;
  const body = await c.res.text();
  const tag = `"${(await sha256(body)).slice(0, TAG_LENGTH)}"`;
  const headers = new Headers(c.res.headers);
  headers.set("ETag", tag);
  headers.set("Cache-Control", "private, no-cache");
  const asked = c.req.header("if-none-match") ?? "";
  // A tag has no comma; a proxy may have made it weak.
  const known = new Set(asked.split(",").map((one) => one.trim().replace(/^W\//, "")));
  const isKnown = known.has(tag) || known.has("*");
  if (isKnown) headers.delete("Content-Type");
  c.res = undefined;
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
});
