import fc from "fast-check";
import { API_PATH } from "#shared/applications/api.ts";
import { app } from "#worker/app/app.ts";
import { validationOf } from "#worker/http/validate.ts";
import { fromSchema } from "./from-schema.ts";
import { garbageBody, garbageHeaders, garbageText, garbageValue } from "./garbage.ts";
import { kindAfter, reference } from "./references.ts";

/** The senders of requests. The last four have no valid session. */
const SENDERS = [
  "owner",
  "groupAdmin",
  "member",
  "stranger",
  "administrator",
  "program",
  "anonymous",
  "expired",
  "revoked",
  "garbage",
] as const;
export type Sender = (typeof SENDERS)[number];

/** A request that refers to items of a scene by number. */
export type FuzzRequest = {
  /** The route as in `app.routes`; undefined when there is none. */
  route: string | undefined;
  sender: Sender;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

type Route = { name: string; method: string; path: string; handlers: object[] };

/** Every route of the API, with its handlers. */
export const ROUTES: Route[] = [
  ...Map.groupBy(
    app.routes.filter(({ method }) => method !== "ALL"),
    ({ method, path }) => `${method} ${path}`,
  ),
].map(([name, entries]) => ({
  name,
  method: entries[0]?.method ?? "",
  path: entries[0]?.path ?? "",
  handlers: entries.map(({ handler }) => handler),
}));

/** A program has a token of an application, which opens its own API alone. */
const senderOf = (path: string) =>
  path.startsWith(API_PATH)
    ? fc.oneof(
        { weight: 4, arbitrary: fc.constant<Sender>("program") },
        { weight: 1, arbitrary: sender },
      )
    : sender;
const sender = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Sender>("owner", "administrator") },
  { weight: 4, arbitrary: fc.constantFrom<Sender>("groupAdmin", "member", "stranger") },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Sender>("anonymous", "expired", "revoked", "garbage"),
  },
);

const site = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom<Record<string, string>>({}, { "sec-fetch-site": "same-origin" }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("cross-site", "same-site", "none", "nonsense").map((value) => ({
      "sec-fetch-site": value,
    })),
  },
);

const contentType = fc.oneof(
  { weight: 30, arbitrary: fc.constant("application/json") },
  { weight: 1, arbitrary: fc.constantFrom("text/plain", "application/xml", 'a/b; charset="', "") },
);

const headers = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: garbageHeaders }),
    site,
    contentType,
  )
  .map(([extra, from, type]) => ({ ...extra, ...from, "content-type": type }));

/** A path segment, encoded in different ways. */
const garbageSegment = garbageText.map((text) => {
  const short = text.slice(0, 300).toWellFormed();
  return short.startsWith("%") ? short.replaceAll(/[/?#\\]/g, "") : encodeURIComponent(short);
});

function pathOf(path: string): fc.Arbitrary<string> {
  const segments = path.split("/");
  const parts = segments.map((segment, index) =>
    segment.startsWith(":")
      ? fc.oneof(
          {
            weight: 12,
            arbitrary: kindAfter(segments[index - 1] ?? "").chain((kind) => reference(kind)),
          },
          { weight: 1, arbitrary: garbageSegment },
        )
      : fc.constant(segment),
  );
  return fc.tuple(...parts).map((made) => made.join("/"));
}

function queryOf(schema: Parameters<typeof fromSchema>[0] | undefined): fc.Arbitrary<string> {
  const fields = schema === undefined ? garbageFields : fc.oneof(fromSchema(schema), garbageFields);
  const garbage = garbageText.map((text) => `?${encodeURI(text.slice(0, 500).toWellFormed())}`);
  return fc.oneof({ weight: 9, arbitrary: fields.map(toQuery) }, { weight: 1, arbitrary: garbage });
}

const garbageFields = fc.dictionary(
  fc.constantFrom("cursor", "ids", "q", "code", "state", "actor", "kind", "__proto__"),
  garbageValue,
  { maxKeys: 2 },
);

function toQuery(fields: unknown): string {
  if (typeof fields !== "object" || fields === null) return "";
  const pairs = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const short = text.slice(0, 6000).toWellFormed();
    return `${name}=${/^\{\w+:\d+\}$/.test(short) ? short : encodeURIComponent(short)}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function bodyOf(
  method: string,
  schema: Parameters<typeof fromSchema>[0] | undefined,
): fc.Arbitrary<string | undefined> {
  if (method === "GET") return fc.constant(undefined);
  const made = schema === undefined ? garbageValue : fromSchema(schema);
  return fc.oneof(
    {
      weight: schema === undefined ? 1 : 14,
      arbitrary: made.map((value) => JSON.stringify(value)),
    },
    { weight: 1, arbitrary: garbageBody },
    { weight: schema === undefined ? 8 : 1, arbitrary: fc.constant(undefined) },
  );
}

/** Requests to a route, generated from its schemas and from garbage. */
export function requestsOf({ name, method, path, handlers }: Route): fc.Arbitrary<FuzzRequest> {
  const validated = handlers.map((handler) => validationOf(handler)).filter((one) => one != null);
  const schemaOf = (target: string) => validated.find((one) => one.target === target)?.schema;
  return fc
    .record({
      sender: senderOf(path),
      path: fc.tuple(pathOf(path), queryOf(schemaOf("query"))).map((parts) => parts.join("")),
      headers,
      body: bodyOf(method, schemaOf("json")),
      isHead: fc.nat(30).map((n) => n === 0),
    })
    .map(({ isHead, ...request }) => ({
      ...request,
      route: name,
      method: isHead && method === "GET" ? "HEAD" : method,
    }));
}

/** Requests to unknown paths and with unknown methods. */
export const strayRequests: fc.Arbitrary<FuzzRequest> = fc.record({
  route: fc.constant(undefined),
  sender,
  method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND"),
  path: fc
    .tuple(
      fc.constantFrom(
        "/api/",
        "/api/groups/",
        "/api/auth/",
        "/api/corporations/",
        "/api//",
        "/elsewhere/",
      ),
      garbageSegment,
      fc.constantFrom("", "/", "//", "/join", "?a=1"),
    )
    .map((parts) => parts.join("")),
  headers,
  body: fc.constant(undefined),
});
