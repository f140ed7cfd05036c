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

const [FROM, TO] = [0, 1].map((hours) =>
  new Date(Date.now() + (hours - 1) * 60 * 60 * 1000).toISOString(),
);

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
  "GET /api/admin/overview": { hidden: null, statuses: administrators(200) },
  "GET /api/admin/consequences": {
    ...NO_GROUP,
    statuses: administrators(200),
    query: "?act=suspension&id={otherMember}",
  },
  "GET /api/admin/search": { ...NO_GROUP, statuses: administrators(200), query: "?q=a" },
  "GET /api/admin/undo": {
    ...NO_GROUP,
    statuses: administrators(200),
    query: `?userId={otherMember}&from=${FROM}&to=${TO}`,
  },
  "POST /api/admin/undo": {
    ...NO_GROUP,
    statuses: administrators(409),
    body: { userId: "{otherMember}", from: FROM, to: TO, digest: "-".repeat(43) },
  },
  "DELETE /api/admin/pilots/:id/sessions": { ...USER, statuses: administrators(204) },
};
