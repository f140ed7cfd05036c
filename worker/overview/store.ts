import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { memberGroupId } from "#worker/access/guests.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord/servers.ts";
import { rosterCounts } from "#worker/db/schema/evidence.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { countedDays, countedHours, healthDays } from "#worker/db/schema/overview.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import { groupReviews, reviewDecisions } from "#worker/db/schema/reviews/reviews.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isAsked, isOpenHold } from "#worker/enrolment/passes/due.ts";

/** Of each kind: more are on its own page. */
const LISTED = 20;

export const selectDays = prepare(
  {
    day: countedDays.day,
    members: countedDays.members,
    joined: countedDays.joined,
    left: countedDays.left,
    rolesChanged: countedDays.rolesChanged,
    ended: countedDays.ended,
    held: countedDays.held,
    undone: countedDays.undone,
    watched: countedDays.watched,
    countedAt: countedDays.countedAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(countedDays)
      .where(gte(countedDays.day, sql.placeholder("from")))
      .orderBy(asc(countedDays.day)),
);
export type DayRow = RowOfStatement<typeof selectDays>;

export const selectHours = prepare(
  { hour: countedHours.hour, sum: countedHours.sum, weight: countedHours.weight },
  (fields) => orm.select(fields).from(countedHours).where(gte(countedHours.hour, 0)),
);
export type HourRow = RowOfStatement<typeof selectHours>;

export const selectHealth = prepare(
  {
    day: healthDays.day,
    kind: healthDays.kind,
    subjectId: healthDays.subjectId,
    partial: healthDays.partial,
    down: healthDays.down,
    unknown: healthDays.unknown,
  },
  (fields) =>
    orm
      .select(fields)
      .from(healthDays)
      .where(gte(healthDays.day, sql.placeholder("from"))),
);
export type HealthRow = RowOfStatement<typeof selectHealth>;

const latest = alias(rosterCounts, "latest");
const before = alias(rosterCounts, "before");
const first = alias(rosterCounts, "first");
const directorCount = sql<number>`(select count(*) from ${directors}
  where ${directors.corporationId} = ${corporations.id})`;

/** The corporations with their last reading, and the one of twelve weeks ago, or else the first. */
export const selectCorporations = prepare(
  {
    corporationId: corporations.id,
    name: corporations.name,
    ticker: corporations.ticker,
    isActive: corporations.isActive,
    directorCount,
    registered: latest.registered,
    members: latest.members,
    beforeDay: before.day,
    beforeRegistered: before.registered,
    beforeMembers: before.members,
  },
  (fields) => {
    const ofIt = sql`where ${first.corporationId} = ${corporations.id}`;
    return orm
      .select(fields)
      .from(corporations)
      .leftJoin(
        latest,
        and(
          eq(latest.corporationId, corporations.id),
          sql`${latest.day} = (select max(${first.day}) from ${rosterCounts} as "first" ${ofIt})`,
        ),
      )
      .leftJoin(
        before,
        and(
          eq(before.corporationId, corporations.id),
          sql`${before.day} = coalesce((select max(${first.day}) from ${rosterCounts} as "first" ${ofIt}
            and ${first.day} <= ${sql.placeholder("before")}),
            (select min(${first.day}) from ${rosterCounts} as "first" ${ofIt}))`,
        ),
      )
      .orderBy(asc(corporations.nameFolded));
  },
);
export type CorporationRow = RowOfStatement<typeof selectCorporations>;

export const selectServers = prepare(
  {
    id: discordServers.id,
    name: discordServers.name,
    isOn: discordServers.isOn,
    halt: discordServers.halt,
    removals: discordServers.removals,
    removalCount: discordServers.removalCount,
    removalsAt: discordServers.removalsAt,
  },
  (fields) => orm.select(fields).from(discordServers).orderBy(asc(discordServers.name)),
);
export type ServerRow = RowOfStatement<typeof selectServers>;

const held = {
  id: heldChanges.id,
  groupName: groups.name,
  memberCount: groups.memberCount,
  removalCount: heldChanges.removalCount,
  createdAt: heldChanges.createdAt,
};
export type HeldRow = RowOfStatement<typeof selectHeld>;

const selectHolds = (fields: typeof held) =>
  orm.select(fields).from(heldChanges).innerJoin(groups, eq(groups.id, heldChanges.groupId));

// Two statements: each has an index.
export const selectHeld = prepare(held, (fields) =>
  selectHolds(fields)
    .where(and(isOpenHold, sql`+${heldChanges.state} = 'held'`))
    .orderBy(asc(heldChanges.createdAt))
    .limit(LISTED),
);

export const selectAsked = prepare(held, (fields) =>
  selectHolds(fields).where(isAsked).orderBy(asc(heldChanges.createdAt)).limit(LISTED),
);

/** How many requests wait since before the placeholder, and the oldest of them. */
export const selectOldRequests = prepare(
  {
    count: sql<number>`count(*) over ()`,
    groupId: joinRequests.groupId,
    groupName: groups.name,
    createdAt: joinRequests.createdAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(joinRequests)
      .innerJoin(groups, eq(groups.id, joinRequests.groupId))
      // A literal, so that SQLite can use the partial index.
      .where(
        and(
          sql`${joinRequests.status} = 'pending'`,
          lte(joinRequests.createdAt, sql.placeholder("before")),
        ),
      )
      .orderBy(asc(joinRequests.createdAt))
      .limit(1),
);

export type RequestsRow = RowOfStatement<typeof selectOldRequests>;

/** Open reviews that end before the placeholder. */
export const selectEndingReviews = prepare(
  {
    groupId: groupReviews.groupId,
    groupName: groups.name,
    memberCount: groups.memberCount,
    dueAt: groupReviews.dueAt,
    decided: sql<number>`(select count(*) from ${reviewDecisions}
      where ${reviewDecisions.reviewId} = ${groupReviews.id} and ${reviewDecisions.verdict} is not null)`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupReviews)
      .innerJoin(groups, eq(groups.id, groupReviews.groupId))
      .where(
        and(isNull(groupReviews.finishedAt), lte(groupReviews.dueAt, sql.placeholder("before"))),
      )
      .orderBy(asc(groupReviews.dueAt))
      .limit(LISTED),
);

export type ReviewRow = RowOfStatement<typeof selectEndingReviews>;

/** The group that decides who belongs to the community; no row without one. */
export const selectMemberGroup = prepare({ name: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(groups)
    .where(sql`${groups.id} = ${memberGroupId}`),
);
