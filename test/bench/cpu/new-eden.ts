import { newEsiState } from "#test/new-eden/esi/state.ts";
import { serveNewEden } from "#test/new-eden/server.ts";
import { TRADED_TYPES } from "#test/bench/day/habits.ts";

export type NewEdenServer = Awaited<ReturnType<typeof startNewEden>>;

/** New Eden on a port of its own, which counts the requests of the Worker. The market has as many types as EVE's. */
export async function startNewEden() {
  let calls = 0;
  let day = 0;
  const { base, world, stop } = await serveNewEden((path) => {
    if (!path.startsWith("/control")) calls += 1;
    return path.startsWith("/esi/markets/prices") ? Response.json(prices(day)) : undefined;
  });
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
    stop,
  };
}

function prices(day: number) {
  return Array.from({ length: TRADED_TYPES }, (_, index) => ({
    adjusted_price: 1_234_567.891 + index + day,
    average_price: 1_234_567.89 + index + day,
    type_id: 18 + 4 * index,
  }));
}
