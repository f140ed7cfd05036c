import { managers } from "./access-row.ts";
import type { Row } from "./access-row.ts";

const GROUP = { ids: ["group" as const] };

/** Ends of memberships, and emergency access: the administrator of the scene is no member. */
export const ENDS: Record<string, Row> = {
  "PUT /api/groups/:id/members/ends": {
    ...GROUP,
    statuses: managers(200, 403),
    body: { userIds: ["{otherMember}"], end: { kind: "days", days: 30 } },
  },
  "POST /api/groups/:id/emergency-access": {
    ...GROUP,
    statuses: [401, 403, 403, 403, 403, 201],
    body: { role: "admin", hours: 1, reason: "o7" },
  },
};
