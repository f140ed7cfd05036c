import * as z from "zod/mini";
import document from "#test/new-eden/data/esi-openapi.json" with { type: "json" };

const jsonSchema = z.custom<object>((value) => typeof value === "object" && value !== null);
const content = z.object({ "application/json": z.object({ schema: jsonSchema }) });

/** The parts of an operation of CCP's document that New Eden reads. */
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({
      in: z.string(),
      name: z.string(),
      required: z.optional(z.boolean()),
      schema: jsonSchema,
    }),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), z.object({ content: z.optional(content) })),
  security: z.optional(z.array(z.object({ OAuth2: z.array(z.string()) }))),
  "x-required-roles": z.optional(z.array(z.string())),
  "x-rate-limit": z.optional(
    z.object({ group: z.string(), "max-tokens": z.number(), "window-size": z.string() }),
  ),
  "x-client-cache-ttl": z.optional(z.number()),
  "x-daily-expiry": z.optional(z.string()),
  "x-cache-mode": z.optional(z.string()),
  "x-pages": z.optional(z.boolean()),
});
export type Operation = z.infer<typeof operationSchema>;

export type Route = {
  /** Such as `GET /characters/{character_id}`. */
  key: string;
  method: string;
  template: string;
  operation: Operation;
  pattern: RegExp;
};

export const ESI_DOCUMENT = document;
export const ESI_SCOPES: string[] = document["x-scopes"];
export const COMPATIBILITY_DATE = document.info.version;

/** Every simulated route, read from CCP's own document. */
export const ROUTES: Route[] = Object.entries(document.paths).flatMap(([template, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    key: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    template,
    operation: z.parse(operationSchema, operation),
    pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  })),
);

/** The route for a path; fixed paths go before those with parameters. */
export function findRoute(method: string, path: string) {
  const matches = ROUTES.filter((route) => route.method === method && route.pattern.test(path));
  const route = matches.toSorted((a, b) => parameterCount(a) - parameterCount(b))[0];
  if (route === undefined) return undefined;
  return { route, parameters: route.pattern.exec(path)?.groups ?? {} };
}

function parameterCount(route: Route) {
  return route.template.split("{").length;
}

/** Every in-game role. ESI lists them all for some directors, and only `Director` for others. */
export const CORPORATION_ROLES: string[] =
  document.components.schemas.CharactersCharacterIdRolesGet.properties.roles.items.enum;
