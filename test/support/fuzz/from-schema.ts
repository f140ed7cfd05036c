import fc from "fast-check";
import * as z from "zod/mini";
import { DAY_MS } from "#shared/time.ts";
import { textMatching } from "./arbitrary-of-schema.ts";
import { garbageNumber, garbageText, garbageValue } from "./garbage.ts";
import { anyItem, kindOfField, reference } from "./references.ts";

/** The part of JSON Schema that zod writes for our requests. */
const jsonSchema = z.object({
  type: z.optional(z.enum(["object", "array", "string", "integer", "number", "boolean", "null"])),
  get properties() {
    return z.optional(z.record(z.string(), jsonSchema));
  },
  required: z.optional(z.array(z.string())),
  get items() {
    return z.optional(jsonSchema);
  },
  get anyOf() {
    return z.optional(z.array(jsonSchema));
  },
  /** How a discriminated union is written. */
  get oneOf() {
    return z.optional(z.array(jsonSchema));
  },
  const: z.optional(z.string()),
  enum: z.optional(z.array(z.union([z.string(), z.number()]))),
  format: z.optional(z.string()),
  pattern: z.optional(z.string()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  exclusiveMinimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
type JsonSchema = z.infer<typeof jsonSchema>;

/** Mostly values that pass the schema, and some that must not. */
export function fromSchema(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return valueOf(z.parse(jsonSchema, json), "");
}

function valueOf(schema: JsonSchema, field: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 15, arbitrary: goodValueOf(schema, field) },
    { weight: 1, arbitrary: garbageValue },
  );
}

function goodValueOf(schema: JsonSchema, field: string): fc.Arbitrary<unknown> {
  const { type, anyOf = schema.oneOf } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((one) => goodValueOf(one, field)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (type === undefined) return garbageValue;
  switch (type) {
    case "object":
      return objectOf(schema);
    case "array":
      return fc.array(valueOf(schema.items ?? {}, field), { maxLength: 5 });
    case "string":
      return textOf(schema, field);
    case "integer":
    case "number":
      return numberOf(schema, field);
    case "boolean":
      // Mostly permissions: with `true`, more requests succeed.
      return fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean());
    case "null":
      return fc.constant(null);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, valueOf(schema, name)] as const,
  );
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  return fc.oneof(
    { weight: 9, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.constantFrom("isAdmin", "id", "userId", "__proto__"), garbageValue)
        .map(([value, key, extra]) => ({ ...value, [key]: extra })),
    },
  );
}

/** A day in the last two months, as `2026-11-22`. */
const recentDay = fc
  .integer({ min: 0, max: 60 })
  .map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema, field: string) {
  const kind = kindOfField(field);
  const fitting =
    pattern === undefined
      ? fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
      : textMatching(pattern);
  return fc.oneof(
    { weight: 3, arbitrary: fitting },
    { weight: 1, arbitrary: garbageText },
    ...(format === "date" ? [{ weight: 8, arbitrary: recentDay }] : []),
    ...(kind === undefined ? [] : [{ weight: 8, arbitrary: reference(kind) }]),
    ...(field === "id" ? [{ weight: 8, arbitrary: anyItem }] : []),
  );
}

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonSchema, field: string) {
  const kind = kindOfField(field);
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1);
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.min(maximum ?? 1000, 2 ** 31 - 1) }) },
    { weight: 1, arbitrary: garbageNumber },
    ...(kind === undefined ? [] : [{ weight: 8, arbitrary: reference(kind, "number") }]),
  );
}
