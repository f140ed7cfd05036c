import document from "#test/new-eden/data/esi-openapi.json" with { type: "json" };

/** An operation of CCP's document, with what New Eden reads of it. */
export type Operation = {
  operationId: string;
  parameters: { in: string; name: string; required?: boolean; schema: object }[];
  requestBody?: { content: { "application/json": { schema: object } } };
  responses: Record<string, { content?: { "application/json": { schema: object } } }>;
  security?: { OAuth2: string[] }[];
  "x-required-roles"?: string[];
  "x-rate-limit"?: { group: string; "max-tokens": number; "window-size": string };
  "x-client-cache-ttl"?: number;
  "x-daily-expiry"?: string;
  "x-cache-mode"?: string;
  "x-pages"?: boolean;
};

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

/** Every simulated route. What they have in common is read from CCP's own document. */
export const ROUTES: Route[] = Object.entries(document.paths).flatMap(([template, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    key: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    template,
    operation: operation as Operation,
    pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  })),
);

/** The route that answers, preferring fixed paths to those with parameters. */
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
