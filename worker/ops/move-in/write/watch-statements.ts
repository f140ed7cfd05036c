import { recordEvent } from "#worker/audit/record.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Plan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { PlannedWatch } from "#worker/ops/move-in/plan/watchlist.ts";
import { allowMoveIn } from "#worker/watchlist/policy.ts";
import { hasRoomFor, insertEntry } from "#worker/watchlist/store.ts";
import { isUnrecorded } from "./unrecorded.ts";

/** Statements that add an entry of the watchlist, as its keepers do, with its hits. */
export function watchStatements({ move, ownerId }: Plan, entry: PlannedWatch): Statement[] {
  return insertEntry(
    allowMoveIn(),
    { ...entry, createdBy: ownerId },
    hasRoomFor(entry),
    move.startedAt,
  );
}

/** Statements that tell the log of the entries, once. */
export function watchNoticeStatements({ move, watched }: Plan): Statement[] {
  if (watched.length === 0) return [];
  return [
    recordEvent(
      { requestId: move.id },
      {
        kind: "watch_list_imported",
        actor: "deployer",
        isOfCommunity: true,
        detail: { count: watched.length },
      },
      isUnrecorded(move, "watch_list_imported"),
    ).statement,
  ];
}
