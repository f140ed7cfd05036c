import * as z from "zod/mini";
import {
  eveIdColumn,
  flagColumn,
  idColumn,
  listColumn,
  ownerHashColumn,
  textColumn,
} from "#worker/ops/move-in/read/columns.ts";

// The columns that Muster reads of SeAT 5 and seat-connector 3.

export const userSchema = z.object({
  id: idColumn,
  name: z.string(),
  active: z._default(flagColumn, true),
  main_character_id: z._default(z.nullable(idColumn), null),
});
export const tokenSchema = z.object({
  character_id: eveIdColumn,
  user_id: idColumn,
  version: z.pipe(z._default(z.union([z.int(), z.string()]), 2), z.transform(Number)),
  refresh_token: textColumn,
  token: textColumn,
  scopes: listColumn,
  character_owner_hash: ownerHashColumn,
  deleted_at: textColumn,
});
export const characterSchema = z.object({ character_id: eveIdColumn, name: z.string() });
export const squadSchema = z.object({
  id: idColumn,
  name: z.string(),
  description: textColumn,
  type: z.enum(["manual", "auto", "hidden"]),
  is_classified: flagColumn,
});
export type Squad = z.output<typeof squadSchema>;
export const squadUserSchema = z.object({ squad_id: idColumn, user_id: idColumn });
export const applicationSchema = z.extend(squadUserSchema, { message: textColumn });
export const connectorSchema = z.object({
  connector_type: z.string(),
  connector_id: z.pipe(z.union([z.int(), z.string()]), z.transform(String)),
  connector_name: textColumn,
  user_id: idColumn,
});
