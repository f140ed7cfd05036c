import type { Variables } from "#worker/config.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";

export const NEW_EDEN_PATH = "/new-eden";

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
