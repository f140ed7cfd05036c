import { administrators, owners, signedIn } from "./access-row.ts";
import type { Row } from "./access-row.ts";

const SERVER = { hidden: null, statuses: administrators(200), ids: ["discordServer" as const] };
const SETTINGS = { roles: [], nickname: null, joinGroupId: null, drift: "list" };

const UNSIGNED: Row["statuses"] = [401, 401, 401, 401, 401, 401];
const NO_CHANNEL = { target: { kind: "same" }, topics: [] };
const CORPORATION = { hidden: null, ids: ["corporation" as const] };

/** Who may call the routes of Discord servers. The server of the scene is on, and New Eden's Discord does not know it. */
export const DISCORD_SERVERS: Record<string, Row> = {
  "GET /api/admin/discord": { hidden: null, statuses: administrators(200) },
  "POST /api/admin/discord": {
    hidden: null,
    statuses: administrators(404),
    body: { serverId: "1" },
  },
  "GET /api/admin/discord/:id": SERVER,
  "PUT /api/admin/discord/:id": { ...SERVER, body: { ...SETTINGS, version: 0 } },
  "DELETE /api/admin/discord/:id": { ...SERVER, statuses: administrators(204) },
  "POST /api/admin/discord/:id/preview": { ...SERVER, body: SETTINGS },
  "POST /api/admin/discord/:id/switch": { ...SERVER, body: { isOn: false, version: 0 } },
  "POST /api/admin/discord/:id/check": { ...SERVER, body: { retries: true } },
  "GET /api/admin/discord/:id/drift": SERVER,
  "GET /api/admin/discord/:id/roles/:roleId/holders": {
    ...SERVER,
    ids: ["discordServer", "discordRole"],
  },
  "GET /api/admin/discord/:id/roles/:roleId/past": {
    ...SERVER,
    ids: ["discordServer", "discordRole"],
    query: "?on=2026-11-01",
  },
  "POST /api/admin/discord/:id/drift": {
    ...SERVER,
    statuses: administrators(409),
    body: { decision: "accept", items: [{ discordId: "1", roleId: "1" }] },
  },
  "GET /api/admin/discord/:id/removals": SERVER,
  "POST /api/admin/discord/:id/removals": {
    ...SERVER,
    statuses: administrators(409),
    body: { decision: "release", removalCount: 1, reason: "The alliance split" },
  },
  "GET /api/admin/discord/:id/activity": SERVER,
  "GET /api/discord/servers": { hidden: null, statuses: signedIn(200) },
  "POST /api/discord/servers/:id/join": { ...SERVER, statuses: signedIn(404) },
  "GET /api/groups/:id/discord-roles": { ids: ["group"], statuses: signedIn(200) },
  // Without Discord's signature, a session is worth nothing. The rights of commands and buttons: discord-commands.test.ts.
  "POST /api/discord/interactions": { hidden: null, statuses: UNSIGNED, body: { type: 1 } },
  "POST /api/discord/events": { hidden: null, statuses: UNSIGNED, body: { type: 0 } },
  "GET /api/discord/messages": { hidden: null, statuses: signedIn(200) },
  "PUT /api/discord/messages": { hidden: null, statuses: signedIn(200), body: { isOn: false } },
  "POST /api/admin/discord/commands": { hidden: null, statuses: administrators(200) },
  "GET /api/groups/:id/discord-feed": { ids: ["group"], statuses: owners(200) },
  "GET /api/groups/:id/discord-channels": { ids: ["group"], statuses: owners(200) },
  // The group has no channel yet.
  "PUT /api/groups/:id/discord-feed": { ids: ["group"], statuses: owners(400), body: NO_CHANNEL },
  "DELETE /api/groups/:id/discord-feed": { ids: ["group"], statuses: owners(204) },
  "GET /api/admin/log/discord-feed": { hidden: null, statuses: administrators(200) },
  "GET /api/admin/log/discord-channels": { hidden: null, statuses: administrators(200) },
  "PUT /api/admin/log/discord-feed": {
    hidden: null,
    statuses: administrators(400),
    body: { target: { kind: "same" } },
  },
  "DELETE /api/admin/log/discord-feed": { hidden: null, statuses: administrators(204) },
  "GET /api/corporations/:id/discord-feed": { ...CORPORATION, statuses: administrators(200) },
  "GET /api/corporations/:id/discord-channels": { ...CORPORATION, statuses: administrators(200) },
  "PUT /api/corporations/:id/discord-feed": {
    ...CORPORATION,
    statuses: administrators(400),
    body: NO_CHANNEL,
  },
  "DELETE /api/corporations/:id/discord-feed": { ...CORPORATION, statuses: administrators(204) },
};
