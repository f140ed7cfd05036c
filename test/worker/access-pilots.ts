import { administrators } from "./access-row.ts";
import type { Row } from "./access-row.ts";
import { REVIEWS } from "./access-reviews.ts";

const NO_GROUP = { hidden: null };
const USER = { ...NO_GROUP, ids: ["otherMember" as const] };
const BULK = {
  ...NO_GROUP,
  statuses: administrators(200),
  body: { action: "remove", groupId: "{group}", userIds: ["{otherMember}"] },
};

/** Pilots, for system administrators, and reviews of members. */
export const PILOTS: Record<string, Row> = {
  ...REVIEWS,
  "GET /api/admin/pilots": { ...NO_GROUP, statuses: administrators(200) },
  "GET /api/admin/pilots/:id": { ...USER, statuses: administrators(200) },
  "GET /api/admin/pilots/:id/past": {
    ...USER,
    statuses: administrators(200),
    query: "?on=2026-10-03",
  },
  "POST /api/admin/pilots/bulk/preview": BULK,
  "POST /api/admin/pilots/bulk": BULK,
  "DELETE /api/admin/pilots/:id/sessions": { ...USER, statuses: administrators(204) },
};
