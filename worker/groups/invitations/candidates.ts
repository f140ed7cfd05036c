import { fold } from "#shared/fold.ts";
import { DAY_MS } from "#shared/time.ts";
import { desc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { hasPendingInvitation, hasPendingRequest } from "#worker/access/pending.ts";
import { isMemberOf } from "#worker/access/membership.ts";
import { isBlocked } from "./blocks.ts";
import { isInboxFull, selectDayFilledSince } from "./limits.ts";

const main = alias(characters, "main");

/** A character, the user who owns it, and the relation of that user to the group. */
export type Candidate = RowOfStatement<typeof selectCandidate>;

const selectCandidate = prepare(
  {
    characterId: characters.id,
    characterName: characters.name,
    userId: characters.userId,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: main.name,
    isMember: sql<number>`${isMemberOf(sql.placeholder("groupId"), characters.userId)}`,
    isInvited: sql<number>`${hasPendingInvitation(sql.placeholder("groupId"), characters.userId, sql.placeholder("now"))}`,
    isInboxFull: sql<number>`${isInboxFull(characters.userId, sql.placeholder("now"))}`,
    isBlocked: sql<number>`${isBlocked(sql`${sql.placeholder("groupId")}`, characters.userId)}`,
    hasRequested: sql<number>`${hasPendingRequest(sql.placeholder("groupId"), characters.userId)}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .leftJoin(users, eq(users.id, characters.userId))
      .leftJoin(main, eq(main.id, users.mainCharacterId))
      .where(eq(characters.nameFolded, sql.placeholder("nameFolded")))
      .orderBy(
        desc(sql`${characters.id} is ${users.mainCharacterId}`),
        isNull(characters.userId),
        characters.id,
      )
      .limit(1),
);

/**
 * A group, and the character of that name: a main before an alt, and an alt before a character without an account.
 * `dayFilledSince` is set if the actor has reached the daily limit of unanswered invitations.
 */
export async function findCandidate(
  db: Database,
  actor: UserActor,
  groupId: string,
  characterName: string,
) {
  const now = Date.now();
  const [[group], [candidate], [filled]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    selectCandidate({ groupId, nameFolded: fold(characterName), now }),
    selectDayFilledSince({ inviterId: actor.userId, since: now - DAY_MS }),
  ]);
  return { group, candidate, dayFilledSince: filled?.createdAt };
}
