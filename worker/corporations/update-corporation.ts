import { and } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Corporation, UpdateCorporation } from "#shared/corporations/corporations.ts";
import { DEFAULT_DIRECTOR_PRIORITY, MAX_DIRECTORS } from "#shared/corporations/corporations.ts";
import { recordApplyAndRead, recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  corporationNotFound,
  notLinked,
  tooManyDirectors,
} from "#worker/corporations/directors/store.ts";
import * as directors from "#worker/corporations/directors/store.ts";
import { runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { presentCorporation } from "./service.ts";
import * as store from "./store.ts";

/**
 * Writes only the fields that the request changes, and only if they still are as they were read. A character who is
 * assigned becomes a director.
 */
export function updateCorporation(
  context: Context,
  actor: UserActor,
  id: number,
  input: UpdateCorporation,
): Promise<Corporation> {
  return withOptimisticLock(
    () => planUpdate(context, id, input),
    async ({ row, before, after, changes, newDirectorId }) => {
      if (Object.keys(after).length === 0) return presentCorporation(row);
      const { assignedCharacterId } = after;
      const isAssignable =
        newDirectorId === undefined
          ? assignedCharacterId && directors.isDirector(id, assignedCharacterId)
          : directors.canBeAdded(id, newDirectorId);
      const changed = await recordApplyAndRead(
        context,
        {
          kind: "corporation_updated",
          corporationId: id,
          actor,
          detail: { changes },
          condition: and(store.isConfigured(id, before), isAssignable || undefined),
          statements: (applied) => [
            ...(newDirectorId === undefined
              ? []
              : addDirector(context, actor, id, newDirectorId, applied)),
            store.updateCorporation(id, after, applied),
          ],
        },
        store.selectCorporation(id),
      );
      return changed && presentCorporation(changed);
    },
  );
}

/** What the request changes, `before` and `after`. */
async function planUpdate({ db }: Context, id: number, input: UpdateCorporation) {
  const wantedId = input.assignedCharacterId ?? 0;
  const [[row], [linked], [director]] = await runBatch(db, [
    store.selectCorporation(id),
    directors.selectLinked({ characterId: wantedId }),
    directors.selectDirectors(directors.isOf(id, wantedId)),
  ]);
  if (row === undefined) throw corporationNotFound();
  if (wantedId !== 0 && linked === undefined) throw notLinked("assignedCharacterId");
  const { isActive = row.isActive, assignedCharacterId = row.assignedCharacterId } = input;
  const isToggled = isActive !== row.isActive;
  const isReassigned = assignedCharacterId !== row.assignedCharacterId;
  const newDirectorId = isReassigned && director === undefined ? linked?.id : undefined;
  if (newDirectorId !== undefined && row.directorCount >= MAX_DIRECTORS) throw tooManyDirectors();
  return {
    row,
    before: {
      ...(isToggled && { isActive: row.isActive }),
      ...(isReassigned && { assignedCharacterId: row.assignedCharacterId }),
    },
    after: { ...(isToggled && { isActive }), ...(isReassigned && { assignedCharacterId }) },
    changes: {
      ...(isReassigned && {
        director: { from: row.assignedCharacterName, to: linked?.name ?? null },
      }),
      ...(isToggled && { status: { from: statusOf(row.isActive), to: statusOf(isActive) } }),
    },
    newDirectorId,
  };
}

function addDirector(
  context: Context,
  actor: UserActor,
  corporationId: number,
  characterId: number,
  condition: SQL,
): Statement[] {
  const event = recordEvent(
    context,
    { kind: "director_added", corporationId, actor, characterId },
    condition,
  );
  const director = { corporationId, characterId, priority: DEFAULT_DIRECTOR_PRIORITY };
  return [event.statement, directors.insertDirector(director, event.applied)];
}

function statusOf(isActive: boolean): string {
  return isActive ? "active" : "inactive";
}
