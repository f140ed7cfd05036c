import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { CharacterCard } from "#shared/characters.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterSections, names } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { rounded } from "#worker/ground/precision.ts";
import { ApiError } from "#worker/http/api-error.ts";

const info = alias(characterSections, "info");
const history = alias(characterSections, "history");
const corporation = alias(names, "corporation");
const alliance = alias(names, "alliance");
const main = alias(characters, "main");
const own = alias(characters, "own");
const characterId = sql.placeholder("characterId");

/** For system administrators (`isAdmin`), with the account: for others nothing is read of it. */
const selectCard = prepare(
  {
    name: characters.name,
    ownerId: characters.userId,
    corporationId: characterAffiliations.corporationId,
    corporationName: corporation.name,
    ticker: corporations.ticker,
    since: sql<
      string | null
    >`iif(${history.data} ->> '$[0].corporationId' = ${characterAffiliations.corporationId},
      ${history.data} ->> '$[0].startDate', null)`,
    allianceId: characterAffiliations.allianceId,
    allianceName: alliance.name,
    birthday: sql<string | null>`${info.data} ->> '$.birthday'`,
    securityStatus: sql<number | null>`${info.data} ->> '$.securityStatus'`,
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: main.name,
    lastSeenAt: users.lastSeenAt,
    characterCount: sql<number>`(select count(*) from ${characters} as ${own} where ${own.userId} = ${users.id})`,
    groupCount: sql<number>`(select count(*) from ${groupMembers} where ${groupMembers.userId} = ${users.id})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .leftJoin(corporation, eq(corporation.id, characterAffiliations.corporationId))
      .leftJoin(corporations, eq(corporations.id, characterAffiliations.corporationId))
      .leftJoin(alliance, eq(alliance.id, characterAffiliations.allianceId))
      .leftJoin(info, and(eq(info.characterId, characters.id), eq(info.section, "info")))
      .leftJoin(
        history,
        and(eq(history.characterId, characters.id), eq(history.section, "corporationHistory")),
      )
      .leftJoin(users, and(sql`${sql.placeholder("isAdmin")} = 1`, eq(users.id, characters.userId)))
      .leftJoin(main, eq(main.id, users.mainCharacterId))
      .where(eq(characters.id, characterId)),
);

/** What is stored of a character, in one round trip. EVE is not asked: a pointer goes over many names. */
export async function readCard(
  { db }: Context,
  actor: UserActor,
  id: number,
): Promise<CharacterCard> {
  const [row] = await run(db, selectCard({ characterId: id, isAdmin: Number(actor.isAdmin) }));
  if (row?.ownerId !== actor.userId) requireNoGuest(actor);
  if (row === undefined) throw new ApiError("no_such_character");
  const { corporationId, allianceId, userId, mainCharacterId, mainCharacterName } = row;
  return {
    characterId: id,
    name: row.name,
    corporation:
      corporationId === null
        ? null
        : { id: corporationId, name: row.corporationName, ticker: row.ticker, since: row.since },
    alliance: allianceId === null ? null : { id: allianceId, name: row.allianceName },
    birthday: row.birthday,
    securityStatus: row.securityStatus,
    account:
      userId === null
        ? null
        : {
            userId,
            main:
              mainCharacterId === null || mainCharacterName === null
                ? null
                : { characterId: mainCharacterId, characterName: mainCharacterName },
            characterCount: row.characterCount,
            groupCount: row.groupCount,
            lastSeenAt:
              row.lastSeenAt === null
                ? null
                : new Date(rounded("lastSeen", "owner", row.lastSeenAt.getTime())).toISOString(),
          },
  };
}
