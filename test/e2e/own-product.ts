import { copyBuild, serveBuild } from "#test/tools/local/built-product.ts";
import { OFFLINE } from "#test/tools/local/prepare-state.ts";
import { PORT } from "./port.ts";
import { BUILD, copyState, emptyState } from "./state.ts";

/**
 * The product of one worker of Playwright. Each test file, and each further try, starts with the seeded community alone: what other
 * files do to theirs changes nothing here.
 */
export function ownProduct() {
  let stop = () => Promise.resolve();
  let served: string | undefined;
  let copy: string | undefined;

  return {
    async serve(what: string, isEmpty: boolean) {
      if (served === what) return;
      served = undefined;
      await stop();
      const state = isEmpty ? emptyState(PORT) : copyState(PORT);
      Object.assign(process.env, OFFLINE, { MUSTER_STATE: state });
      copy ??= copyBuild(BUILD, `${state}.build`, { port: PORT });
      ({ stop } = await serveBuild({ port: PORT, state, copy }));
      served = what;
    },
    stop: () => stop(),
  };
}
