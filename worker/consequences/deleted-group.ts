import { and, asc, eq, inArray, gt, isNull, sql } from "drizzle-orm";
import { NAMED } from "#shared/consequences.ts";
import type { Consequences } from "#shared/consequences.ts";
import { heldAbove, holdOf } from "#shared/requirements/limits.ts";
import { isPendingInvitation } from "#worker/access/pending.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runNamed } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationGroups, applications } from "#worker/db/schema/applications.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { discordFeeds } from "#worker/db/schema/discord-posts.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { groupMembers, groups, invitations, inviteCodes } from "#worker/db/schema/groups.ts";
import { groupReviews } from "#worker/db/schema/reviews.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import {
  selectFollowingOfMembers,
  toFollowing,
} from "#worker/discord/servers/roles/group-roles.ts";
import type { Context } from "#worker/env.ts";
import { requireDeletion, requireVisible } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { consequence, counted, namesOf, peopleOf } from "./consequence.ts";

/** Whose roles at Discord are looked at: of a larger group, the roles are named without a number. */
const MOST_MEMBERS = 2000;

const groupId = sql.placeholder("groupId");

/** Whether a check of a server with few people would hold so many removals: that of a server with more may. */
function isHeldOfFew(removals: number): boolean {
  return holdOf(removals, heldAbove({ members: 0, recent: 0, recentInAll: 0 })) !== null;
}

/** The first members who have a main. */
const selectMembers = prepare({ name: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .innerJoin(characters, eq(characters.id, users.mainCharacterId))
    .where(and(eq(groupMembers.groupId, groupId), gt(groupMembers.nameFolded, "")))
    .orderBy(asc(groupMembers.nameFolded), asc(groupMembers.userId))
    .limit(NAMED),
);

const isFeed = sql<number>`exists (select 1 from ${discordFeeds} where ${discordFeeds.groupId} = ${groupId})`;
const isReviewed = sql<number>`exists (select 1 from ${groupReviews}
  where ${groupReviews.groupId} = ${groupId} and ${isNull(groupReviews.finishedAt)})`;

const selectOwn = prepare(
  {
    invitations: sql<number>`(select count(*) from ${invitations}
      where ${invitations.groupId} = ${groupId} and ${isPendingInvitation(sql.placeholder("now"))})`,
    codes: sql<number>`(select count(*) from ${inviteCodes} where ${inviteCodes.groupId} = ${groupId})`,
    isFeed,
    isReviewed,
  },
  (fields) => orm.select(fields).from(sql`(select 1)`),
);

const selectApplications = prepare(
  {
    name: applications.name,
    isRequired: sql<number>`${applications.requiredGroupId} is ${groupId}`,
    isTold: sql<number>`exists (select 1 from ${applicationGroups}
      where ${applicationGroups.applicationId} = ${applications.id} and ${applicationGroups.groupId} = ${groupId})`,
  },
  (fields) => orm.select(fields).from(applications).orderBy(asc(applications.name)),
);

/** The groups whose requirements name the group. */
const selectRules = prepare({ name: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(ruleConditions)
    .innerJoin(groups, eq(groups.id, ruleConditions.ruleId))
    .where(
      and(
        inArray(ruleConditions.type, ["member_of", "took_part"]),
        eq(ruleConditions.subject, groupId),
      ),
    )
    .orderBy(asc(groups.nameFolded)),
);

const selectServers = prepare({ name: discordServers.name }, (fields) =>
  orm
    .select(fields)
    .from(discordServers)
    .where(eq(discordServers.joinGroupId, groupId))
    .orderBy(asc(discordServers.name)),
);

const selectRosters = prepare({ name: corporations.name }, (fields) =>
  orm
    .select(fields)
    .from(corporations)
    .where(eq(corporations.rosterGroupId, groupId))
    .orderBy(asc(corporations.nameFolded)),
);

/** What goes with a group. Its owner learns of the group and its applications; of what lies outside, administrators alone. */
export async function ofDeletedGroup(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<Consequences> {
  const { isAdmin } = actor;
  const values = { groupId: id };
  const now = Date.now();
  const read = await runNamed(context.db, {
    group: [selectGroup(actor.userId, id)],
    members: [selectMembers(values)],
    own: [selectOwn({ ...values, now })],
    applications: [selectApplications(values)],
    following: selectFollowingOfMembers({ groupId: id, isAdmin, now, limit: MOST_MEMBERS }),
    rules: [selectRules(values)],
    servers: [selectServers(values)],
    rosters: [selectRosters(values)],
  });
  const { group } = requireDeletion(requireVisible(read.group[0][0], actor)).of;
  const [[own], found] = [read.own[0], read.applications[0]];
  const [, linked] = read.following;
  const isCounted = isAdmin && group.memberCount <= MOST_MEMBERS;
  const effects = new Map(linked.map(({ userId }) => [userId, "lose" as const]));
  const roles = toFollowing(read.following, isCounted ? effects : null);
  const lost = isCounted ? roles.filter(({ people }) => (people?.lose ?? 0) > 0) : roles;
  const removals = lost.reduce((sum, { people }) => sum + (people?.lose ?? 0), 0);
  const mayBeHeld = isCounted && lost.some(({ people }) => isHeldOfFew(people?.lose ?? 0));
  const named = lost.map(({ roleName, serverName }) => `${roleName} (${serverName})`);
  return {
    people: peopleOf(namesOf(read.members[0]), group.memberCount),
    follows: [
      ...consequence(mayBeHeld ? "many_roles" : "roles", named, isCounted ? removals : null),
      ...consequence(
        "closed_applications",
        namesOf(found.filter((application) => application.isRequired === 1)),
      ),
      ...consequence(
        "told_applications",
        namesOf(
          found.filter((application) => application.isTold === 1 && application.isRequired === 0),
        ),
      ),
      ...(isAdmin
        ? [
            ...consequence("rules", namesOf(read.rules[0])),
            ...consequence("joining", namesOf(read.servers[0])),
            ...consequence("rosters", namesOf(read.rosters[0])),
          ]
        : []),
      ...counted("requests", group.pendingRequestCount),
      ...counted("invitations", own?.invitations ?? 0),
      ...counted("codes", own?.codes ?? 0),
      ...counted("review", own?.isReviewed ?? 0),
      ...counted("feed", own?.isFeed ?? 0),
    ],
  };
}
