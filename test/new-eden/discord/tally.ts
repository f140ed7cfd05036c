import * as z from "zod/mini";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";

/**
 * Responses 401, 403 and 429 are invalid requests, except 429 with the scope `shared`: an address with 10,000 of them in ten
 * minutes is banned (https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans).
 */
const MOST_INVALID = 10_000;
const INVALID_WINDOW_MS = 10 * 60 * 1000;

export type Tally = {
  /** The number of responses by method and status, with the error's code if it has one: `PUT 403 50013`. */
  answers: Map<string, number>;
  /** The times of the invalid requests, oldest first. */
  invalid: number[];
};

const errorSchema = z.object({ code: z.int() });

/** Counts a response of the API. */
export async function countAnswer(world: World, method: string, response: Response) {
  const { answers, invalid } = world.discord.tally;
  const code = response.ok ? undefined : await readCode(response.clone());
  const answer = [method, response.status, code].filter((part) => part !== undefined).join(" ");
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
  if (isInvalid(response)) invalid.push(now(world));
}

function isInvalid({ status, headers }: Response): boolean {
  if (status === 429) return headers.get("x-ratelimit-scope") !== "shared";
  return status === 401 || status === 403;
}

async function readCode(response: Response): Promise<number | undefined> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return undefined;
  return z.safeParse(errorSchema, await response.json()).data?.code;
}

/** Seconds until the ban of the address ends; undefined without a ban. */
export function banSeconds(world: World): number | undefined {
  const { invalid } = world.discord.tally;
  const first = invalid.at(-MOST_INVALID);
  if (first === undefined || first + INVALID_WINDOW_MS <= now(world)) return undefined;
  return Math.ceil((first + INVALID_WINDOW_MS - now(world)) / 1000);
}
