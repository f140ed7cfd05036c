import { newEdenApp } from "./app.ts";
import { loadLocalState, saveLocalState } from "./local-state.ts";
import { createWorld } from "./world.ts";

/** Where New Eden is, beside the product. */
export const NEW_EDEN_PATH = "/new-eden";

/** The New Eden of a local server: it outlives the process with the database. */
export async function openLocalWorld(port: number, runCron: (cron: string) => Promise<void>) {
  const world = createWorld(`http://localhost:${port}${NEW_EDEN_PATH}`);
  world.runCron = runCron;
  world.send = (url, init) => fetch(url, init);
  await loadLocalState(world);

  /** Answers a request whose path is without `NEW_EDEN_PATH`. */
  async function answer(request: Request): Promise<Response> {
    const response = await newEdenApp.fetch(request, { world });
    if (request.method !== "GET") await saveLocalState(world);
    return response;
  }

  /** Printed when the server has started. */
  function greeting(): string {
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

  return { answer, greeting };
}
