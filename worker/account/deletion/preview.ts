import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import type { DeletionPreview } from "#shared/account/deletion.ts";
import { canBeTakenBack } from "#worker/auth/accounts/take-back-rights.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { discordAccounts } from "#worker/db/schema/discord.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

/** What deleting the actor's account would do, and the directorships with their ids, for the events. */
export async function readDeletion({ db, config }: Context, { userId, isAdmin }: UserActor) {
  const otherDirectors = orm.select({ count: count() }).from(sql`${directors} as other`)
    .where(sql`other.corporation_id = ${directors.corporationId} and other.character_id not in
      (select ${characters.id} from ${characters} where ${characters.userId} = ${userId})`);
  const [own, owned, [memberships], [discord], directorships, otherAdmins] = await runBatch(db, [
    rows(
      {
        id: characters.id,
        name: characters.name,
        mainCharacterId: users.mainCharacterId,
        canBeTakenBack: sql<number>`${canBeTakenBack(userId)}`,
      },
      (fields) =>
        orm
          .select(fields)
          .from(characters)
          .innerJoin(users, eq(users.id, characters.userId))
          .where(eq(characters.userId, userId))
          .orderBy(asc(characters.nameFolded)),
    ),
    rows({ id: groups.id, name: groups.name }, (fields) =>
      orm
        .select(fields)
        .from(groupMembers)
        .innerJoin(groups, eq(groups.id, groupMembers.groupId))
        .where(and(eq(groupMembers.userId, userId), sql`${groupMembers.role} = 'owner'`))
        .orderBy(asc(groups.nameFolded)),
    ),
    rows({ count: sql<number>`count(*)` }, (fields) =>
      orm.select(fields).from(groupMembers).where(eq(groupMembers.userId, userId)),
    ),
    rows({ name: discordAccounts.username }, (fields) =>
      orm.select(fields).from(discordAccounts).where(eq(discordAccounts.userId, userId)),
    ),
    rows(
      {
        corporationId: directors.corporationId,
        characterId: directors.characterId,
        corporationName: corporations.name,
        characterName: characters.name,
        otherDirectors: sql<number>`(${otherDirectors})`,
      },
      (fields) =>
        orm
          .select(fields)
          .from(directors)
          .innerJoin(corporations, eq(corporations.id, directors.corporationId))
          .innerJoin(characters, eq(characters.id, directors.characterId))
          .where(eq(characters.userId, userId))
          .orderBy(asc(corporations.nameFolded)),
    ),
    rows({ id: characters.id }, (fields) =>
      orm
        .select(fields)
        .from(characters)
        .where(
          and(
            ne(characters.userId, userId),
            sql`${characters.id} in (select value from json_each(${JSON.stringify(config.ADMIN_CHARACTER_IDS)}))`,
          ),
        )
        .limit(1),
    ),
  ]);
  const mainCharacterId = own[0]?.mainCharacterId ?? 0;
  const main = own.find(({ id }) => id === mainCharacterId);
  const preview: DeletionPreview = {
    mainCharacterName: main?.name ?? "",
    characterNames: own.map(({ name }) => name),
    ownedGroups: owned,
    membershipCount: memberships?.count ?? 0,
    discordName: discord?.name ?? null,
    directorships: directorships.map(
      ({ corporationName, characterName, otherDirectors: others }) => ({
        corporationName,
        characterName,
        otherDirectors: others,
      }),
    ),
    canBeTakenBack: main?.canBeTakenBack === 1,
    isLastAdministrator: isAdmin && otherAdmins.length === 0,
  };
  return { preview, mainCharacterId, directorships };
}

export async function previewDeletion(context: Context, actor: UserActor) {
  return (await readDeletion(context, actor)).preview;
}
