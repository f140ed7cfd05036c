import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { RESET_HEADER } from "./fault-answers.ts";
import { NEW_EDEN_PATH, openLocalWorld } from "./local-world.ts";
import { nodeRequest, sendResponse } from "./node-adapter.ts";

/**
 * Mounts one New Eden beside the product, on the same port, in `vite dev`. Discord is the same server under another host
 * name, so that it is another origin, as in production.
 */
export function newEden(port: number): Plugin {
  return {
    name: "muster:new-eden",
    // By number, because `localhost` can mean ::1, and then Discord's host name would not answer.
    config: () => ({ server: { host: "127.0.0.1" } }),
    async configureServer(server) {
      const { answer, greeting } = await openLocalWorld(port, (cron) => runCron(port, cron));

      async function serve(
        request: IncomingMessage,
        response: ServerResponse,
        next: (error: unknown) => void,
      ) {
        try {
          const given = await answer(nodeRequest(request));
          // Vite allows all origins; here each service of New Eden decides.
          response.removeHeader("access-control-allow-origin");
          if (given.headers.has(RESET_HEADER)) request.socket.destroy();
          else await sendResponse(given, response);
        } catch (error) {
          next(error);
        }
      }

      server.middlewares.use(
        NEW_EDEN_PATH,
        (request, response, next) => void serve(request, response, next),
      );
      // Replaces Vite's own lines, which would name the address of Discord.
      server.printUrls = () => server.config.logger.info(greeting());
    },
  };
}

/** Vite never runs crons by itself. */
async function runCron(port: number, cron: string) {
  const url = new URL(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`);
  url.searchParams.set("cron", cron);
  // No job is due at the time 0: the page has a button for the jobs of each schedule.
  url.searchParams.set("time", "0");
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The cron ${cron} failed: ${await answer.text()}`);
}
