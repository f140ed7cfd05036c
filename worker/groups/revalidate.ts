import { createMiddleware } from "hono/factory";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { isWrite } from "#worker/http/cross-site.ts";

/**
 * Browsers keep what they read of groups and ask every time whether it still holds: while nothing has happened
 * since, 304 costs what the session costs. The tag names everything that an answer depends on: the release, who
 * asks and with which rights, and the latest events. Not for what changes with the time of day alone.
 */
export const revalidate = createMiddleware<SignedIn>(async (c, next) => {
  const findState = c.get("findState");
  if (findState === undefined || isWrite(c)) return next();
  const { userId, isAdmin } = c.get("actor");
  const release = c.env.VERSION.id;
  const findTag = async () =>
    `W/"${[release, userId, isAdmin ? "admin" : "user", await findState()].join(".")}"`;
  const headers = { "Cache-Control": "private, no-cache", Vary: "Authorization" };

  const held = c.req.header("if-none-match");
  if (held !== undefined && held === (await findTag())) {
    return c.body(null, 304, { ...headers, ETag: held });
  }
  await next();
  if (!c.res.ok) return;
  for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  c.res.headers.set("ETag", await findTag());
});
