import * as fc from "fast-check";
import { expect } from "vitest";
import * as z from "zod/mini";
import type { Muster } from "#test/support/workerd/harness.ts";
import { MEMBERSHIP_MOVES } from "./membership-moves.ts";
import { checkInvariants } from "./check.ts";
import { MANAGEMENT_MOVES } from "./management-moves.ts";
import { ACTORS } from "./model.ts";
import type { Model } from "./model.ts";
import type { Call, Move, Real } from "./move.ts";
import { READS } from "./reads.ts";

const MOVES: Record<string, Move> = { ...MEMBERSHIP_MOVES, ...MANAGEMENT_MOVES };

type Command = fc.AsyncCommand<Model, Real>;

/** Every combination of actors for a move. */
const CALLS: Call[] = ACTORS.flatMap((by) =>
  ACTORS.flatMap((whom) => Array.from({ length: 9 }, (_, pick) => ({ by, whom, pick }))),
);

/** Any call of the groups API, by any actor about any actor. */
export function anyCall(muster: Muster): fc.Arbitrary<Command> {
  const moves = Object.keys(MOVES).map((name) => ({
    weight: name === "delete" ? 1 : 3,
    arbitrary: fc
      .record({
        which: fc.nat(CALLS.length - 1),
        // Most calls are allowed, so that sequences make progress; some are made anyway.
        isStubborn: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      })
      .map(({ which, isStubborn }) => moveCommand(muster, name, which, isStubborn)),
  }));
  const read = fc
    .record({ name: fc.constantFrom(...Object.keys(READS)), by: fc.constantFrom(...ACTORS) })
    .map(({ name, by }) => readCommand(name, { by, whom: by, pick: 0 }));
  return fc.oneof(...moves, { weight: 6, arbitrary: read });
}

/** Makes a move that is allowed now, if there is one; a stubborn command makes any. */
function moveCommand(muster: Muster, name: string, which: number, isStubborn: boolean): Command {
  const move = MOVES[name];
  if (move === undefined) throw new Error(`There is no move ${name}.`);
  const choose = (model: Model): Call | undefined => {
    const calls = isStubborn ? CALLS : CALLS.filter((call) => move.expect(model, call) < 300);
    return calls[which % calls.length];
  };
  let made = "not made";
  return {
    check: (model) => choose(model) !== undefined,
    toString: () => `${name} ${made}`,
    async run(model, real) {
      const call = choose(model);
      if (call === undefined) throw new Error("unreachable");
      made = `by ${call.by} (${call.whom}, ${call.pick})`;
      const expected = { call: `${name} ${made}`, status: move.expect(model, call) };
      const response = await move.send(real, model, call);
      expect({ ...expected, status: response.status }).toEqual(expected);
      if (response.ok) {
        const body: unknown = response.status === 204 ? {} : await response.json();
        move.apply(model, call, z.parse(z.record(z.string(), z.unknown()), body));
      }
      const before = real.eventCount;
      real.eventCount = await checkInvariants(muster, real, model);
      const written = real.eventCount - before;
      if (!response.ok) expect(written).toBe(0);
      // An edit that changes nothing has no event.
      else if (!name.startsWith("edit")) expect(written).toBeGreaterThan(0);
    },
  };
}

function readCommand(name: string, call: Call): Command {
  return {
    check: () => true,
    toString: () => `read ${name} by ${call.by}`,
    run: async (model, real) => READS[name]?.(real, model, call),
  };
}
