import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newEdenApp } from "./app.ts";
import { nodeRequest, sendResponse } from "./node-adapter.ts";
import { createWorld } from "./world.ts";

/** New Eden on a port of its own, for other processes. `answer` may answer a path in its place. */
export async function serveNewEden(
  answer: (path: string) => Response | undefined = () => undefined,
) {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request.url ?? "") ?? newEdenApp.fetch(nodeRequest(request), { world }))
      .then((sent) => sendResponse(sent, response))
      .catch(() => {
        // The process that asked was killed.
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a path
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const world = createWorld(base);
  return { base, world, stop: () => server.close() };
}
