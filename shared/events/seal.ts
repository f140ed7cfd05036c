import * as z from "zod/mini";
import { instantSchema } from "#shared/answer.ts";

/**
 * The newest seal of the log when an answer about the past was read: with its fingerprint, `npm run audit:verify` shows later
 * whether the log was changed since. Null: nothing is sealed yet.
 */
export const notedSealSchema = z.nullable(
  z.strictObject({ fingerprint: z.string(), sealedAt: instantSchema }),
);
export type NotedSeal = z.infer<typeof notedSealSchema>;
