import * as z from "zod/mini";
import {
  eveIdColumn,
  flagColumn,
  idColumn,
  ownerHashColumn,
  textColumn,
} from "#worker/ops/move-in/read/columns.ts";

// The columns that Muster reads of Neucore 2.13 and its Discord plugin.

export const playerSchema = z.object({
  id: idColumn,
  name: z.string(),
  status: z._default(z.nullable(z.string()), "standard"),
});
export const characterSchema = z.object({
  id: eveIdColumn,
  name: z._default(z.nullable(z.string()), ""),
  main: flagColumn,
  player_id: idColumn,
  character_owner_hash: ownerHashColumn,
});
export const loginSchema = z.object({ id: idColumn, esi_scopes: textColumn });
export const tokenSchema = z.object({
  character_id: eveIdColumn,
  eve_login_id: idColumn,
  refresh_token: textColumn,
  access_token: textColumn,
});
export const groupSchema = z.object({
  id: idColumn,
  name: z.string(),
  description: textColumn,
  visibility: z.string(),
  auto_accept: flagColumn,
  is_default: flagColumn,
});
export type Group = z.output<typeof groupSchema>;
export const playerGroupSchema = z.object({ player_id: idColumn, group_id: idColumn });
export const corporationGroupSchema = z.object({
  corporation_id: eveIdColumn,
  group_id: idColumn,
});
export const allianceGroupSchema = z.object({ alliance_id: eveIdColumn, group_id: idColumn });
export const requiredGroupSchema = z.object({ group_id: idColumn });
export const applicationSchema = z.extend(playerGroupSchema, {
  status: z._default(z.string(), "pending"),
});
export const discordSchema = z.object({
  player_id: idColumn,
  discord_id: z.pipe(z.union([z.int(), z.string()]), z.transform(String)),
  username: textColumn,
});
