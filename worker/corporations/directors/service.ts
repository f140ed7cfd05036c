import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MAX_DIRECTORS } from "#shared/corporations/corporations.ts";
import type {
  AddDirector,
  Director,
  DirectorCandidates,
  Directors,
} from "#shared/corporations/corporations.ts";
import { fold } from "#shared/fold.ts";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import { LAST_CHARACTER, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { presentDirector } from "./present-director.ts";
import * as store from "./store.ts";
import type { DirectorRow } from "./store.ts";

/** Throws if the corporation is not managed here. */
export async function requireCorporation({ db }: Context, id: number) {
  const [corporation] = await run(db, store.selectManaged({ corporationId: id }));
  if (corporation === undefined) throw new ApiError("corporation_removed");
  return corporation;
}

export async function listDirectors({ db }: Context, id: number): Promise<Directors> {
  const [[corporation], rows] = await runBatch(db, [
    store.selectManaged({ corporationId: id }),
    store.selectDirectorsOf({ corporationId: id }),
  ]);
  if (corporation === undefined) throw new ApiError("corporation_removed");
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
      store.selectManaged({ corporationId: id }),
      store.selectLinked({ characterId }),
      store.selectDirectors(isThisOne),
    ]);
    if (corporation === undefined) throw new ApiError("corporation_removed");
    if (linked === undefined)
      throw new ApiError("director_not_linked", {}, { field: "characterId" });
    if (present !== undefined) {
      throw new ApiError("already_director", { name: present.characterName });
    }
    if (corporation.directorCount >= MAX_DIRECTORS)
      throw new ApiError("too_many_directors", { count: MAX_DIRECTORS });
  };
  return withOptimisticLock(read, async () => {
    const added = await recordApplyAndRead(
      context,
      {
        kind: "director_added",
        corporationId: id,
        actor,
        characterId,
        condition: store.canBeAdded(id, characterId),
        statements: (applied) => [
          store.insertDirector({ corporationId: id, characterId, priority }, applied),
          store.assignIfVacant(id, applied),
        ],
      },
      store.selectDirectors(isThisOne),
    );
    return added && presentDirector(added);
  });
}

export function changePriority(
  context: Context,
  actor: UserActor,
  id: number,
  directorId: string,
  priority: number,
): Promise<Director> {
  return withOptimisticLock(
    () => getDirector(context, id, directorId),
    async (director) => {
      if (director.priority === priority) return presentDirector(director);
      const changes = { priority: { from: String(director.priority), to: String(priority) } };
      const changed = await recordApplyAndRead(
        context,
        {
          kind: "director_updated",
          corporationId: id,
          actor,
          characterId: director.characterId,
          detail: { changes },
          condition: store.isPresent(directorId, director.priority),
          statements: (applied) => [store.updatePriority(directorId, priority, applied)],
        },
        store.selectDirectors(eq(directors.id, directorId)),
      );
      return changed && presentDirector(changed);
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
  const isRemoved = await recordAndApply(context, {
    kind: "director_removed",
    corporationId: id,
    actor,
    characterId: director.characterId,
    condition: store.isPresent(directorId),
    statements: (applied) => [
      store.assignSuccessor(director, applied),
      store.deleteDirector(directorId, applied),
    ],
  });
  if (!isRemoved) throw new ApiError("no_such_director");
}

async function getDirector({ db }: Context, id: number, directorId: string): Promise<DirectorRow> {
  const [row] = await run(
    db,
    store.selectDirectors(and(eq(directors.corporationId, id), eq(directors.id, directorId))),
  );
  if (row === undefined) throw new ApiError("no_such_director");
  return row;
}

const MAX_FOUND = 20;

const main = alias(characters, "main");

const selectByName = prepare(
  {
    characterId: characters.id,
    characterName: characters.name,
    mainCharacterName: main.name,
    scopes: eveTokens.scopes,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .leftJoin(main, eq(main.id, users.mainCharacterId))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .where(
        and(
          gte(characters.nameFolded, sql.placeholder("from")),
          lt(characters.nameFolded, sql.placeholder("to")),
        ),
      )
      .orderBy(asc(characters.nameFolded))
      .limit(MAX_FOUND),
);

/** Linked characters whose name begins with the search, alts included: a range of an index. For system administrators. */
export async function findCandidates({ db }: Context, search: string): Promise<DirectorCandidates> {
  const from = fold(search);
  const found = await run(db, selectByName({ from, to: from + LAST_CHARACTER }));
  return {
    characters: found.map(({ scopes, ...character }) => ({
      ...character,
      hasDirectorAccess: coversDirectorAccess(scopes ?? []),
    })),
  };
}
