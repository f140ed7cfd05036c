/**
 * The paths of the callback URL that may be registered with EVE: Muster's own, and those of Alliance Auth, SeAT and Neucore,
 * so that a community that moves in keeps its EVE application as it is. The SPA serves all of them; `EVE_CALLBACK_PATH`
 * selects the one that sign-ins use.
 */
export const EVE_CALLBACK_PATHS = [
  "/auth/callback",
  "/sso/callback",
  "/auth/eve/callback",
  "/login-callback",
] as const;
