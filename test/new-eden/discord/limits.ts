import { createHash } from "node:crypto";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { DiscordError } from "./error.ts";

/**
 * A rate limit. A fixed window begins with its first request; otherwise a request becomes free every `windowMs / limit`.
 * Discord has both and does not publish the numbers: those of the roles of members are from
 * https://github.com/discord/discord-api-docs/issues/7680, the others are small enough for a test to reach.
 */
type Limit = { name: string; limit: number; windowMs: number; isFixed: boolean };

const fixed = (name: string, limit: number, windowMs: number): Limit => ({
  name,
  limit,
  windowMs,
  isFixed: true,
});
const sliding = (name: string, limit: number, windowMs: number): Limit => ({
  name,
  limit,
  windowMs,
  isFixed: false,
});

export const LIMITS = {
  me: fixed("me", 10, 5_000),
  authorization: fixed("authorization", 10, 5_000),
  application: fixed("application", 10, 5_000),
  myServers: sliding("my servers", 5, 1_000),
  leaveServer: sliding("leave server", 5, 1_000),
  server: sliding("server", 10, 10_000),
  roles: sliding("roles", 10, 10_000),
  members: sliding("members", 10, 10_000),
  member: sliding("member", 5, 1_000),
  changeMember: sliding("change member", 10, 10_000),
  addMember: sliding("add member", 10, 10_000),
  /** Giving and taking a role have one limit together. */
  memberRole: fixed("member role", 10, 10_000),
  channels: sliding("channels", 10, 10_000),
  /** Each channel has its own. */
  messages: fixed("messages", 5, 5_000),
  edits: fixed("edits", 5, 5_000),
  webhook: fixed("webhook", 5, 2_000),
  openDirect: sliding("open direct", 10, 600_000),
  readMessages: sliding("read messages", 5, 1_000),
  events: sliding("events", 10, 10_000),
  bans: sliding("bans", 10, 10_000),
  commands: sliding("commands", 10, 10_000),
  auditLog: sliding("audit log", 10, 10_000),
} satisfies Record<string, Limit>;

/** The requests of a limit by one payer: in a fixed window since `at`, else decaying since `at`. */
export type Usage = { used: number; at: number };

const GLOBAL_LIMIT = 50;
const GLOBAL_WINDOW_MS = 1_000;

/** Not the world's clock: EVE's tokens would expire early for a Muster whose clock stands still. */
const clockOf = (world: World) => now(world) + world.discord.tookMs;

/**
 * Counts a request. `payer` is the token, and the server for routes of a server. Returns the headers of the response, or
 * throws Discord's 429.
 */
export function countCall(world: World, limit: Limit, payer: string): Record<string, string> {
  const time = clockOf(world);
  const key = `${limit.name} ${payer}`;
  const usage = currentUsage(world, limit, key);
  const isOver = usage.used + 1 > limit.limit;
  if (!isOver) usage.used += 1;
  world.discord.usage.set(key, usage);
  const perRequestMs = limit.windowMs / limit.limit;
  const resetMs = limit.isFixed
    ? usage.at + limit.windowMs - time
    : Math.max(1, usage.used * perRequestMs);
  const headers = {
    "X-RateLimit-Limit": String(limit.limit),
    "X-RateLimit-Remaining": String(isOver ? 0 : Math.floor(limit.limit - usage.used)),
    "X-RateLimit-Reset": ((time + resetMs) / 1000).toFixed(3),
    "X-RateLimit-Reset-After": (resetMs / 1000).toFixed(3),
    "X-RateLimit-Bucket": createHash("md5").update(limit.name).digest("hex"),
  };
  if (!isOver) return headers;
  const waitMs = limit.isFixed ? resetMs : (usage.used + 1 - limit.limit) * perRequestMs;
  throw rateLimited(waitMs, "user", headers);
}

function currentUsage(world: World, { limit, windowMs, isFixed }: Limit, key: string): Usage {
  const time = clockOf(world);
  const { used, at } = world.discord.usage.get(key) ?? { used: 0, at: time };
  if (isFixed) return time >= at + windowMs ? { used: 0, at: time } : { used, at };
  return { used: Math.max(0, used - ((time - at) * limit) / windowMs), at: time };
}

/** The limit of all requests of a bot. */
export function countGlobal(world: World, payer: string) {
  const time = clockOf(world);
  const key = `global ${payer}`;
  const last = world.discord.usage.get(key);
  const usage =
    last === undefined || time >= last.at + GLOBAL_WINDOW_MS ? { used: 0, at: time } : last;
  if (usage.used >= GLOBAL_LIMIT) {
    throw rateLimited(usage.at + GLOBAL_WINDOW_MS - time, "global", {
      "X-RateLimit-Global": "true",
    });
  }
  world.discord.usage.set(key, { ...usage, used: usage.used + 1 });
}

function rateLimited(waitMs: number, scope: "user" | "global", headers: Record<string, string>) {
  const seconds = Math.max(0.001, Math.ceil(waitMs) / 1000);
  return new DiscordError(
    429,
    {
      message: "You are being rate limited.",
      retry_after: seconds,
      global: scope === "global",
      code: 0,
    },
    { ...headers, "Retry-After": String(Math.ceil(seconds)), "X-RateLimit-Scope": scope },
  );
}
