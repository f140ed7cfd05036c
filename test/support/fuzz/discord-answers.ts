import type * as z from "zod/mini";
import * as discord from "./discord-shapes.ts";
import { NOTHING } from "./shapes.ts";

/** The response schema of each route of Discord servers. */
export const DISCORD_ANSWERS: Record<string, z.ZodMiniType> = {
  "GET /api/admin/discord": discord.servers,
  "POST /api/admin/discord": discord.server,
  "GET /api/admin/discord/:id": discord.server,
  "PUT /api/admin/discord/:id": discord.server,
  "POST /api/admin/discord/:id/preview": discord.preview,
  "POST /api/admin/discord/:id/switch": discord.server,
  "POST /api/admin/discord/:id/check": discord.server,
  "DELETE /api/admin/discord/:id": NOTHING,
  "POST /api/discord/servers/:id/join": NOTHING,
  "GET /api/admin/discord/:id/drift": discord.drift,
  "GET /api/admin/discord/:id/roles/:roleId/holders": discord.roleHolders,
  "GET /api/admin/discord/:id/roles/:roleId/past": discord.pastRoleHolders,
  "POST /api/admin/discord/:id/drift": discord.drift,
  "GET /api/admin/discord/:id/removals": discord.heldMembers,
  "POST /api/admin/discord/:id/removals": discord.server,
  "GET /api/admin/discord/:id/activity": discord.serverActivity,
  "GET /api/discord/servers": discord.joinable,
  "GET /api/groups/:id/discord-roles": discord.groupRoles,
};
