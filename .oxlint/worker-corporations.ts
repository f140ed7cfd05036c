import { domain, open } from "./room.ts";
import type { Room } from "./room.ts";
import { leaves, signedIn } from "./worker-leaves.ts";

/** What Muster knows of managed corporations. */
export const corporationRooms: Record<string, Room> = {
  "worker/corporations/directors": {
    imports: signedIn,
    doors: [
      "health-rounds.ts",
      "refusals.ts",
      "rotation.ts",
      "service.ts",
      "store.ts",
      "verify.ts",
    ],
  },
  // What is to be said first about a corporation.
  "worker/corporations/status": open(...signedIn),
  // What EVE says about who is in a corporation, as statements.
  "worker/roster/evidence": open(...leaves),
  // Who still has in game what they should not have.
  "worker/roster/drift": open(...signedIn, "worker/community/guests.ts"),
  "worker/roster": {
    imports: [
      ...signedIn,
      "worker/characters/refresh",
      "worker/corporations/directors",
      "worker/corporations/fetch",
      "worker/roster/drift",
      "worker/roster/evidence",
      "worker/universe",
    ],
    doors: ["due-work.ts", "names.ts", "service.ts", "views.ts"],
  },
  "worker/corporations/fetch": {
    imports: [
      ...signedIn,
      "worker/roster/evidence",
      "worker/universe",
      "worker/corporations/directors",
      "worker/requirements/rule-conditions.ts",
    ],
    doors: ["public-info.ts", "run-fetch.ts", "run-store.ts", "service.ts"],
  },
  "worker/corporations": domain(
    ...signedIn,
    "worker/corporations/directors",
    "worker/corporations/fetch",
    "worker/corporations/status",
    "worker/roster/evidence",
  ),
};
