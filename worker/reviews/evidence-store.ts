import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { REVIEWED_PER_PAGE } from "#shared/groups/limits.ts";
import { onceEach } from "#shared/once.ts";
import { lastWayIn, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
  names,
} from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { groupReviews, reviewDecisions } from "#worker/db/schema/reviews.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { AFFILIATION_CACHED_MS } from "#worker/esi/eve-date.ts";
import { isOfMember, isShownProblem } from "#worker/requirements/problems.ts";
import { tickerOf } from "#worker/universe/names.ts";
import { mayRead } from "#worker/roster/policy.ts";
import type { ReaderKind } from "#worker/roster/policy.ts";

const own = alias(characters, "own");
const token = alias(eveTokens, "token");
const earlier = alias(groupReviews, "earlier");
const hostMember = alias(groupMembers, "host_member");

const host = alias(users, "host");
const hostMain = alias(characters, "host_main");
const main = alias(characters, "main");
const corporation = alias(names, "corporation");

/** SQL: of the user's characters without a valid authorization. */
const tokensOf = (value: ReturnType<typeof sql>, states: string) => sql<
  number | null
>`(select ${value}
  from ${characters} as ${own} left join ${eveTokens} as ${token} on ${token.characterId} = ${own.id}
  where ${own.userId} = ${users.id} and coalesce(${token.state}, 'revoked') ${sql.raw(states)})`;
const LOST = "= 'revoked'";
const UNKNOWN = "= 'unknown'";
const count = sql`count(*)`;
const any = sql`count(*) > 0`;
const since = sql`max(${token.stateSince})`;

/** SQL: since when the main is in its corporation, if its history was read there. An ISO date. */
const joinedByHistory = sql<
  string | null
>`(select ${characterSections.data} ->> '$[0].startDate' from ${characterSections}
  cross join ${characterChecks} on ${characterChecks.characterId} = ${characterSections.characterId}
  where ${characterSections.characterId} = ${main.id} and ${characterSections.section} = 'corporationHistory'
    and ${characterSections.data} ->> '$[0].corporationId' = ${characterAffiliations.corporationId}
    and ${characterChecks.record} ->> '$.checks.corporationHistory.checkedAt' >= ${characterAffiliations.asOf} - ${AFFILIATION_CACHED_MS})`;

export type ReviewedRow = RowOfStatement<ReturnType<typeof selectReviewed>>;

/**
 * The members whom the open review of a group concerns, a page and one more: one range of an index, with a few looked-up rows for
 * each member. When a member was last in the game is read only where the reader may read that corporation's roster.
 */
export const selectReviewed = onceEach((reader: ReaderKind) => {
  const groupId = sql.placeholder("groupId");
  const forAdmin = (value: ReturnType<typeof tokensOf>) =>
    reader.isAdmin ? value : sql<number | null>`null`;
  return prepare(
    {
      userId: groupMembers.userId,
      mainCharacterId: users.mainCharacterId,
      mainCharacterName: main.name,
      role: groupMembers.role,
      rank: sql<number>`${groupMembers.rank}`,
      joinedAt: groupMembers.joinedAt,
      wayIn: wayInKind,
      byId: host.id,
      byName: hostMain.name,
      seenAt: users.lastSeenAt,
      onlineAt: sql<
        number | null
      >`(select ${corporationMembers.lastOnlineAt} from ${corporationMembers}
        cross join ${corporations} on ${corporations.id} = ${corporationMembers.corporationId}
        where ${corporationMembers.characterId} = ${main.id}
          and ${corporationMembers.corporationId} = ${characterAffiliations.corporationId} and ${mayRead(reader)})`,
      hasLost: tokensOf(any, LOST),
      hasUnknown: tokensOf(any, UNKNOWN),
      // How many characters a player has is for system administrators.
      characterCount: forAdmin(tokensOf(count, "is not null")),
      lostCount: forAdmin(tokensOf(count, LOST)),
      lostSince: forAdmin(tokensOf(since, LOST)),
      unknownCount: forAdmin(tokensOf(count, UNKNOWN)),
      unknownSince: forAdmin(tokensOf(since, UNKNOWN)),
      corporationName: corporation.name,
      ticker: tickerOf(characterAffiliations.corporationId),
      corporationSince: joinedByHistory,
      observedAt: characterAffiliations.asOf,
      outcome: membershipProblems.outcome,
      graceEndsAt: membershipProblems.graceEndsAt,
      verdict: reviewDecisions.verdict,
      keptAt: sql<
        number | null
      >`(select ${reviewDecisions.decidedAt} from ${groupReviews} as ${earlier}
        cross join ${reviewDecisions} on ${reviewDecisions.reviewId} = ${earlier.id}
          and ${reviewDecisions.userId} = ${groupMembers.userId}
        where ${earlier.groupId} = ${groupId} and ${earlier.finishedAt} is not null
          and ${reviewDecisions.verdict} = 'keep' and ${reviewDecisions.decidedAt} >= ${groupMembers.joinedAt}
        order by ${earlier.finishedAt} desc limit 1)`,
    },
    (fields) => sql`select ${columns(fields)}
      from ${groupReviews} cross join ${groupMembers} on ${groupMembers.groupId} = ${groupReviews.groupId}
      cross join ${users} on ${users.id} = ${groupMembers.userId}
      left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}
      left join ${characterAffiliations} on ${characterAffiliations.characterId} = ${main.id}
      left join ${names} as ${corporation} on ${corporation.id} = ${characterAffiliations.corporationId}
      left join ${auditEvents} on ${auditEvents.id} = ${lastWayIn({ groupId: groupMembers.groupId, userId: groupMembers.userId })}
      left join ${groupMembers} as ${hostMember} on ${hostMember.groupId} = ${groupMembers.groupId}
        and ${hostMember.userId} = ${letInBy}
      left join ${users} as ${host} on ${host.id} = ${hostMember.userId}
      left join ${characters} as ${hostMain} on ${hostMain.id} = ${host.mainCharacterId}
      left join ${membershipProblems} on ${isOfMember} and ${isShownProblem(sql`${Number(reader.isAdmin)}`)}
      left join ${reviewDecisions} on ${reviewDecisions.reviewId} = ${groupReviews.id}
        and ${reviewDecisions.userId} = ${groupMembers.userId}
      where ${groupReviews.groupId} = ${groupId} and ${groupReviews.finishedAt} is null
        and (${groupMembers.rank}, ${groupMembers.joinedAt}, ${groupMembers.userId}) > (${sql.placeholder("afterRank")}, ${sql.placeholder("afterJoinedAt")}, ${sql.placeholder("afterId")})
        and ${groupMembers.joinedAt} < ${groupReviews.openedAt}
      order by ${groupMembers.rank}, ${groupMembers.joinedAt}, ${groupMembers.userId}
      limit ${REVIEWED_PER_PAGE + 1}`,
  );
});
