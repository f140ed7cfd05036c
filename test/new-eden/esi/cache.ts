import { createHash } from "node:crypto";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Operation } from "./document.ts";
import type { CachedAnswer } from "./state.ts";

/** The result of a handler. `lastModified` is for paged lists: all pages share it. */
export type Answer = { body: unknown; pages?: number; lastModified?: number };

const LARGEST_KEPT = 64 * 1024;

/** ESI's own cache: until a response expires, every client gets the same one. */
export function answerFromCache(
  world: World,
  operation: Operation,
  key: string,
  make: () => Answer,
): { answer: CachedAnswer; body: string; isEarly: boolean } {
  const known = world.esi.cache.get(key);
  const isEvent = operation["x-cache-mode"] === "event-based";
  const isFresh = known !== undefined && !isEvent && known.expiresAt > now(world);
  if (isFresh && known.body !== undefined) {
    return { answer: known, body: known.body, isEarly: true };
  }
  const { body: made, pages, lastModified } = make();
  const body = JSON.stringify(made);
  const etag = `"${createHash("sha224").update(body).digest("hex")}"`;
  // A paged list has its own date: all its pages were generated at once.
  const madeAt = lastModified ?? (known?.etag === etag ? known.lastModified : now(world));
  const answer: CachedAnswer = {
    body: body.length > LARGEST_KEPT ? undefined : body,
    etag,
    lastModified: wholeSecond(madeAt),
    expiresAt: isFresh ? known.expiresAt : expiry(world, operation),
    pages,
  };
  world.esi.cache.set(key, answer);
  return { answer, body, isEarly: isFresh };
}

/** Whether the client already has this response. */
export function isNotModified(answer: CachedAnswer, headers: Headers): boolean {
  const etags = headers.get("if-none-match");
  if (etags !== null) {
    return etags.split(",").some((etag) => etag.trim().replace(/^W\//, "") === answer.etag);
  }
  const since = headers.get("if-modified-since");
  return since !== null && Date.parse(since) >= answer.lastModified;
}

export function cacheHeaders(world: World, operation: Operation, answer: CachedAnswer) {
  const isEvent = operation["x-cache-mode"] === "event-based";
  const scope = operation.security === undefined ? "public" : "private";
  const maxAge = isEvent
    ? (operation["x-client-cache-ttl"] ?? 0)
    : Math.max(0, Math.ceil((answer.expiresAt - now(world)) / 1000));
  return {
    "Cache-Control": `${scope}, max-age=${maxAge}`,
    ETag: answer.etag,
    // Where events invalidate the cache, `Expires` has no meaning: it is the current time.
    Expires: new Date(isEvent ? now(world) : answer.expiresAt).toUTCString(),
    "Last-Modified": new Date(answer.lastModified).toUTCString(),
    ...(answer.pages !== undefined && { "X-Pages": String(answer.pages) }),
  };
}

/** Drops ESI's cached responses about the pilot, for its token, and of corporations. */
export function forgetAnswers(world: World, characterId: number) {
  world.esi.affiliations.delete(characterId);
  for (const [key, answer] of world.esi.cache) {
    const [path = "", , reader] = key.split("#");
    const [, kind, id] = path.split("/");
    const isOfPilot = kind === "characters" && Number(id) === characterId;
    if (isOfPilot || kind === "corporations" || Number(reader) === characterId)
      answer.expiresAt = 0;
  }
}

function expiry(world: World, operation: Operation): number {
  if (operation["x-daily-expiry"] === undefined) {
    return wholeSecond(now(world)) + (operation["x-client-cache-ttl"] ?? 0) * 1000;
  }
  const [hour = 0, minute = 0] = operation["x-daily-expiry"].split(":").map(Number);
  const next = new Date(now(world));
  next.setUTCHours(hour, minute, 0, 0);
  if (next.getTime() <= now(world)) next.setUTCDate(next.getUTCDate() + 1);
  return next.getTime();
}

/** HTTP dates have no milliseconds. */
function wholeSecond(ms: number) {
  return Math.floor(ms / 1000) * 1000;
}
