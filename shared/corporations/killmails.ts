import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";

/** As long as EVE lists them. */
export const KILLMAILS_KEPT_DAYS = 90;
/** What the page of a corporation and that of a pilot show. */
export const MOST_KILLMAILS = 100;
export const MOST_LOSSES = 10;

/** Names are null until EVE has told them. */
export const killmailSchema = z.strictObject({
  id: z.int(),
  at: instantSchema,
  /** The corporation that listed it is the victim's. */
  isLoss: z.boolean(),
  /** Null for structures. */
  victimId: z.nullable(z.int()),
  victimName: z.nullable(z.string()),
  victimCorporationId: z.nullable(z.int()),
  victimCorporationName: z.nullable(z.string()),
  shipTypeId: z.int(),
  shipName: z.nullable(z.string()),
  systemId: z.int(),
  systemName: z.nullable(z.string()),
  security: z.nullable(z.number()),
  /** The pilot or the corporation; null for pirates of EVE. */
  finalBlowName: z.nullable(z.string()),
  attackerCount: countSchema,
  /** ISK, at the prices of the day on which Muster read it; null if the ship has none. */
  value: z.nullable(z.number()),
});
export type Killmail = z.infer<typeof killmailSchema>;

/** `GET /corporations/:id/killmails`, the newest first. */
export const killmailsSchema = z.strictObject({ killmails: z.array(killmailSchema) });
export type Killmails = z.infer<typeof killmailsSchema>;
