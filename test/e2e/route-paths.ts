import { EVE_CALLBACK_PATHS } from "#shared/account/sign-in-paths.ts";
import type { AppRoute } from "#web/app/routes.tsx";

/** The paths of all pages, without the addresses that lead to another page. */
export function pathsOf(routes: readonly AppRoute[]): string[] {
  return routes.flatMap(({ path, load, children }) =>
    children ? pathsOf(children) : load && path !== undefined ? [path] : [],
  );
}

/** Their addresses mean something in the middle of a sign-in only. */
const IN_A_SIGN_IN = new Set<string>([
  "/",
  "/claim-main",
  "/discord/callback",
  "/consent",
  "/sign-out",
  ...EVE_CALLBACK_PATHS,
]);

/** The pages behind the login whose address has no parameter. */
export function plainPagesOf(routes: readonly AppRoute[]): string[] {
  return pathsOf(routes).filter((path) => !/[:*]/.test(path) && !IN_A_SIGN_IN.has(path));
}
