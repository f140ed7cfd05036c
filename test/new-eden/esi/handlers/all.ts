import type { Handler } from "#test/new-eden/esi/call.ts";
import { characterHandlers } from "./characters.ts";
import { corporationHandlers } from "./corporations.ts";
import { fleetHandlers } from "./fleets.ts";
import { membershipHandlers } from "./membership.ts";
import { metaHandlers } from "./meta.ts";
import { nameHandlers } from "./names.ts";
import { organizationHandlers } from "./organizations.ts";
import { sheetHandlers } from "./sheets.ts";
import { universeHandlers } from "./universe.ts";

/** The handler of every simulated route, by method and path. */
export const HANDLERS: Record<string, Handler> = {
  ...metaHandlers,
  ...characterHandlers,
  ...sheetHandlers,
  ...organizationHandlers,
  ...corporationHandlers,
  ...membershipHandlers,
  ...fleetHandlers,
  ...nameHandlers,
  ...universeHandlers,
};
