import { zValidator } from "@hono/zod-validator";
import type { HonoRequest, ValidationTargets } from "hono";
import type * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { ApiError } from "./api-error.ts";
import { fieldProblems } from "./field-problems.ts";

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
  const validator = zValidator(target, schema, (result) => {
    if (result.success) return;
    const fields = fieldProblems(result.error.issues);
    const [first = english`The request is not valid.`] = Object.values(fields);
    throw new ApiError("invalid_fields", { problem: first }, { fields });
  });
  const handler: typeof validator = async (c, next) => {
    if (target === "json") await prepareJson(c.req);
    return validator(c, next);
  };
  validations.set(handler, { target, schema });
  return handler;
}

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Hono's validator reads a body only if its type is JSON, and treats any other as an empty object. This one accepts JSON
 * without a type (RFC 9110 §8.3), treats a missing body as an empty object, and refuses other types.
 */
async function prepareJson(request: HonoRequest) {
  const bytes = await request.arrayBuffer();
  const isEmpty = bytes.byteLength === 0;
  const type = request.header("content-type");
  if (!isEmpty && type !== undefined && !JSON_TYPE.test(type)) {
    throw new ApiError("json_expected");
  }
  const { url, method, headers } = request.raw;
  const json = new Headers(headers);
  json.set("Content-Type", "application/json");
  request.raw = new Request(url, { method, headers: json, body: isEmpty ? "{}" : bytes });
  request.bodyCache = {};
}
