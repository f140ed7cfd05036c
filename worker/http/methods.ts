import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { App } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Answers OPTIONS, and refuses methods that the path does not have (RFC 9110 §9.3.7 and §15.5.6). */
export function answerOtherMethods(app: Hono<App>) {
  return createMiddleware<App>(async (c, next) => {
    // Middleware is registered for ALL methods. Hono matches HEAD as GET.
    const hasRoute = matchedRoutes(c).some(({ method }) => method !== "ALL");
    const allowed = hasRoute ? [] : methodsOf(app, c.req.path);
    if (allowed.length === 0) return next();
    c.header("Allow", [...allowed, "OPTIONS"].join(", "));
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    throw new ApiError("method_not_allowed", { method: c.req.method });
  });
}

function methodsOf({ router }: Hono<App>, path: string): string[] {
  const methods = METHODS.filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return methods.includes("GET") ? ["HEAD", ...methods] : methods;
}
