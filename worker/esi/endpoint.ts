import type * as z from "zod/mini";
import { once } from "#shared/once.ts";

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, Name extends `${string}_hash` ? string : number> & Placeholders<Rest>
  : unknown;

/** The ids and hashes that a path such as `/characters/{character_id}` needs. */
export type PathParams<Path extends string> = Record<string, number | string> & Placeholders<Path>;

/**
 * One ESI route with the schema of its response. Schemas name only the fields that are used and are lenient: ESI adds
 * values to enumerations without notice, so they are read as strings. A schema is made when its route first answers: most
 * isolates call few routes.
 */
export type Endpoint<Path extends string, Answer> = {
  method: "GET" | "POST";
  path: Path;
  /** The scope a token needs; absent on public routes. */
  scope?: string;
  /** The token bucket of a rate-limited route; absent where ESI still counts errors. */
  rateGroup?: string;
  /** The list has pages: an answer says in `X-Pages` how many. */
  isPaged?: true;
  /**
   * How long ESI caches an answer (`x-client-cache-ttl` of its document): an answer without a date may be that old. 0: it is not
   * cached, or no rule compares when it was true.
   */
  cacheSeconds: number;
  /** Throws if the text of a response is not what the route promises. */
  read: (text: string) => Answer;
};

type More = Pick<Endpoint<string, unknown>, "cacheSeconds" | "scope" | "rateGroup" | "isPaged">;

export function get<Path extends string, Answer>(
  path: Path,
  schema: () => z.ZodMiniType<Answer>,
  more: More,
): Endpoint<Path, Answer> {
  return getChecked(path, parserOf(schema), more);
}

export function post<Path extends string, Answer>(
  path: Path,
  schema: () => z.ZodMiniType<Answer>,
  more: Pick<More, "cacheSeconds">,
): Endpoint<Path, Answer> {
  return { method: "POST", path, read: reader(parserOf(schema)), ...more };
}

/** A route whose responses are too large for a schema: `check` has the value, and its JSON to store. */
export function getChecked<Path extends string, Answer>(
  path: Path,
  check: (value: unknown, json: string) => Answer,
  more: More,
): Endpoint<Path, Answer> {
  return getText(path, reader(check), more);
}

/** A route whose responses are not parsed here. Its fields may be null. */
export function getText<Path extends string, Answer>(
  path: Path,
  read: (text: string) => Answer,
  more: More,
): Endpoint<Path, Answer> {
  return { method: "GET", path, read, ...more };
}

/**
 * ESI's document says of no field that is used here that it may be null, but ESI answers null for optional ones. Such a field counts
 * as absent, in what is checked and in what is stored.
 */
function reader<Answer>(check: (value: unknown, json: string) => Answer) {
  return (text: string): Answer => {
    const value: unknown = JSON.parse(text);
    if (!/:\s*null\b/.test(text)) return check(value, text);
    deleteNullFields(value);
    return check(value, JSON.stringify(value));
  };
}

/** In half the time of a reviver of `JSON.parse`: a page may have a thousand such fields. Items of a list stay. */
function deleteNullFields(value: unknown) {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (member === null && !Array.isArray(value)) Reflect.deleteProperty(value, name);
    else deleteNullFields(member);
  }
}

function parserOf<Answer>(schema: () => z.ZodMiniType<Answer>) {
  const made = once(schema);
  return (value: unknown): Answer => made().parse(value);
}

/** `/characters/{character_id}` with its ids. */
export function fillPath<Path extends string>(path: Path, params: PathParams<Path>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}
