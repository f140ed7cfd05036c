import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { test, vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { anyCall } from "#test/support/state-machine/commands.ts";
import type { Real } from "#test/support/state-machine/move.ts";
import { scenery, setScene } from "#test/support/state-machine/scene.ts";

const RUNS = 2000;
const MAX_CALLS = 12;

const muster = await startMuster({ DB: env.DB });
const people: Real["people"] = {
  ada: await buildUser(muster, { name: "Ada Machine" }),
  ben: await buildUser(muster, { name: "Ben Machine" }),
  cas: await buildUser(muster, { name: "Cas Machine" }),
  dee: await buildUser(muster, { name: "Dee Machine" }),
  admin: await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID }),
};

// When it fails, fast-check prints a seed and a path: give them to `fc.assert` to see the same again.
test(`after any sequence of calls, by anybody, a group is as the rules say (${RUNS} sequences)`, async () => {
  // A line a request is too much for so many of them.
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
}, 600_000);
