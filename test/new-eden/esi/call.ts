import { DAY_MS } from "#shared/time.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Answer } from "./cache.ts";
import { findStranger } from "#test/new-eden/people/strangers.ts";
import { EsiError } from "./error.ts";
import type { Token } from "./token.ts";

/** A call of a route, after the checks that all routes share. */
export type Call = {
  world: World;
  /** The parameters of the path that are ids. */
  ids: Record<string, number>;
  /** The one that is a hash. */
  hash?: string;
  /** From 1. */
  page: number;
  /** The language of names, where ESI has them in several. */
  language: string;
  /** What a POST sends; a GET has none. */
  body: readonly unknown[];
  token: Token | undefined;
};

export type Handler = (call: Call) => Answer;

/** The pilot of the path; throws ESI's errors for unknown and deleted ones. */
export function findPilot({ world, ids }: Call) {
  const id = ids["character_id"] ?? 0;
  const pilot = world.pilots.get(id) ?? findStranger(world, id);
  if (pilot === undefined) throw new EsiError(404, "Character not found");
  if (pilot.isBiomassed) {
    throw new EsiError(404, "Character has been deleted!", { status: 404 });
  }
  return pilot;
}

/** The requested page of a list. */
export function paginate<T>(
  { page }: Call,
  total: number,
  size: number,
  make: (index: number) => T,
) {
  const pages = Math.max(1, Math.ceil(total / size));
  if (page > pages) {
    throw new EsiError(
      404,
      "Undefined 404 response. Original message: Requested page does not exist!",
    );
  }
  const first = (page - 1) * size;
  const count = Math.min(size, total - first);
  return { body: Array.from({ length: count }, (_, index) => make(first + index)), pages };
}

/** ESI's dates have no milliseconds. */
export function esiDate(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function daysBefore(world: World, days: number): string {
  return esiDate(world.bornAt - days * DAY_MS);
}
