import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { test, vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import { anyCall } from "#test/support/state-machine/commands.ts";
import type { Real } from "#test/support/state-machine/move.ts";
import { scenery, setScene } from "#test/support/state-machine/scene.ts";

const RUNS = share(250, 30);
const MAX_CALLS = 12;

const muster = await startMuster({ DB: env.DB });
const people: Real["people"] = {
  ada: await buildUser(muster, { name: "Ada Machine" }),
  ben: await buildUser(muster, { name: "Ben Machine" }),
  cas: await buildUser(muster, { name: "Cas Machine" }),
  dee: await buildUser(muster, { name: "Dee Machine" }),
  admin: await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID }),
};

// On failure, fast-check prints a seed and a path: pass them to `fc.assert` to reproduce it.
test(`after any sequence of calls by any users, the group matches the model (${RUNS} sequences)`, async () => {
  // One log line per request would be too many.
  vi.spyOn(console, "log").mockReturnValue();
  let last: Real | undefined;
  await fc.assert(
    fc.asyncProperty(
      scenery,
      fc.commands([anyCall(muster)], { maxCommands: MAX_CALLS, size: "max" }),
      async (given, calls) => {
        const scene = await setScene(muster, people, given, last);
        last = scene.real;
        await fc.asyncModelRun(() => scene, calls);
      },
    ),
    { numRuns: RUNS },
  );
});
