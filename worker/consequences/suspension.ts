import { and, asc, desc, eq, gt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Consequences } from "#shared/consequences.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireSuspendable, selectSuspendable } from "#worker/auth/suspensions/service.ts";
import { suspensionOf } from "#worker/auth/suspensions/suspended.ts";
import { isUsableDirector } from "#worker/corporations/evidence/corporation-status.ts";
import { runNamed } from "#worker/db/batch.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { applicationGrants, applications } from "#worker/db/schema/applications.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { selectUserRoles, toLostRoles } from "#worker/discord/servers/roles/user-roles.ts";
import type { Context } from "#worker/env.ts";
import { consequence, counted, namesOf, peopleOf } from "./consequence.ts";

const userId = sql.placeholder("userId");
const now = sql.placeholder("now");

const selectSessions = prepare({ device: sessions.device }, (fields) =>
  orm
    .select(fields)
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt)),
);

const selectMemberships = prepare({ name: groups.name, role: groupMembers.role }, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.userId, userId))
    .orderBy(asc(groups.nameFolded)),
);

/** The applications that the user is signed in to. */
const selectSignedIn = prepare({ name: applications.name }, (fields) =>
  orm
    .selectDistinct(fields)
    .from(applicationGrants)
    .innerJoin(applications, eq(applications.id, applicationGrants.applicationId))
    .where(eq(applicationGrants.userId, userId))
    .orderBy(asc(applications.name)),
);

const other = alias(characters, "other_character");
const otherUser = alias(users, "other_user");
const otherDirector = alias(directors, "other_director");

const usableOthers = orm
  .select({ id: otherDirector.id })
  .from(otherDirector)
  .innerJoin(other, eq(other.id, otherDirector.characterId))
  .leftJoin(otherUser, eq(otherUser.id, other.userId))
  .where(
    and(
      eq(otherDirector.corporationId, corporations.id),
      ne(sql`coalesce(${other.userId}, '')`, userId),
      isUsableDirector(now, otherDirector.isHealthy, otherUser.suspendedUntil),
    ),
  );

/** The active corporations that a character of the user reads. */
const selectRead = prepare(
  { name: corporations.name, hasOther: sql<number>`exists ${usableOthers}` },
  (fields) =>
    orm
      .selectDistinct(fields)
      .from(characters)
      .innerJoin(directors, eq(directors.characterId, characters.id))
      .innerJoin(corporations, eq(corporations.id, directors.corporationId))
      .where(
        and(
          eq(characters.userId, userId),
          eq(directors.isHealthy, true),
          eq(corporations.isActive, true),
        ),
      )
      .orderBy(asc(corporations.nameFolded)),
);

const selectMerges = prepare({ id: accountMerges.id }, (fields) =>
  orm
    .select(fields)
    .from(accountMerges)
    .where(
      and(
        or(eq(accountMerges.fromId, userId), eq(accountMerges.intoId, userId)),
        gt(accountMerges.expiresAt, now),
      ),
    ),
);

/** What a user loses when they are suspended. Nothing more if they are suspended already. */
export async function ofSuspension(
  context: Context,
  id: string,
  actor: UserActor,
): Promise<Consequences> {
  const values = { userId: id, now: Date.now() };
  const read = await runNamed(context.db, {
    user: selectSuspendable(context, id),
    sessions: [selectSessions(values)],
    memberships: [selectMemberships({ userId: id })],
    applications: [selectSignedIn({ userId: id })],
    corporations: [selectRead(values)],
    merges: [selectMerges(values)],
    roles: selectUserRoles(id),
  });
  const user = requireSuspendable(actor, id, read.user);
  const people = peopleOf([user.mainCharacterName]);
  if (suspensionOf(user) !== null) return { people, follows: [] };
  const [memberships, corporationsRead] = [read.memberships[0], read.corporations[0]];
  const owned = memberships.filter(({ role }) => role === "owner");
  const roles = toLostRoles(read.roles).map(
    ({ roleName, serverName }) => `${roleName} (${serverName})`,
  );
  return {
    people,
    follows: [
      ...counted("administrator", user.isAdmin),
      ...consequence(
        "sessions",
        read.sessions[0].map(({ device }) => device),
      ),
      ...consequence("memberships", namesOf(memberships)),
      ...consequence("owned_groups", namesOf(owned)),
      ...consequence("roles", roles),
      ...consequence("applications", namesOf(read.applications[0])),
      ...consequence("directors", namesOf(corporationsRead)),
      ...consequence(
        "unread_corporations",
        namesOf(corporationsRead.filter(({ hasOther }) => hasOther === 0)),
      ),
      ...counted("merges", read.merges[0].length),
    ],
  };
}
