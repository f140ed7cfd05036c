import { OIDC_ORIGIN } from "#test/support/applications/oidc-client.ts";
import { newEdenApp } from "./app.ts";
import { RESET_HEADER } from "./fault-answers.ts";
import { assertValidRequest } from "./esi/request-check.ts";
import { createWorld } from "./world.ts";
import type { World } from "./world.ts";

const ORIGIN = "https://new-eden.test";

const worlds = new Map<string, World>();

/**
 * The network of the Worker tests: New Eden's worlds, an OAuth server, and nothing else. A world is created by the first request to
 * `https://new-eden.test/<worldId>`. A request to ESI that does not match CCP's document
 * fails.
 */
export async function outboundService(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.origin === OIDC_ORIGIN) {
    const { oidcProvider } = await import("#test/support/applications/oidc-provider.ts");
    return oidcProvider(request);
  }
  const [, worldId, ...path] = url.pathname.split("/");
  if (url.origin !== ORIGIN || worldId === undefined) {
    throw new Error(`The tests have no network: ${request.method} ${url.origin}${url.pathname}`);
  }
  const world = getWorld(worldId);
  const inner = await rewrite(request, `${ORIGIN}/${path.join("/")}${url.search}`);
  if (path[0] === "esi") await assertValidRequest(world, inner);
  const response = await newEdenApp.fetch(inner, { world });
  return response.headers.has(RESET_HEADER) ? brokenResponse() : response;
}

/** A world by its id, created on first use. */
export function getWorld(worldId: string): World {
  let world = worlds.get(worldId);
  if (world === undefined) {
    world = createWorld(`${ORIGIN}/${worldId}`);
    worlds.set(worldId, world);
  }
  return world;
}

/** The test runtime passes its own Request class. */
async function rewrite(request: Request, url: string): Promise<Request> {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(url, {
    method: request.method,
    headers: [...request.headers],
    body: hasBody ? await request.arrayBuffer() : null,
  });
}

/** Not HTTP: the Worker's `fetch` rejects, as it does when a connection is reset. */
function brokenResponse() {
  return new Response(null, { status: 500, headers: { "Content-Length": "not a number" } });
}
