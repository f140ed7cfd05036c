import type { Variables } from "#worker/ground/config.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";

export const NEW_EDEN_PATH = "/new-eden";

/** What Muster calls of New Eden: not its switches. */
const CALLED = new RegExp(`^${NEW_EDEN_PATH}/(?:sso|esi|images|discord)/`);

/** Whether Muster may call an address: `origins` are those of the demo. A visitor's webhook may lead anywhere. */
export function isCalled(
  { origin, pathname }: URL,
  origins: ReadonlyMap<string, unknown>,
): boolean {
  return origins.has(origin) && CALLED.test(pathname);
}

/** The variables of the demo: all are known to the whole world, and none opens anything real. */
export function demoVars(origin: string) {
  return {
    ...localVars(0),
    ...newEdenUrls(origin + NEW_EDEN_PATH),
    // Every visitor is one of the same few pilots.
    DAILY_LIMITS: "logins=999999,rows=999999",
    PLAN: "free",
  } satisfies Required<Variables>;
}
