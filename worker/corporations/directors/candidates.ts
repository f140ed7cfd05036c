import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { DirectorCandidates } from "#shared/corporations/search.ts";
import { fold } from "#shared/fold.ts";
import { run } from "#worker/db/batch.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { LAST_CHARACTER, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";

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
