import type { AppRoute } from "#web/app/routes.tsx";

/** The paths of all pages. */
export function pathsOf(routes: readonly AppRoute[]): string[] {
  return routes.flatMap(({ path, children }) => (children ? pathsOf(children) : (path ?? [])));
}
