import { open } from "./room.ts";
import type { Room } from "./room.ts";
import { signedIn } from "./worker-leaves.ts";

type Parts = { inGroups: string[]; requirementParts: string[] };

/** Who is this, what may they see, and why: reads what the other domains have written. */
export const pilotRooms = ({ inGroups, requirementParts }: Parts): Record<string, Room> => ({
  "worker/pilots": open(
    ...signedIn,
    "worker/auth/administrators",
    "worker/discord/servers/roles",
    "worker/groups/pending.ts",
    "worker/pilots/access",
    "worker/pilots/bulk",
    "worker/pilots/past",
    "worker/requirements/evidence/facts.ts",
  ),
  "worker/pilots/bulk": open(
    ...signedIn,
    "worker/groups/group",
    "worker/groups/invitations",
    "worker/groups/members",
    "worker/requirements",
    "worker/requirements/held",
    "worker/requirements/passes",
  ),
  "worker/pilots/past": open(...signedIn, "worker/pilots/access", "worker/pilots/who"),
  "worker/pilots/who": open(...signedIn, "worker/groups/group"),
  "worker/pilots/access": open(
    ...inGroups,
    ...requirementParts,
    "worker/discord/servers/roles",
    "worker/groups/group",
    "worker/requirements/passes",
    "worker/reviews/views.ts",
    "worker/roster",
  ),
});
