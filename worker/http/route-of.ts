import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** The route of a request as the app declares it: the method, and the path with its parameters. Empty if there is none. */
export function routeOf(c: Context): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  return route === undefined ? "" : `${route.method} ${route.path}`;
}
