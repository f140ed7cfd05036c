import { sql } from "drizzle-orm";
import { fetchRuns } from "#worker/db/schema/corporations.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { write } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Notice } from "./read-notice.ts";

/** How long ESI caches the list of members: it made the list that long before it expires. */
const LISTS_CACHED_MS = 60 * 60 * 1000;

/** Statements that follow one notice, unless newer evidence contradicts it. */
export function applyNotice(notice: Notice): Statement[] {
  return notice.kind === "left" ? endMembership(notice) : beginMembership(notice);
}

function endMembership({ characterId, corporationId, at }: Notice): Statement[] {
  const isIt = sql`corporation_id = ${corporationId} and character_id = ${characterId}`;
  return [
    write(sql`update ${corporationMembers} set left_at = ${at}, departure = 'notice'
      where ${isIt} and left_at is null and listed_at < ${at} and ${listedUntil(corporationId)} < ${at}`),
    // The list said so first, and not why.
    write(sql`update ${corporationMembers} set left_at = ${at}, departure = 'notice'
      where ${isIt} and departure = 'list' and left_at >= ${at} and listed_at < ${at}`),
  ];
}

function beginMembership({ characterId, corporationId, at }: Notice): Statement[] {
  const isIt = sql`corporation_id = ${corporationId} and character_id = ${characterId}`;
  return [
    write(sql`update ${corporationMembers} set left_at = null, departure = null, listed_at = ${at}
      where ${isIt} and left_at < ${at}`),
    write(sql`insert into ${corporationMembers} (corporation_id, character_id, listed_at)
      select ${corporationId}, ${characterId}, ${at} where ${listedUntil(corporationId)} between 1 and ${at}
      on conflict do nothing`),
  ];
}

/** SQL: as of when the last list of the corporation confirms who is in it; 0 without one. */
function listedUntil(corporationId: number) {
  return sql`coalesce((select json_extract(${fetchRuns.plan}, '$.sources.members.expiresAt') - ${LISTS_CACHED_MS}
    from ${fetchRuns} where ${fetchRuns.corporationId} = ${corporationId} and ${fetchRuns.category} = 'core'
    order by ${fetchRuns.startedAt} desc limit 1), 0)`;
}
