import { sha256 } from "#worker/crypto.ts";
import type { Move } from "./make-plan.ts";

/** As long as the ids of users and groups that Muster makes. */
const ID_LENGTH = 16;

/** The ids of things with these keys: the same in every attempt of the same move. */
export async function idsOf(
  { id }: Pick<Move, "id">,
  what: "user" | "group" | "category" | "request",
  keys: string[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const key of keys) {
    ids.set(key, (await sha256(`${id} ${what} ${key}`)).slice(0, ID_LENGTH));
  }
  return ids;
}
