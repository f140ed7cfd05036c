import type { Room } from "./room.ts";
import { signedIn } from "./worker-leaves.ts";

/** What other programs get: the API, and webhooks. */
export const applicationRooms: Record<string, Room> = {
  "worker/applications/api": {
    imports: [...signedIn, "worker/community/guests.ts", "worker/roster"],
    doors: [],
  },
  "worker/applications/tokens": { imports: signedIn, doors: [] },
  "worker/applications/webhooks": {
    imports: signedIn,
    doors: ["deliver.ts", "delivery-store.ts", "signature.ts"],
  },
};
