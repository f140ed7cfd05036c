import { administrators, owners } from "./access-row.ts";
import type { Row } from "./access-row.ts";

const GROUP = { ids: ["group" as const] };
const ADMIN = { hidden: null, statuses: administrators(200) };

/** Reviews of members: their owner's, and system administrators'. The group of the scene has an open one. */
export const REVIEWS: Record<string, Row> = {
  "GET /api/groups/:id/review": { ...GROUP, statuses: owners(200) },
  "POST /api/groups/:id/review": {
    ...GROUP,
    statuses: owners(409),
    body: { silence: "keep", days: 14 },
  },
  "PUT /api/groups/:id/review/settings": {
    ...GROUP,
    statuses: owners(204),
    body: { everyMonths: 6, silence: "remove" },
  },
  "PUT /api/groups/:id/review/decisions": {
    ...GROUP,
    statuses: owners(204),
    body: { reviewId: "{review}", decisions: [{ userId: "{otherMember}", verdict: "remove" }] },
  },
  "POST /api/groups/:id/review/finish": {
    ...GROUP,
    statuses: owners(200),
    body: { reviewId: "{review}", keep: 4, remove: 0 },
  },
  "GET /api/groups/:id/review/results": { ...GROUP, statuses: owners(200) },
  "GET /api/admin/reviews": ADMIN,
  "POST /api/admin/reviews": {
    ...ADMIN,
    body: { groupIds: ["{group}"], silence: "keep", days: 14 },
  },
};
