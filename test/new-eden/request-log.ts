import type { Service } from "./faults.ts";
import type { World } from "./world.ts";

/** A request that a service of New Eden received; no token, code or secret is recorded. */
export type LoggedRequest = {
  service: Service;
  method: string;
  path: string;
  query: Record<string, string>;
  status: number;
  at: string;
  /** The pilot of the token or of the path. */
  characterId: number | undefined;
  /** Whether it was conditional: a 304 costs half. */
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
