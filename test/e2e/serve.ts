import { rmSync } from "node:fs";
import { serveBuild } from "#test/local/built-product.ts";
import { ensureBuild } from "#test/local/ensure-build.ts";
import { OFFLINE, prepareState } from "#test/local/prepare-state.ts";
import { stateDirectory } from "#test/new-eden/local-state.ts";
import { PORT } from "./port.ts";

/** Serves dist/, built when it is older than its sources, on a fresh database with the seeded community. */
Object.assign(process.env, OFFLINE);
const state = stateDirectory();
rmSync(state, { recursive: true, force: true });
ensureBuild();
prepareState(state);
const { stop } = await serveBuild({ port: PORT, state });
process.once("SIGTERM", () => {
  void stop().finally(() => {
    for (const directory of [state, `${state}.build`]) {
      rmSync(directory, { recursive: true, force: true });
    }
    process.exit();
  });
});
