import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Language } from "#shared/language/languages.ts";
import { selectNotices } from "#worker/audit/service.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { presentIds } from "#worker/characters/refresh/referenced-ids.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
} from "#worker/db/schema/characters.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import { orm, prepareAtStart } from "#worker/db/statements.ts";
import { namesIn, prepareNames } from "#worker/universe/name-store.ts";

const isOwn = eq(characters.userId, sql.placeholder("userId"));

const isMain = sql<number>`${characters.id} = ${users.mainCharacterId}`;

const selectCharacters = prepareAtStart(
  {
    characterId: characters.id,
    name: characters.name,
    isMain,
    unconfirmedSince: characters.unconfirmedSince,
    tokenState: eveTokens.state,
    tokenStateSince: eveTokens.stateSince,
    scopes: eveTokens.scopes,
    isDirector: sql<number>`exists (
      select 1 from ${directors} where ${directors.characterId} = ${characters.id})`,
    record: characterChecks.record,
    corporationId: characterAffiliations.corporationId,
    allianceId: characterAffiliations.allianceId,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .where(isOwn)
      .orderBy(desc(isMain), asc(characters.nameFolded)),
);

const queue = alias(characterSections, "queue");

/**
 * The skills themselves are read only if a skill at the head of the queue has finished, since only then they are needed
 * for the sums. The cross join makes SQLite start at the user's characters, not at all sections.
 */
const selectSections = prepareAtStart(
  {
    characterId: characterSections.characterId,
    section: characterSections.section,
    data: sql<string>`case when ${characterSections.section} = 'skills' and (
        unixepoch(json_extract(${queue.data}, '$[0].finish_date')) <= ${sql.placeholder("nowSeconds")}
      ) is not true
      then json_object(
        'total_sp', json_extract(${characterSections.data}, '$.total_sp'),
        'unallocated_sp', json_extract(${characterSections.data}, '$.unallocated_sp'),
        'skills', json_array())
      else ${characterSections.data} end`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .crossJoin(characterSections)
      .leftJoin(
        queue,
        and(
          eq(queue.characterId, characters.id),
          eq(queue.section, "skillQueue"),
          eq(characterSections.section, "skills"),
        ),
      )
      .where(
        and(
          isOwn,
          eq(characterSections.characterId, characters.id),
          inArray(characterSections.section, [
            "skills",
            "skillQueue",
            "location",
            "ship",
            "status",
            "wallet",
          ]),
        ),
      ),
);

const selectNames = prepareNames(
  presentIds(sql`select ${characters.id} from ${characters} where ${isOwn}`),
  prepareAtStart,
);

/** All characters of a user with what the dashboard shows of them, and the notices, in one round trip: the main first. */
export async function findOverview(
  db: Database,
  actor: UserActor,
  language: Language,
  now: number,
) {
  const { userId } = actor;
  const [rows, sections, known, notices] = await runBatch(db, [
    selectCharacters({ userId }),
    selectSections({ userId, nowSeconds: now / 1000 }),
    selectNames({ userId, language }),
    selectNotices(actor, now),
  ]);
  const sectionsOf = new Map<number, Map<string, string>>();
  for (const { characterId, section, data } of sections) {
    const ofOne = sectionsOf.get(characterId) ?? new Map<string, string>();
    sectionsOf.set(characterId, ofOne.set(section, data));
  }
  return { rows, sectionsOf, notices, ...namesIn(language, known, now) };
}
export type OverviewRow = Awaited<ReturnType<typeof findOverview>>["rows"][number];
