import * as fc from "fast-check";

/** What zod says about a schema, as far as the schemas of requirements need it. */
type Definition = {
  type: string;
  values?: unknown[];
  entries?: Record<string, string>;
  shape?: Record<string, Schema>;
  element?: Schema;
  options?: Schema[];
  in?: Schema;
  innerType?: Schema;
  getter?: () => Schema;
  format?: string;
  checks?: { _zod: { def: Check } }[];
};
type Check = {
  check: string;
  value?: number;
  inclusive?: boolean;
  minimum?: number;
  maximum?: number;
  pattern?: RegExp;
};
export type Schema = { _zod: { def: object } };

/** The schemas of which a union consists. */
export function optionsOf(schema: Schema): Schema[] {
  return definitionOf(schema).options ?? [];
}

/** The literal of an option's `type`. */
export function typeOf(option: Schema): string {
  const { type } = definitionOf(option).shape ?? {};
  return String(type === undefined ? undefined : definitionOf(type).values?.[0]);
}

/** Values of a schema. `known`: values for fields of these names, which mean something in the world of a test. */
export function arbitraryOf(
  schema: Schema,
  known: Record<string, unknown> = {},
): fc.Arbitrary<unknown> {
  const {
    type,
    values = [],
    entries = {},
    shape = {},
    element,
    options,
    ...rest
  } = definitionOf(schema);
  const checks = (rest.checks ?? []).map((one) => one._zod.def);
  switch (type) {
    case "literal":
      return fc.constantFrom(...values);
    case "enum":
      return fc.constantFrom(...Object.values(entries));
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(shape).map(([name, field]) => [
            name,
            name in known ? fc.constant(known[name]) : arbitraryOf(field, known),
          ]),
        ),
      );
    case "union":
      return fc.oneof(...(options ?? []).map((one) => arbitraryOf(one, known)));
    case "array":
      if (element === undefined) break;
      return fc.array(arbitraryOf(element, known), { minLength: 1, maxLength: 2 });
    case "boolean":
      return fc.boolean();
    case "int":
    case "number":
      return fc.integer({
        min: boundOf(checks, "greater_than", 1),
        max: boundOf(checks, "less_than", 100),
      });
    case "string": {
      const pattern = checks.find((one) => one.pattern !== undefined)?.pattern;
      return pattern === undefined
        ? fc.constantFrom("Scouts", "Haulers")
        : textMatching(pattern.source, { size: "xsmall" });
    }
    case "pipe":
      if (rest.in === undefined) break;
      return arbitraryOf(rest.in, known);
  }
  throw new Error(`No values are made of a schema of the type ${type}.`);
}

/** Text for a pattern. fast-check makes none for a lookahead. */
export function textMatching(pattern: string, constraints: fc.StringMatchingConstraints = {}) {
  return fc.stringMatching(new RegExp(pattern.replaceAll(/\(\?!.*?\)/g, "")), constraints);
}

function definitionOf(schema: Schema): Definition {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod has no type for all definitions
  const definition = schema._zod.def as Definition;
  return definition.getter === undefined ? definition : definitionOf(definition.getter());
}

function boundOf(checks: Check[], name: string, otherwise: number): number {
  const found = checks.find(({ check, value }) => check === name && value !== undefined);
  if (found?.value === undefined) return otherwise;
  const step = name === "greater_than" ? 1 : -1;
  return found.inclusive ? found.value : found.value + step;
}

/** The paths of the dates and of the numbers that are no ids, in what a schema describes. */
export function leavesOf(schema: unknown, path = ""): string[] {
  if (!isSchema(schema)) return [];
  const { type, shape = {}, element, options, innerType, format } = definitionOf(schema);
  const isNamed = !/(^|\.)id$|Id$/.test(path);
  switch (type) {
    case "object":
      return Object.entries(shape).flatMap(([name, field]) =>
        leavesOf(field, path === "" ? name : `${path}.${name}`),
      );
    case "array":
      return leavesOf(element, `${path}[]`);
    case "union":
      return [...new Set((options ?? []).flatMap((one) => leavesOf(one, path)))];
    case "nullable":
    case "optional":
      return leavesOf(innerType, path);
    case "string":
      return format === "datetime" ? [path] : [];
    case "number":
      return isNamed && !path.endsWith("]") ? [path] : [];
    default:
      return [];
  }
}

/** The names of all fields in what a schema describes. */
export function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (!isSchema(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const definition = definitionOf(schema);
  const { shape = {} } = definition;
  const parts: unknown[] = [...Object.values(shape), ...Object.values(definition).flat()];
  return [...Object.keys(shape), ...parts.flatMap((part) => fieldsOf(part, seen))];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "_zod" in value;
}
