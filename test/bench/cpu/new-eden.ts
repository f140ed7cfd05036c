import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newEdenApp } from "#test/new-eden/app.ts";
import { newEsiState } from "#test/new-eden/esi/state.ts";
import { nodeRequest, sendResponse } from "#test/new-eden/node-adapter.ts";
import { createWorld } from "#test/new-eden/world.ts";
import { TRADED_TYPES } from "#test/bench/day/habits.ts";

export type NewEdenServer = Awaited<ReturnType<typeof startNewEden>>;

/** New Eden on a port of its own, which counts the requests of the Worker. The market has as many types as EVE's. */
export async function startNewEden() {
  let calls = 0;
  let day = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    if (!path.startsWith("/control")) calls += 1;
    const answer = path.startsWith("/esi/markets/prices")
      ? Response.json(prices(day))
      : newEdenApp.fetch(nodeRequest(request), { world });
    Promise.resolve(answer)
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
  return {
    base,
    world,
    calls: () => calls,
    /** All prices change. */
    nextDay: () => void (day += 1),
    /** Full rate limits, and no cached answers: all are made again. */
    forget() {
      world.esi = newEsiState();
      world.requests = [];
    },
    stop: () => server.close(),
  };
}

function prices(day: number) {
  return Array.from({ length: TRADED_TYPES }, (_, index) => ({
    adjusted_price: 1_234_567.891 + index + day,
    average_price: 1_234_567.89 + index + day,
    type_id: 18 + 4 * index,
  }));
}
