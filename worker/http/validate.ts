import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";

z.config(z.locales.en());

type Validation = { target: keyof ValidationTargets; schema: z.ZodMiniType };

const validations = new WeakMap<object, Validation>();

/** What a handler validates, if it is a validator. The fuzz tests generate requests from it. */
export function validationOf(handler: object): Validation | undefined {
  return validations.get(handler);
}

/** Validates one part of the request, or responds with 400 and a message per field. */
export function validate<Schema extends z.ZodMiniType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) {
  const validator = zValidator(target, schema, (result, c) => {
    if (target === "json") requireJson(c.req.header("content-type"));
    if (result.success) return;
    const fields: Record<string, string> = {};
    for (const issue of result.error.issues) fields[issue.path.join(".")] ??= issue.message;
    const [first = "The request is not valid."] = Object.values(fields);
    throw new ApiError("invalid_request", first, { fields });
  });
  validations.set(validator, { target, schema });
  return validator;
}

/** Hono ignores a body of another type, and the validator would then report every field as missing. */
function requireJson(contentType: string | undefined) {
  if (contentType === undefined || /^application\/json *(;|$)/i.test(contentType)) return;
  throw new ApiError("invalid_request", "Send this as JSON, with Content-Type: application/json.");
}
