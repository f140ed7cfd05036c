import * as z from "zod/mini";
import {
  API_PAGE_SIZE,
  API_PATH,
  API_REQUESTS_PER_MINUTE,
  MAX_CHANGED_MEMBERS,
  MAX_CHARACTER_IDS,
  MAX_FACT_VALUES,
  API_MAX_NAMES,
} from "#shared/applications/api.ts";
import { API_ANSWERS, problemSchema } from "#shared/applications/api-answers.ts";
import { RIGHTS } from "#shared/applications/tokens.ts";
import type { Right } from "#shared/applications/tokens.ts";
import { rightOf } from "#worker/applications/api/caller.ts";
import { applicationApi } from "#worker/applications/api/routes.ts";
import { validationOf } from "#worker/http/validate.ts";
import { programRoutes } from "#worker/programs/routes.ts";

/** What the document says of a route besides what the route itself says. */
type Words = {
  summary: string;
  /** The id or key in the path. */
  param?: [schema: z.ZodMiniType, description: string];
  /** With an `Idempotency-Key`, it is done once. */
  isRepeatable?: true;
};

const PILOT_ID = z.string();
const EVE_ID = z.int().check(z.positive());

/** In the order of the documentation. */
const WORDS: Record<keyof typeof API_ANSWERS, Words> = {
  "GET /token": { summary: "What the token may read" },
  "GET /characters/:id/pilot": {
    summary: "The pilot of a character",
    param: [EVE_ID, "EVE's id of the character."],
  },
  "GET /pilots": { summary: "The pilots with a character of this name" },
  "POST /pilots/lookup": {
    summary: `Pilots of up to ${MAX_CHARACTER_IDS} characters, or of up to ${API_MAX_NAMES} names`,
  },
  "GET /pilots/:id": { summary: "A pilot by id", param: [PILOT_ID, "The pilot's id."] },
  "GET /pilots/:id/groups": {
    summary: "The groups of a pilot, of those granted to the application",
    param: [PILOT_ID, "The pilot's id."],
  },
  "GET /groups": { summary: "The groups granted to the application" },
  "GET /groups/:id/members": {
    summary: `The members of a group, ${API_PAGE_SIZE} on a page`,
    param: [z.string(), "The group's id."],
  },
  "POST /groups/:id/members": {
    summary: `Add, remove or end up to ${MAX_CHANGED_MEMBERS} members of a group`,
    param: [z.string(), "The group's id."],
    isRepeatable: true,
  },
  "GET /facts": {
    summary: "The facts that the application tells, as an administrator has declared them",
  },
  "PUT /facts/:key": {
    summary: `Write the values of up to ${MAX_FACT_VALUES} pilots`,
    param: [z.string(), "The key of the fact."],
    isRepeatable: true,
  },
  "GET /operations": {
    summary: `The operations of the granted groups that are not over, the next first, ${API_PAGE_SIZE} on a page. With \`past\`, those that are over`,
  },
  "GET /operations/:id": {
    summary: "An operation, with its text",
    param: [z.string(), "The operation's id."],
  },
  "POST /operations": {
    summary:
      "Plan an operation for granted groups in which the application may write. `commanderId` is the id of a pilot who owns or administers one of them",
    isRepeatable: true,
  },
  "GET /corporations": { summary: "The corporations that the community manages" },
  "GET /corporations/:id/roster": {
    summary: "The members of a corporation, registered or not",
    param: [EVE_ID, "EVE's id of the corporation."],
  },
};

type Operation = Omit<Words, "param"> & {
  method: string;
  path: string;
  right: Right | undefined;
  param: { name: string; schema: z.ZodMiniType; description: string } | undefined;
  query: z.ZodMiniType | undefined;
  body: z.ZodMiniType | undefined;
  answer: z.ZodMiniType;
};

const ROUTES = [...applicationApi.routes, ...programRoutes.routes];

function operationOf(route: keyof typeof API_ANSWERS): Operation {
  const { param: [schema, description] = [], ...words } = WORDS[route];
  const [method = "", path = ""] = route.split(" ");
  const handlers = ROUTES.filter((route) => route.method === method && route.path === path);
  const validated = handlers.flatMap(({ handler }) => validationOf(handler) ?? []);
  const [, name] = /:(\w+)/.exec(path) ?? [];
  return {
    ...words,
    method: method.toLowerCase(),
    path: path.replaceAll(/:(\w+)/g, "{$1}"),
    right: handlers.map(({ handler }) => rightOf(handler)).find((right) => right !== undefined),
    param:
      name === undefined || schema === undefined
        ? undefined
        : { name, schema, description: description ?? "" },
    query: validated.find(({ target }) => target === "query")?.schema,
    body: validated.find(({ target }) => target === "json")?.schema,
    answer: API_ANSWERS[route],
  };
}

const RIGHT_TEXTS: Record<Right, string> = {
  pilots: "pilots by character, name or id",
  groups: "the granted groups, and which of them a pilot is in",
  members: "the members of the granted groups",
  roster: "the rosters of managed corporations",
  facts: "what the application tells about pilots: requirements of groups can ask for it",
  "members:write": "adds, removes and ends members of the groups that an administrator has named",
  operations: "the operations of the granted groups, with how many come",
  "operations:write": "plans operations of the groups that an administrator has named",
};

const ABOUT = `For the programs of a community. An administrator creates a token for an application, with these rights:

${RIGHTS.map((right) => `- \`${right}\`: ${RIGHT_TEXTS[right]}`).join("\n")}

Send it as \`Authorization: Bearer …\`. An application learns of the groups granted to it, and of no others. Without a grant of
characters it knows pilots by their mains alone.

Lists come in pages: send \`nextCursor\` as \`cursor\` until it is null. Answers have an \`ETag\`: send it as \`If-None-Match\`, and an
unchanged answer is an empty 304. A token may send ${API_REQUESTS_PER_MINUTE} requests a minute (\`RateLimit-Policy\`); above it, the answer is 429 with
\`Retry-After\`. Errors are problems of RFC 9457.`;

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "The same request with the same key is done once, for a day. The repeated `POST /operations` has the operation as it is now.",
  schema: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
};

const JSON_TYPE = "application/json";

type Json = Record<string, unknown>;

/** Why a request is refused, by status. `when`: which operations refuse so. */
const REFUSALS: Record<
  number,
  { name: string; description: string; header?: Json; when: (operation: Operation) => boolean }
> = {
  400: {
    name: "InvalidRequest",
    description: "A parameter or the body is not valid: `errors` says what about each field.",
    when: ({ param, query, body }) => [param, query, body].some((input) => input !== undefined),
  },
  401: {
    name: "Unauthenticated",
    description: "The token is missing, unknown, revoked or expired.",
    header: headerOf("WWW-Authenticate", "The scheme, `Bearer`.", { type: "string" }),
    when: () => true,
  },
  403: {
    name: "Forbidden",
    description: "The token lacks the right, or the application is switched off.",
    when: () => true,
  },
  404: {
    name: "NotFound",
    description: "Nothing that the application may know has this id.",
    when: ({ param }) => param !== undefined,
  },
  409: {
    name: "Conflict",
    description:
      "The `Idempotency-Key` came with another request before, or others changed the same things at once.",
    when: ({ isRepeatable = false }) => isRepeatable,
  },
  413: {
    name: "PayloadTooLarge",
    description: "The body is larger than 64 KiB.",
    when: ({ body }) => body !== undefined,
  },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is not JSON.",
    when: ({ body }) => body !== undefined,
  },
  429: {
    name: "RateLimited",
    description:
      "Too many requests in this minute, or the application has written its rows of the day (`application_spent`): `Retry-After` says how long.",
    header: headerOf("Retry-After", "Seconds to wait.", { type: "integer" }),
    when: () => true,
  },
  503: {
    name: "Unavailable",
    description:
      "`rights_changed`: what the token may do has just changed. `read_only`: the day's writes are spent. Else the database was interrupted. Send the request again after `Retry-After`.",
    header: headerOf("Retry-After", "Seconds to wait.", { type: "integer" }),
    when: () => true,
  },
};

function headerOf(name: string, description: string, schema: Json): Json {
  return { [name]: { description, schema } };
}

/** The refusals of an operation: references to `components.responses`. */
function refusalsOf(operation: Operation): Json {
  return Object.fromEntries(
    Object.entries(REFUSALS).flatMap(([status, { name, when }]) =>
      when(operation) ? [[status, { $ref: `#/components/responses/${name}` }]] : [],
    ),
  );
}

const LICENSE = { name: "MIT", identifier: "MIT" };

/** The OpenAPI document of `/api/v1`. */
export function buildApiDocument(): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodMiniType, io: "input" | "output" = "output"): Json => {
    const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io });
    const moved = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
    for (const [name, definition] of Object.entries($defs)) schemas[name] = moved(definition);
    const own = z.record(z.string(), z.unknown()).parse(moved(rest));
    const { id, ...body } = own;
    if (typeof id !== "string") return own;
    schemas[id] = body;
    return { $ref: `#/components/schemas/${id}` };
  };
  const problem = (description: string, headers?: Json) => ({
    description,
    ...(headers && { headers }),
    content: { "application/problem+json": { schema: schemaOf(problemSchema) } },
  });
  const paths: Record<string, Json> = {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  for (const operation of (Object.keys(WORDS) as (keyof typeof WORDS)[]).map(operationOf)) {
    const { method, path, right, summary, param, query, body, answer, isRepeatable } = operation;
    const parameters = [
      ...(param === undefined
        ? []
        : [
            {
              name: param.name,
              in: "path",
              required: true,
              description: param.description,
              schema: schemaOf(param.schema),
            },
          ]),
      ...parametersOf(query),
      ...(isRepeatable ? [IDEMPOTENCY_KEY] : []),
    ];
    paths[path] = {
      ...paths[path],
      [method]: {
        summary,
        operationId: operationId(method, path),
        security: [{ token: right === undefined ? [] : [right] }],
        ...(parameters.length > 0 && { parameters }),
        ...(body && {
          requestBody: {
            required: true,
            content: { [JSON_TYPE]: { schema: schemaOf(body, "input") } },
          },
        }),
        responses: {
          200: { description: summary, content: { [JSON_TYPE]: { schema: schemaOf(answer) } } },
          ...(method === "get" && { 304: { description: "The same as `If-None-Match` says" } }),
          ...refusalsOf(operation),
          default: { $ref: "#/components/responses/Failure" },
        },
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Muster API", version: "1", description: ABOUT, license: LICENSE },
    servers: [{ url: API_PATH }],
    paths,
    components: {
      responses: {
        ...Object.fromEntries(
          Object.values(REFUSALS).map(({ name, description, header }) => [
            name,
            problem(description, header),
          ]),
        ),
        Failure: problem("Another refusal, or Muster or its database fails. Try again later."),
      },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "A token of an application." },
      },
      schemas,
    },
  };
}

function parametersOf(query: z.ZodMiniType | undefined): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function operationId(method: string, path: string): string {
  const words = path.split("/").filter((word) => word !== "" && !word.startsWith("{"));
  const suffix = path.includes("{") ? "ById" : "";
  return method + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("") + suffix;
}
