import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin, PreviewServer, ViteDevServer } from "vite";
import { newEdenApp } from "./app.ts";
import { RESET_HEADER } from "./fault-answers.ts";
import { nodeRequest, sendResponse } from "./node-adapter.ts";
import { loadLocalState, saveLocalState } from "./local-state.ts";
import { createWorld } from "./world.ts";
import type { World } from "./world.ts";

const PATH = "/new-eden";

/**
 * Mounts one New Eden beside the product, on the same port, in `vite dev` and `vite preview`. Discord is the
 * same server under another host name, so that it is another origin, as in production.
 */
export function newEden(port: number): Plugin {
  const world = createWorld(`http://localhost:${port}${PATH}`);
  world.runCron = (cron) => runCron(port, cron);
  world.send = (url, init) => fetch(url, init);

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    next: (error: unknown) => void,
  ) {
    try {
      const answer = await newEdenApp.fetch(nodeRequest(request), { world });
      // Vite allows all origins; here each service of New Eden decides.
      response.removeHeader("access-control-allow-origin");
      if (answer.headers.has(RESET_HEADER)) request.socket.destroy();
      else await sendResponse(answer, response);
      if (request.method !== "GET") await saveLocalState(world);
    } catch (error) {
      next(error);
    }
  }

  async function mount(server: ViteDevServer | PreviewServer) {
    await loadLocalState(world);
    server.middlewares.use(PATH, (request, response, next) => void serve(request, response, next));
    // Replaces Vite's own lines, which would name the address of Discord.
    server.printUrls = () => server.config.logger.info(greeting(world, port));
  }

  return {
    name: "muster:new-eden",
    // By number, because `localhost` can mean ::1, and then Discord's host name would not answer.
    config: () => ({ server: { host: "127.0.0.1" }, preview: { host: "127.0.0.1" } }),
    configureServer: mount,
    configurePreviewServer: mount,
  };
}

/** Vite never runs crons by itself. */
async function runCron(port: number, cron: string) {
  const url = new URL(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`);
  url.searchParams.set("cron", cron);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The cron ${cron} failed: ${await answer.text()}`);
}

/** Printed when the server has started. */
function greeting(world: World, port: number): string {
  const pilots = [...world.pilots.values()].filter(({ note }) => note !== undefined);
  return [
    `  Muster:   http://localhost:${port}`,
    `  New Eden: ${world.base}  the simulated EVE Online and Discord, and how to break them`,
    "",
    "  Sign in as one of its pilots, for instance:",
    ...pilots.map(({ name, note }) => `    ${name.padEnd(18)} ${note}`),
    "",
  ].join("\n");
}
