import type { Service } from "./faults.ts";
import type { World } from "./world.ts";

/** One request that a service of New Eden was asked; no token, code or secret is kept. */
export type LoggedRequest = {
  service: Service;
  method: string;
  path: string;
  query: Record<string, string>;
  status: number;
  at: string;
  /** The pilot concerned: the token's, or the path's. */
  characterId: number | undefined;
  /** Whether it was conditional, and so may cost half. */
  isConditional: boolean;
};

const SECRETS = new Set([
  "code",
  "token",
  "access_token",
  "refresh_token",
  "state",
  "code_challenge",
]);
const MOST_KEPT = 5_000;

export function logRequest(world: World, entry: LoggedRequest) {
  world.requests.push(entry);
  if (world.requests.length > MOST_KEPT) world.requests.splice(0, MOST_KEPT / 2);
}

export function withoutSecrets(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...query].filter(([name]) => !SECRETS.has(name)));
}
