import { and, asc, desc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { FEW_PILOTS } from "#shared/few-pilots.ts";
import { FEWEST_PILOTS } from "#shared/overview.ts";
import { HOUR_MS } from "#shared/time.ts";
import { memberGroupId } from "#worker/access/guests.ts";
import { prepareView } from "#worker/audit/views.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { alarmChannels, alarms } from "#worker/db/schema/alarms.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { discordFeeds } from "#worker/db/schema/discord-posts.ts";
import { discordMembers, discordServers } from "#worker/db/schema/discord-servers.ts";
import { rosterCounts, ruleConditions } from "#worker/db/schema/evidence.ts";
import { groups, inviteCodes, joinRequests } from "#worker/db/schema/groups.ts";
import {
  community,
  countedDays,
  countedHours,
  healthDays,
} from "#worker/db/schema/installation.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import { groupReviews, reviewDecisions } from "#worker/db/schema/reviews.ts";
import { isUnseen, watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import { isProvenKeeper } from "#worker/watchlist/policy.ts";
import { isAsked, isOpenHold, removalsLeft } from "#worker/enrolment/passes/state-store.ts";
import { countedAt } from "./counters.ts";

/** How many of each kind are read: more are on its own page. */
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
  },
  (fields) =>
    orm
      .select(fields)
      .from(countedDays)
      .where(gte(countedDays.day, sql.placeholder("from")))
      .orderBy(asc(countedDays.day)),
);

/**
 * When the counters were last written, the group that decides who belongs to the community, whether directors that fail are posted, and
 * what the first steps ask for. A range of a key lets SQLite stop after the rows that are needed.
 */
export const selectFacts = prepare(
  {
    countedAt,
    memberGroup: sql<string | null>`(select ${groups.name} from ${groups}
      where ${groups.id} = ${memberGroupId})`,
    postsDirectors: sql<number>`exists (select 1 from ${discordFeeds}
      where ${discordFeeds.corporationId} is not null and ${discordFeeds.topics} <> '[]')`,
    isNamed: sql<number>`exists (select 1 from ${community} where ${community.name} is not null)`,
    groupId: sql<string | null>`(select ${groups.id} from ${groups}
      where ${groups.id} > '' order by ${groups.id} limit 1)`,
    groupName: sql<
      string | null
    >`(select ${groups.name} from ${groups} where ${groups.id} > '' order by ${groups.id} limit 1)`,
    hasInviteCode: sql<number>`exists (select 1 from ${inviteCodes} where ${inviteCodes.id} > '')`,
    pilots: sql<number>`(select count(*) from
      (select 1 from ${users} where ${users.id} > '' limit ${sql.raw(String(FEW_PILOTS))}))`,
  },
  (fields) => sql`select ${columns(fields)}`,
);

const mean = sql`cast(round(${countedHours.sum} / ${countedHours.weight}) as integer)`;

export const selectHours = prepare(
  {
    hour: countedHours.hour,
    pilots: sql<
      number | null
    >`case when ${mean} >= ${sql.raw(String(FEWEST_PILOTS))} then ${mean} end`,
  },
  (fields) => orm.select(fields).from(countedHours).where(gte(countedHours.hour, 0)),
);

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

export const selectServers = prepare(
  {
    serverId: discordServers.id,
    name: discordServers.name,
    isOn: discordServers.isOn,
    halt: discordServers.halt,
    removals: discordServers.removals,
    count: discordServers.removalCount,
    at: discordServers.removalsAt,
    drifted: sql<number>`(select coalesce(sum(${discordMembers.drifted}), 0) from ${discordMembers}
      where ${discordMembers.serverId} = ${discordServers.id} and ${discordMembers.drifted} > 0)`,
  },
  (fields) => orm.select(fields).from(discordServers).orderBy(asc(discordServers.name)),
);

/** Applications that have told a fact for which rules ask, and are off or late with it. */
export const selectSilent = prepare(
  {
    applicationId: applications.id,
    name: applications.name,
    isOn: applications.isOn,
    since: sql<number>`max(${facts.asOf})`,
    groups: sql<number>`count(distinct ${ruleConditions.ruleId})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(facts)
      .innerJoin(applications, eq(applications.id, facts.applicationId))
      .innerJoin(
        ruleConditions,
        and(eq(ruleConditions.type, "fact"), eq(ruleConditions.subject, facts.id)),
      )
      .where(
        sql`${facts.asOf} is not null and (${applications.isOn} = 0
          or ${facts.asOf} < ${sql.placeholder("now")} - ${facts.maxAgeHours} * ${sql.raw(String(HOUR_MS))})`,
      )
      .groupBy(applications.id)
      .orderBy(asc(sql`max(${facts.asOf})`))
      .limit(LISTED),
);

const watchedCharacter = alias(characters, "watched");

const unseen = sql`${watchHits} cross join ${watchEntries} on ${watchEntries.id} = ${watchHits.entryId}`;

/** The statement that records that an administrator read hits on the Overview, with `keeperValues`. */
export const viewOfWatched = prepareView(
  "watch_list_viewed",
  () => sql`case when ${isProvenKeeper()} then
    exists (select 1 from ${unseen} where ${isUnseen(sql.placeholder("now"))}) end`,
);

/**
 * Entries in force with hits that no keeper has seen, for a browser that has proved the main, as on the list itself. The character is the one
 * that was found last.
 */
export const selectWatched = prepare(
  {
    entryId: watchEntries.id,
    name: watchEntries.name,
    character: watchedCharacter.name,
    count: sql<number>`count(distinct ${watchHits.characterId})`,
    since: sql<number>`max(${watchHits.foundAt})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(watchHits)
      .innerJoin(watchEntries, eq(watchEntries.id, watchHits.entryId))
      .innerJoin(watchedCharacter, eq(watchedCharacter.id, watchHits.characterId))
      .where(sql`${isProvenKeeper()} = 1 and ${isUnseen(sql.placeholder("now"))}`)
      .groupBy(watchEntries.id)
      .orderBy(desc(sql`max(${watchHits.foundAt})`))
      .limit(LISTED),
);

const held = {
  heldId: heldChanges.id,
  name: groups.name,
  count: removalsLeft,
  of: groups.memberCount,
  at: heldChanges.createdAt,
};

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

// A literal, so that SQLite can use the partial index.
const isOld = sql`${joinRequests.status} = 'pending' and ${joinRequests.createdAt} <= ${sql.placeholder("before")}`;

/** How many requests wait since before the placeholder, counted in an index alone, and the oldest of them. */
export const selectOldRequests = prepare(
  {
    count: sql<number>`(select count(*) from ${joinRequests} where ${isOld})`,
    groupId: joinRequests.groupId,
    name: groups.name,
    oldest: joinRequests.createdAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(joinRequests)
      .innerJoin(groups, eq(groups.id, joinRequests.groupId))
      .where(isOld)
      .orderBy(asc(joinRequests.createdAt))
      .limit(1),
);

/** Open reviews that end before the placeholder. */
export const selectEndingReviews = prepare(
  {
    groupId: groups.id,
    name: groups.name,
    // Without the owner.
    of: sql<number>`${groups.memberCount} - 1`,
    at: groupReviews.dueAt,
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

/** Active corporations with alarms of the last ninety days or a channel for attacks, which has no name here while only a person can open it. */
export const selectAlarmed = prepare(
  {
    corporationId: corporations.id,
    name: corporations.name,
    channelName: alarmChannels.channelName,
  },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .leftJoin(
        alarmChannels,
        and(
          eq(alarmChannels.corporationId, corporations.id),
          sql`${alarmChannels.group} = 'attack' and coalesce(${alarmChannels.halt}, 'unavailable') = 'unavailable'`,
        ),
      )
      .where(
        sql`${corporations.isActive} = 1 and (${alarmChannels.channelName} is not null
          or exists (select 1 from ${alarms} where ${alarms.corporationId} = ${corporations.id}))`,
      )
      .orderBy(corporations.nameFolded),
);
