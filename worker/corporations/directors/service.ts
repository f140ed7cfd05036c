import { sql } from "drizzle-orm";
import type { AddDirector, Director, Directors } from "#shared/corporations.ts";
import { MAX_DIRECTORS } from "#shared/corporations.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { presentDirector } from "./present-director.ts";
import { assignSomebody, insertDirector, selectDirectors } from "./store.ts";
import type { DirectorRow } from "./store.ts";
import { recordEvent } from "#worker/corporations/log.ts";
import { corporationNotFound, directorNotFound, notLinked } from "#worker/corporations/service.ts";
import { selectCorporation, selectLinked } from "#worker/corporations/store.ts";

export async function listDirectors({ db }: Context, id: number): Promise<Directors> {
  const [[corporation], rows] = await db.batch([
    selectCorporation(db, id),
    selectDirectors(db, sql`d.corporation_id = ${id}`),
  ]);
  if (corporation === undefined) throw corporationNotFound();
  return { directors: rows.map(presentDirector) };
}

/** The first director of a corporation is the one it is configured with. */
export function addDirector(
  context: Context,
  actor: UserActor,
  id: number,
  { characterId, priority }: AddDirector,
): Promise<Director> {
  const { db } = context;
  const isIt = sql`d.corporation_id = ${id} and d.character_id = ${characterId}`;
  const count = sql`(select count(*) from corporation_directors d where d.corporation_id = ${id})`;
  const look = async () => {
    const [[corporation], [linked], [there]] = await db.batch([
      selectCorporation(db, id),
      selectLinked(db, characterId),
      selectDirectors(db, isIt),
    ]);
    if (corporation === undefined) throw corporationNotFound();
    if (linked === undefined) throw notLinked("characterId");
    if (there !== undefined) {
      throw new ApiError("conflict", `${there.characterName} is a director already.`);
    }
    if (corporation.directorCount >= MAX_DIRECTORS) {
      throw new ApiError("conflict", `A corporation has at most ${MAX_DIRECTORS} directors.`);
    }
  };
  return withOptimisticLock(look, async () => {
    const event = recordEvent(
      context,
      { kind: "director_added", corporationId: id, actorId: actor.userId, characterId },
      sql`not exists (select 1 from corporation_directors d where ${isIt}) and ${count} < ${MAX_DIRECTORS}
        and exists (select 1 from characters where id = ${characterId} and user_id is not null)`,
    );
    const director = { id: randomToken(12), corporationId: id, characterId, priority };
    const [recorded, , , rows] = await db.batch([
      event.statement,
      insertDirector(db, director, event.happened),
      assignSomebody(db, id, event.happened),
      selectDirectors(db, isIt),
    ]);
    const [row] = rows;
    return (recorded as unknown[]).length > 0 && row !== undefined && presentDirector(row);
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
    () => findDirector(context, id, directorId),
    async (seen) => {
      if (seen.priority === priority) return presentDirector(seen);
      const from = String(seen.priority);
      const event = recordEvent(
        context,
        {
          kind: "director_updated",
          corporationId: id,
          actorId: actor.userId,
          characterId: seen.characterId,
          detail: { changes: { priority: { from, to: String(priority) } } },
        },
        sql`exists (select 1 from corporation_directors d
          where d.id = ${directorId} and d.priority = ${seen.priority})`,
      );
      const [, , [row]] = await db.batch([
        event.statement,
        raw(
          db,
          sql`update corporation_directors set priority = ${priority}
            where id = ${directorId} and ${event.happened}`,
        ),
        selectDirectors(db, sql`d.id = ${directorId}`),
      ]);
      return row?.priority === priority && presentDirector(row);
    },
  );
}

/** When the one leaves with whom the corporation is configured, the next in order takes the place. */
export async function removeDirector(
  context: Context,
  actor: UserActor,
  id: number,
  directorId: string,
) {
  const { db } = context;
  const seen = await findDirector(context, id, directorId);
  const { characterId } = seen;
  const event = recordEvent(
    context,
    { kind: "director_removed", corporationId: id, actorId: actor.userId, characterId },
    sql`exists (select 1 from corporation_directors d where d.id = ${directorId})`,
  );
  const [recorded] = await db.batch([
    event.statement,
    raw(
      db,
      sql`update corporations set assigned_character_id = null
        where id = ${id} and assigned_character_id = ${characterId} and ${event.happened}`,
    ),
    raw(db, sql`delete from corporation_directors where id = ${directorId} and ${event.happened}`),
    assignSomebody(db, id, seen.isAssigned === 1 ? event.happened : sql`false`),
  ]);
  if ((recorded as unknown[]).length === 0) throw directorNotFound();
}

async function findDirector({ db }: Context, id: number, directorId: string): Promise<DirectorRow> {
  const [row] = await selectDirectors(db, sql`d.corporation_id = ${id} and d.id = ${directorId}`);
  if (row === undefined) throw directorNotFound();
  return row;
}
