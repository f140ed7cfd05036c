import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import type { System } from "#worker/ops/move-in/plan/community.ts";
import type { MoveRow } from "#worker/ops/move-in/write/move-store.ts";

/**
 * The row of this move, if it has begun. Throws if another export must be finished or undone first: a second export of one
 * system would bring back what was changed in Muster since.
 */
export function findBegun(moves: MoveRow[], id: string, system: System): MoveRow | undefined {
  const begun = moves.filter(({ state }) => state !== "undone");
  const other = begun.find(
    (move) => move.id !== id && (move.system === system || move.state === "applying"),
  );
  if (other?.state === "applying") {
    throw new Error(
      "The move of another export was interrupted. Finish it with that file, or undo it: npm run move-in -- undo",
    );
  }
  if (other !== undefined) {
    throw new Error(
      `${SYSTEMS[system]} has moved in already, with another export. Undo that move first: npm run move-in -- undo`,
    );
  }
  return begun.find((move) => move.id === id);
}
