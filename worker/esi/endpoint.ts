import type * as z from "zod/mini";
import { once } from "#shared/once.ts";

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, number> & Placeholders<Rest>
  : unknown;

/** The numbers that a path such as `/characters/{character_id}` needs. */
export type PathParams<Path extends string> = Record<string, number> & Placeholders<Path>;

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
  /** Throws if the text of a response is not what the route promises. */
  read: (text: string) => Answer;
};

export function get<Path extends string, Answer>(
  path: Path,
  schema: () => z.ZodMiniType<Answer>,
  more: { scope?: string; rateGroup?: string } = {},
): Endpoint<Path, Answer> {
  return getText(path, parserOf(schema), more);
}

export function post<Path extends string, Answer>(
  path: Path,
  schema: () => z.ZodMiniType<Answer>,
): Endpoint<Path, Answer> {
  return { method: "POST", path, read: parserOf(schema) };
}

/** A route whose responses are too large for a schema, or are stored as they are. */
export function getText<Path extends string, Answer>(
  path: Path,
  read: (text: string) => Answer,
  more: { scope?: string; rateGroup?: string } = {},
): Endpoint<Path, Answer> {
  return { method: "GET", path, read, ...more };
}

function parserOf<Answer>(schema: () => z.ZodMiniType<Answer>) {
  const made = once(schema);
  return (text: string): Answer => made().parse(JSON.parse(text));
}

/** `/characters/{character_id}` with its numbers. */
export function fillPath<Path extends string>(path: Path, params: PathParams<Path>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
}
