import { english } from "#shared/english.ts";
import { requiredLine } from "#shared/text.ts";
import * as z from "zod/mini";

/** `until` is in ISO 8601; null for a permanent suspension. */
export const suspensionSchema = z.strictObject({
  until: z.nullable(z.string()),
  reason: z.string(),
});
export type Suspension = z.infer<typeof suspensionSchema>;

/** The mark of a suspended user in lists, for readers who may see it. */
export const suspensionMarkSchema = z.pick(suspensionSchema, { until: true });
export type SuspensionMark = z.infer<typeof suspensionMarkSchema>;

export const MAX_REASON_LENGTH = 300;

export const suspendSchema = z.object({
  reason: requiredLine(
    english`Please enter a reason`,
    MAX_REASON_LENGTH,
    english`Reason must be ${MAX_REASON_LENGTH} characters or less`,
  ),
  until: z.nullable(z.iso.datetime(english`Suspended until must be a date`)),
});
export type Suspend = z.infer<typeof suspendSchema>;
