import { sha256 } from "#worker/ground/crypto.ts";

/** As long as the ids of users and groups that Muster makes. */
const ID_LENGTH = 16;

/** The ids of things with these keys: the same in every attempt of the same move. */
export async function idsOf(
  move: { id: string },
  what: "user" | "group" | "category" | "request" | "note" | "watched" | "operation",
  keys: string[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const key of keys) {
    ids.set(key, (await sha256(`${move.id} ${what} ${key}`)).slice(0, ID_LENGTH));
  }
  return ids;
}
