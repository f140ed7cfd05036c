import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";

z.config(z.locales.en());

type Validation = { target: keyof ValidationTargets; schema: z.ZodMiniType };

const validations = new WeakMap<object, Validation>();

/** What a handler of a route validates, if it validates: the fuzz tests make their requests of it. */
export function validationOf(handler: object): Validation | undefined {
  return validations.get(handler);
}

/** Validates one part of the request; what it refuses is answered with 400, field by field. */
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

/** hono takes a body of another type for none at all, and then nothing would be said of what was sent. */
function requireJson(contentType: string | undefined) {
  if (contentType === undefined || /^application\/json *(;|$)/i.test(contentType)) return;
  throw new ApiError("invalid_request", "Send this as JSON, with Content-Type: application/json.");
}
