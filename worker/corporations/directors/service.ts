import { and, eq, exists } from "drizzle-orm";
import type { AddDirector, Director, Directors } from "#shared/corporations.ts";
import { MAX_DIRECTORS } from "#shared/corporations.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { recordEvent } from "#worker/corporations/log.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { presentDirector } from "./present-director.ts";
import { corporationNotFound, directorNotFound, notLinked, tooManyDirectors } from "./refusals.ts";
import * as store from "./store.ts";
import type { DirectorRow } from "./store.ts";

/** Throws if the corporation is not managed here. */
export async function requireCorporation({ db }: Context, id: number) {
  const [corporation] = await run(db, store.selectManaged(id));
  if (corporation === undefined) throw corporationNotFound();
  return corporation;
}

export async function listDirectors({ db }: Context, id: number): Promise<Directors> {
  const [[corporation], rows] = await runBatch(db, [
    store.selectManaged(id),
    store.selectDirectors(eq(directors.corporationId, id)),
  ]);
  if (corporation === undefined) throw corporationNotFound();
  return { directors: rows.map(presentDirector) };
}

/** The first director of a corporation is assigned to it. */
export function addDirector(
  context: Context,
  actor: UserActor,
  id: number,
  { characterId, priority }: AddDirector,
): Promise<Director> {
  const { db } = context;
  const isThisOne = store.isOf(id, characterId);
  const read = async () => {
    const [[corporation], [linked], [present]] = await runBatch(db, [
      store.selectManaged(id),
      store.selectLinked(characterId),
      store.selectDirectors(isThisOne),
    ]);
    if (corporation === undefined) throw corporationNotFound();
    if (linked === undefined) throw notLinked("characterId");
    if (present !== undefined) {
      throw new ApiError("conflict", `${present.characterName} is a director already.`);
    }
    if (corporation.directorCount >= MAX_DIRECTORS) throw tooManyDirectors();
  };
  return withOptimisticLock(read, async () => {
    const event = recordEvent(
      context,
      { kind: "director_added", corporationId: id, actorId: actor.userId, characterId },
      store.canBeAdded(id, characterId),
    );
    const [recorded, , , [row]] = await runBatch(db, [
      event.statement,
      store.insertDirector({ corporationId: id, characterId, priority }, event.happened),
      store.assignIfVacant(id, event.happened),
      store.selectDirectors(isThisOne),
    ]);
    return recorded.length > 0 && row !== undefined && presentDirector(row);
  });
}

export function changePriority(
  context: Context,
  actor: UserActor,
  id: number,
  directorId: string,
  priority: number,
): Promise<Director> {
  const { db } = context;
  return withOptimisticLock(
    () => getDirector(context, id, directorId),
    async (director) => {
      if (director.priority === priority) return presentDirector(director);
      const isUnchanged = orm
        .select({ id: directors.id })
        .from(directors)
        .where(and(eq(directors.id, directorId), eq(directors.priority, director.priority)));
      const event = recordEvent(
        context,
        {
          kind: "director_updated",
          corporationId: id,
          actorId: actor.userId,
          characterId: director.characterId,
          detail: {
            changes: { priority: { from: String(director.priority), to: String(priority) } },
          },
        },
        exists(isUnchanged),
      );
      const [recorded, , [row]] = await runBatch(db, [
        event.statement,
        store.updatePriority(directorId, priority, event.happened),
        store.selectDirectors(eq(directors.id, directorId)),
      ]);
      return recorded.length > 0 && row !== undefined && presentDirector(row);
    },
  );
}

/** If the director is the assigned one, the next in order is assigned. */
export async function removeDirector(
  context: Context,
  actor: UserActor,
  id: number,
  directorId: string,
) {
  const director = await getDirector(context, id, directorId);
  const isPresent = orm
    .select({ id: directors.id })
    .from(directors)
    .where(eq(directors.id, directorId));
  const event = recordEvent(
    context,
    {
      kind: "director_removed",
      corporationId: id,
      actorId: actor.userId,
      characterId: director.characterId,
    },
    exists(isPresent),
  );
  const [recorded] = await runBatch(context.db, [
    event.statement,
    store.assignSuccessor(director, event.happened),
    store.deleteDirector(directorId, event.happened),
  ]);
  if (recorded.length === 0) throw directorNotFound();
}

async function getDirector({ db }: Context, id: number, directorId: string): Promise<DirectorRow> {
  const [row] = await run(
    db,
    store.selectDirectors(and(eq(directors.corporationId, id), eq(directors.id, directorId))),
  );
  if (row === undefined) throw directorNotFound();
  return row;
}
