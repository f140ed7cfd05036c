import { zValidator } from "@hono/zod-validator";
import type { HonoRequest, ValidationTargets } from "hono";
import { config } from "zod/mini";
import type * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { idParamSchema } from "#shared/page.ts";
import { ApiError } from "./api-error.ts";

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

/** Validates the `:id` of a path. */
export const byId = validate("param", idParamSchema);

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

const TYPES: Record<string, string> = {
  string: "text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a JSON object",
};

const FORMATS: Record<string, string> = {
  datetime: "a time like 2026-11-20T12:00:00Z",
  date: "a date like 2026-11-20",
};

const UNITS: Record<string, { one: string; many: string }> = {
  string: { one: "character", many: "characters" },
  array: { one: "entry", many: "entries" },
};

// zod's own texts say what a parser expected, not what the sender of a request should do.
// By its own name: the build leaves out calls of `z` whose result nothing uses.
config({ localeError: (issue) => `must ${requirementOf(issue)}` });

/** "must be a whole number": what an invalid value has to be. Schemas give their own text where that helps more. */
function requirementOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `be ${TYPES[issue.expected] ?? "another value"}`;
    case "invalid_value":
      return `be ${oneOf(issue.values)}`;
    case "invalid_union":
      return `be ${oneOf(allowedByUnion(issue))}`;
    case "invalid_format":
      return `be ${FORMATS[issue.format] ?? "text of another form"}`;
    case "too_small":
      return issue.inclusive === false
        ? `be more than ${issue.minimum}`
        : boundOf(issue.origin, "least", issue.minimum);
    case "too_big":
      return issue.inclusive === false
        ? `be less than ${issue.maximum}`
        : boundOf(issue.origin, "most", issue.maximum);
    case "unrecognized_keys":
      return `not have ${issue.keys.join(", ")}`;
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "not_multiple_of":
      return "be another value";
  }
}

/** The values, or kinds of values, that one schema of a union allows. */
function allowedBy(issue: z.core.$ZodIssue): readonly unknown[] {
  if (issue.code === "invalid_value") return issue.values;
  return issue.code === "invalid_type" ? [TYPES[issue.expected] ?? "another value"] : [];
}

/** The values of the field that decides between schemas, or what the schemas allow. */
function allowedByUnion({ errors, options }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) {
  const values: readonly unknown[] = Array.isArray(options)
    ? options
    : errors.flat().flatMap(allowedBy);
  return [...new Set(values)];
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
}

function boundOf(origin: string, word: "least" | "most", bound: number | bigint): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `be at ${word} ${bound}`;
  return `have at ${word} ${bound} ${bound === 1 ? unit.one : unit.many}`;
}

/** The messages of a failed validation by field. Each names its field. */
export function fieldProblems(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues.flatMap(inUnion)) {
    const field = path.join(".");
    fields[field] ??= message.startsWith("must ") ? `${field || "The body"} ${message}.` : message;
  }
  return fields;
}

/** Of a union, the issues of the schema that is nearest to the value, if one allows its type. */
function inUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const [nearest] = issue.errors
    .filter((issues) => !issues.some((one) => one.path.length === 0 && allowedBy(one).length > 0))
    .toSorted((one, other) => one.length - other.length);
  if (nearest === undefined) return [issue];
  return nearest.flatMap(inUnion).map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}
