import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { World } from "#test/new-eden/world.ts";
import { COMPATIBILITY_DATE, ESI_DOCUMENT, findRoute } from "./document.ts";
import type { Operation } from "./document.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true });
addFormats(ajv);
ajv.addSchema({ $id: "esi", components: ESI_DOCUMENT.components });

const compiled = new Map<object, ValidateFunction>();

/** A validator for a schema of CCP's document. */
export function validator(schema: object): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    const absolute = JSON.stringify(schema).replaceAll('"#/components', '"esi#/components');
    const resolved: object = JSON.parse(absolute);
    validate = ajv.compile(resolved);
    compiled.set(schema, validate);
  }
  return validate;
}

/**
 * Throws when a request of the Worker does not match CCP's document, and records it in the world: that is an error of
 * Muster, and no test should pass with it.
 */
export async function assertValidRequest(world: World, request: Request) {
  const problems = await findProblems(request);
  if (problems.length === 0) return;
  const { pathname } = new URL(request.url);
  const violation = `${request.method} ${pathname}: ${problems.join("; ")}`;
  world.violations.push(violation);
  throw new Error(`Not a valid ESI request: ${violation}`);
}

async function findProblems(request: Request): Promise<string[]> {
  const url = new URL(request.url);
  const found = findRoute(request.method, url.pathname.slice("/esi".length));
  if (found === undefined) return ["no such route"];
  const { operation } = found.route;
  const problems: string[] = [];
  if (!request.headers.get("user-agent")) problems.push("no User-Agent");
  if (request.headers.get("x-compatibility-date") !== COMPATIBILITY_DATE) {
    problems.push(`X-Compatibility-Date is not ${COMPATIBILITY_DATE}`);
  }
  problems.push(...queryProblems(operation, url.searchParams));
  const schema = operation.requestBody?.content["application/json"].schema;
  if (schema !== undefined) {
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined);
    if (!validator(schema)(body)) problems.push("the body does not match its schema");
  }
  return problems;
}

function queryProblems(operation: Operation, query: URLSearchParams): string[] {
  return [...query].flatMap(([name, value]) => {
    const parameter = operation.parameters.find((one) => one.in === "query" && one.name === name);
    if (parameter === undefined) return [`unknown parameter ${name}`];
    return validator(parameter.schema)(value) ? [] : [`${name} is not valid`];
  });
}
