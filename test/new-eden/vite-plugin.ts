import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin, PreviewServer, ViteDevServer } from "vite";
import { newEdenApp } from "./app.ts";
import { RESET_HEADER } from "./fault-answers.ts";
import { nodeRequest, sendResponse } from "./node-adapter.ts";
import { createWorld } from "./world.ts";

const PATH = "/new-eden";

/**
 * Mounts one New Eden beside the product, on the same port, in `vite dev` and `vite preview`. Discord is the
 * same server under another host name, so that it is another origin, as in life.
 */
export function newEden(port: number): Plugin {
  const world = createWorld(`http://localhost:${port}${PATH}`);

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    next: (error: unknown) => void,
  ) {
    try {
      const answer = await newEdenApp.fetch(nodeRequest(request), { world });
      if (answer.headers.has(RESET_HEADER)) request.socket.destroy();
      else await sendResponse(answer, response);
    } catch (error) {
      next(error);
    }
  }

  function mount(server: ViteDevServer | PreviewServer) {
    server.middlewares.use(PATH, (request, response, next) => void serve(request, response, next));
    const printUrls = server.printUrls.bind(server);
    server.printUrls = () => {
      printUrls();
      const pilots = [...world.pilots.values()].filter(({ note }) => note !== undefined);
      server.config.logger.info(
        [
          `  New Eden, the simulated EVE Online and Discord: ${world.base}`,
          `  Open http://localhost:${port} and sign in as one of its pilots, for instance:`,
          ...pilots.map(({ name, note }) => `    ${name.padEnd(20)} ${note}`),
          "",
        ].join("\n"),
      );
    };
  }

  return {
    name: "muster:new-eden",
    // By number: `localhost` alone may mean ::1, and then Discord's host name would not answer.
    config: () => ({ server: { host: "127.0.0.1" }, preview: { host: "127.0.0.1" } }),
    configureServer: mount,
    configurePreviewServer: mount,
  };
}
