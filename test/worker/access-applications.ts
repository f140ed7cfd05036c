import { administrators } from "./access-row.ts";
import type { Row } from "./access-row.ts";

const APPLICATION = {
  hidden: null,
  statuses: administrators(200),
  ids: ["application" as const],
};
const WEBHOOK = { ...APPLICATION, ids: ["application" as const, "webhook" as const] };
const DELIVERY = { ...APPLICATION, ids: ["application" as const, "delivery" as const] };
/** No session is a token of an application: api-rights.test.ts has a table of rights. */
const PROGRAMS: Row = { hidden: null, statuses: [401, 401, 401, 401, 401, 401] };

/** Who may call the routes of tokens and webhooks, and of the API for programs. */
export const INTERFACES: Record<string, Row> = {
  "GET /api/admin/applications/:id/tokens": APPLICATION,
  "POST /api/admin/applications/:id/tokens": {
    ...APPLICATION,
    statuses: administrators(201),
    body: { name: "Bot", rights: ["pilots"], days: 30 },
  },
  "DELETE /api/admin/applications/:id/tokens/:tokenId": {
    ...APPLICATION,
    statuses: administrators(204),
    ids: ["application", "apiToken"],
  },
  "GET /api/admin/applications/:id/facts": APPLICATION,
  "POST /api/admin/applications/:id/facts": {
    ...APPLICATION,
    statuses: administrators(201),
    body: {
      key: "last_kill",
      title: "Last kill",
      kind: "date",
      options: [],
      maxAgeHours: 24,
      missing: "unknown",
    },
  },
  "PATCH /api/admin/applications/:id/facts/:key": {
    ...APPLICATION,
    ids: ["application", "fact"],
    body: { title: "Fleets" },
  },
  "DELETE /api/admin/applications/:id/facts/:key": {
    ...APPLICATION,
    ids: ["application", "fact"],
    statuses: administrators(204),
  },
  "GET /api/admin/applications/:id/webhooks": APPLICATION,
  "POST /api/admin/applications/:id/webhooks": {
    ...APPLICATION,
    statuses: administrators(201),
    body: { url: "https://forum.example.com/hook", topics: ["member.left"] },
  },
  "PATCH /api/admin/applications/:id/webhooks/:webhookId": { ...WEBHOOK, body: { isOn: false } },
  "DELETE /api/admin/applications/:id/webhooks/:webhookId": {
    ...WEBHOOK,
    statuses: administrators(204),
  },
  "POST /api/admin/applications/:id/webhooks/:webhookId/secret": WEBHOOK,
  "POST /api/admin/applications/:id/webhooks/:webhookId/test": WEBHOOK,
  "GET /api/admin/applications/:id/deliveries": APPLICATION,
  "GET /api/admin/applications/:id/deliveries/:deliveryId": DELIVERY,
  "POST /api/admin/applications/:id/deliveries/:deliveryId/replay": DELIVERY,

  "GET /api/v1/token": PROGRAMS,
  "GET /api/v1/pilots": { ...PROGRAMS, query: "?name=Mira%20Tal" },
  "POST /api/v1/pilots/lookup": { ...PROGRAMS, body: { characterIds: [1] } },
  "GET /api/v1/pilots/:id": { ...PROGRAMS, ids: ["otherMember"] },
  "GET /api/v1/pilots/:id/groups": { ...PROGRAMS, ids: ["otherMember"] },
  "GET /api/v1/characters/:id/pilot": { ...PROGRAMS, ids: ["administratorCharacter"] },
  "GET /api/v1/groups": PROGRAMS,
  "GET /api/v1/groups/:id/members": { ...PROGRAMS, ids: ["group"] },
  "POST /api/v1/groups/:id/members": {
    ...PROGRAMS,
    ids: ["group"],
    body: { action: "add", pilots: ["a"] },
  },
  "GET /api/v1/facts": PROGRAMS,
  "PUT /api/v1/facts/:key": { ...PROGRAMS, ids: ["fact"], body: { values: [] } },
  "GET /api/v1/corporations": PROGRAMS,
  "GET /api/v1/corporations/:id/roster": { ...PROGRAMS, ids: ["corporation"] },
};
