import { and, asc, count, eq, ne, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { canBeTakenBack } from "#worker/auth/accounts/take-back-rights.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";

const other = alias(directors, "other");

const userId = sql.placeholder("userId");

const selectCharacters = prepare(
  () => ({
    id: characters.id,
    name: characters.name,
    mainCharacterId: users.mainCharacterId,
    canBeTakenBack: sql<number>`${canBeTakenBack(userId, sql.placeholder("now"))}`,
  }),
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .where(eq(characters.userId, userId))
      .orderBy(asc(characters.nameFolded)),
);

const selectOwned = prepare({ id: groups.id, name: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, userId), sql`${groupMembers.role} = 'owner'`))
    .orderBy(asc(groups.nameFolded)),
);

const countMemberships = prepare({ count: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(groupMembers).where(eq(groupMembers.userId, userId)),
);

const selectDiscord = prepare({ name: discordAccounts.username }, (fields) =>
  orm.select(fields).from(discordAccounts).where(eq(discordAccounts.userId, userId)),
);

const selectDirectorships = prepare(
  () => {
    const otherDirectors = orm
      .select({ count: count() })
      .from(other)
      .where(
        and(
          eq(other.corporationId, directors.corporationId),
          notInArray(
            other.characterId,
            orm.select({ id: characters.id }).from(characters).where(eq(characters.userId, userId)),
          ),
        ),
      );
    return {
      corporationId: directors.corporationId,
      characterId: directors.characterId,
      corporationName: corporations.name,
      characterName: characters.name,
      otherDirectors: sql<number>`${otherDirectors}`,
    };
  },
  (fields) =>
    orm
      .select(fields)
      .from(directors)
      .innerJoin(corporations, eq(corporations.id, directors.corporationId))
      .innerJoin(characters, eq(characters.id, directors.characterId))
      .where(eq(characters.userId, userId))
      .orderBy(asc(corporations.nameFolded)),
);

const selectOtherAdministrator = prepare({ id: characters.id }, (fields) =>
  orm
    .select(fields)
    .from(characters)
    .where(
      and(
        ne(characters.userId, userId),
        sql`${characters.id} in (select value from json_each(${sql.placeholder("adminIds")}))`,
      ),
    )
    .limit(1),
);

/** Characters, owned groups, number of memberships, Discord, directorships, and a character of another administrator. */
export function selectContents(userId: string, adminCharacterIds: number[]) {
  return [
    selectCharacters({ userId, now: Date.now() }),
    selectOwned({ userId }),
    countMemberships({ userId }),
    selectDiscord({ userId }),
    selectDirectorships({ userId }),
    selectOtherAdministrator({ userId, adminIds: JSON.stringify(adminCharacterIds) }),
  ] as const;
}
