import * as z from "zod/mini";
import { ERROR_STATUS } from "#shared/error.ts";
import type { ErrorCode } from "#shared/error.ts";
import { REASONS } from "#shared/reasons.ts";
import type { ErrorBody, Reason } from "#shared/reasons.ts";

export const errorBodySchema: z.ZodMiniType<ErrorBody> = z.object({
  error: z.object({
    code: z.custom<ErrorCode>(
      (code) => typeof code === "string" && Object.hasOwn(ERROR_STATUS, code),
    ),
    reason: z.custom<Reason>(
      (reason) => typeof reason === "string" && Object.hasOwn(REASONS, reason),
    ),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    message: z.string(),
    requestId: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    mergeId: z.optional(z.string()),
  }),
});

/** The error of a response; throws when the body does not match the error schema. */
export async function readError(response: Response) {
  return errorBodySchema.parse(await response.json()).error;
}
