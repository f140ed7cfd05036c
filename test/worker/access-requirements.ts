import { administrators, owners, signedIn } from "./access-row.ts";
import type { Row } from "./access-row.ts";

const GROUP = { ids: ["group" as const] };
const RULE = {
  rule: {
    tree: { type: "discord_linked" },
    enrolment: "manual",
    listing: "everyone",
    graceDays: 3,
  },
  version: null,
};
const HELD = { hidden: null, statuses: administrators(200), ids: ["heldChange" as const] };
const HELD_DECISION = { ...HELD, body: { removalCount: 0, reason: "The alliance split" } };

/** Who may call the routes of requirements and of held changes. */
export const REQUIREMENTS: Record<string, Row> = {
  "GET /api/groups/:id/requirements": { ...GROUP, statuses: signedIn(200) },
  "PUT /api/groups/:id/requirements": { ...GROUP, statuses: owners(200), body: RULE },
  "POST /api/groups/:id/requirements/preview": {
    ...GROUP,
    statuses: owners(200),
    body: { rule: RULE.rule },
  },
  "POST /api/groups/:id/requirements/check": {
    ...GROUP,
    statuses: owners(200),
    body: { rule: RULE.rule, characterName: "Nobody of this Name" },
  },
  "GET /api/requirements/search": {
    hidden: null,
    statuses: signedIn(200),
    query: "?kind=corporation&q=Sable%20Meridian",
  },
  "GET /api/requirements/titles": {
    hidden: null,
    statuses: administrators(200),
    query: "?corporationId=98000001",
  },
  "GET /api/requirements/facts": { hidden: null, statuses: administrators(200) },
  "GET /api/requirements/discord-servers": { hidden: null, statuses: administrators(200) },
  "GET /api/admin/community": { hidden: null, statuses: administrators(200) },
  "PUT /api/admin/community": {
    hidden: null,
    statuses: administrators(200),
    body: { name: null, welcome: null, logo: null, version: 0 },
  },
  "PUT /api/admin/community/members": {
    hidden: null,
    statuses: administrators(200),
    body: { groupId: null, graceDays: 3, version: 0 },
  },
  "GET /api/admin/community/members/preview": {
    hidden: null,
    statuses: administrators(200),
    query: "?groupId={group}",
  },
  "GET /api/admin/held": { hidden: null, statuses: administrators(200) },
  "GET /api/admin/held/:id": HELD,
  "POST /api/admin/held/:id/release": HELD_DECISION,
  "POST /api/admin/held/:id/discard": HELD_DECISION,
  "POST /api/admin/held/:id/compute": HELD,
};
