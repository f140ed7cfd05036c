import { localVars } from "#test/new-eden/local-vars.ts";

/** A developer application, as registered at developers.eveonline.com. */
export type Client = { id: string; secret: string; redirectPath: string };

const { EVE_CLIENT_ID, EVE_CLIENT_SECRET } = localVars(0);

/**
 * Muster's application. EVE compares the whole redirect address with the registered one; here every origin
 * may return to the path, since dev servers and tests choose their own port.
 */
export const LOCAL_CLIENT: Client = {
  id: EVE_CLIENT_ID,
  secret: EVE_CLIENT_SECRET,
  redirectPath: "/auth/callback",
};

/** Another application: its tokens have EVE's signature too. */
export const OTHER_CLIENT: Client = {
  id: "somebody-elses-app",
  secret: "another-secret",
  redirectPath: "/auth/callback",
};

export function isRegisteredRedirect(path: string, redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return redirectUri === `${url.origin}${path}`;
}
