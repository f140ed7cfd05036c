import * as z from "zod/mini";
import { instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { idInPath, idSchema } from "#shared/page.ts";

/** `PUT /operations/:id/losses/:killmailId`. */
export const lossParamSchema = z.object({
  id: idSchema,
  killmailId: idInPath(english`Killmail must be an ID`),
});
export const payLossSchema = z.object({ isPaid: z.boolean() });

const lossSchema = z.strictObject({
  killmailId: z.int(),
  at: instantSchema,
  /** Of others, mains alone: a loss of an alt would tell whose alt it is. */
  pilotId: z.int(),
  pilotName: z.nullable(z.string()),
  isOwn: z.boolean(),
  shipTypeId: z.int(),
  shipName: z.nullable(z.string()),
  /** ISK, as of the killmail; null if the ship has no price. */
  value: z.nullable(z.number()),
  paidAt: z.nullable(instantSchema),
  /** Null also if the reader shares no group with the payer. */
  paidBy: z.nullable(z.string()),
});
export type Loss = z.infer<typeof lossSchema>;

/** `GET /operations/:id/losses`: of members who took part or did not answer “not”: the reader's own, and for planners of the group those of all mains. */
export const lossesSchema = z.strictObject({
  from: instantSchema,
  until: instantSchema,
  /** The reader notes what is paid. */
  canPay: z.boolean(),
  losses: z.array(lossSchema),
});
export type Losses = z.infer<typeof lossesSchema>;
