import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import { recordForEachUser } from "#worker/audit/record-many.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  characterChecks,
  names,
  UNKNOWN_CORPORATION_ID,
} from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { corporationMembers, evidenceRefreshes } from "#worker/db/schema/evidence.ts";
import { excluded, insertWhere, orm, prepareWrite } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { Dated } from "#worker/esi/eve-date.ts";

const known = alias(corporationMembers, "known");
const former = alias(corporationMembers, "former");

export type DatedAffiliation = {
  characterId: number;
  corporationId: number;
  allianceId: number | null;
} & Dated;

const { characterId, corporationId, allianceId, asOf } = characterAffiliations;

/** SQL: the affiliations of a JSON text that count, each as `value`. */
type Given = (json: SQL) => SQL;

const stillMembers: Given = (json) => sql`(select given.value from json_each(${json}) as given
  cross join ${corporationMembers} as ${known}
    on ${known.corporationId} = json_extract(given.value, '$.corporationId')
    and ${known.characterId} = json_extract(given.value, '$.characterId') and ${known.leftAt} is null)`;

/** SQL condition: what is known is from the character's sheet, and of a later date than the affiliation. */
const isOtherOnSheet = sql`exists (select 1 from ${characterAffiliations} cross join ${characterChecks}
    on ${characterChecks.characterId} = ${characterId}
  where ${characterId} = json_extract(given.value, '$.characterId') and ${asOf} > json_extract(given.value, '$.asOf')
    and ${asOf} = ${characterChecks.record} ->> '$.checks.info.checkedAt')`;

/** Leaves out what newer evidence contradicts. */
const uncontradicted: Given = (json) => sql`(select given.value from json_each(${json}) as given
  where not exists (select 1 from ${corporationMembers} as ${known}
    where ${known.characterId} = json_extract(given.value, '$.characterId')
      and case when ${known.corporationId} = json_extract(given.value, '$.corporationId') then ${known.leftAt}
        when ${known.leftAt} is null then ${known.listedAt} end
        > json_extract(given.value, '$.asOf'))
    and not ${isOtherOnSheet})`;

/**
 * Records the changes of linked characters and writes the rows that differ from what is known and are newer. An answer that may be
 * older than a departure from its corporation, than the joining of another, or than the sheet that told of the present one, says nothing
 * (docs/decisions/0060-rosters-and-departures.md).
 */
export const saveAffiliations = prepareSave(uncontradicted);

/** The same for characters of which a notice has told that they joined, and which are members still. */
export const saveJoined = prepareSave(stillMembers);

function prepareSave(given: Given) {
  const list = given(sql`${sql.placeholder("json")}`);
  const scheduleHistories = prepareHistories(list);
  const upsert = prepareUpsert(list);
  return (
    context: Pick<Context, "requestId">,
    affiliations: readonly DatedAffiliation[],
  ): Statement[] => {
    if (affiliations.length === 0) return [];
    const json = JSON.stringify(affiliations);
    return [
      recordChanges(context, given(sql`${json}`)),
      scheduleHistories({ json, now: Date.now() }),
      upsert({ json }),
    ];
  };
}

const ofNext = (field: keyof DatedAffiliation) => sql`(next.value ->> ${sql.raw(`'$.${field}'`)})`;

function recordChanges(context: Pick<Context, "requestId">, given: SQL): Statement {
  const isKnown = sql`${characterId} is not null`;
  // After a departure, the corporation that the character was in until then is the one before the next.
  const before = sql`case when ${corporationId} = ${UNKNOWN_CORPORATION_ID} then (${lastLeft})
    else ${affiliationJson(sql`${corporationId}`, sql`${allianceId}`)} end`;
  const after = affiliationJson(ofNext("corporationId"), ofNext("allianceId"));
  const isChanged = sql`${ofNext("knownBy")} > ${asOf} and (
    ${corporationId} is not ${ofNext("corporationId")} or ${allianceId} is not ${ofNext("allianceId")})`;
  return recordForEachUser(
    context,
    {
      kind: "affiliation_changed",
      actor: "eve",
      isOfCharacter: true,
      detail: sql`json_object('affiliation', json_object(
        'from', json(case when ${isKnown} then ${before} end), 'to', ${after}))`,
    },
    sql`${given} as next
      cross join ${characters} on ${characters.id} = ${ofNext("characterId")}
      cross join ${users} on ${users.id} = ${characters.userId}
      left join ${characterAffiliations} on ${characterId} = ${characters.id}`,
    sql`(not ${isKnown} or ${isChanged})`,
  );
}

/** After a move of a whole community, the histories of those who sign in are read anyway. */
const HISTORIES_AT_ONCE = 100;

/**
 * Has the history of linked characters read that are seen in a corporation for the first time, unless it was read with them: it
 * tells since when they are there.
 */
function prepareHistories(given: SQL) {
  const readAt = sql`${characterChecks.record} ->> '$.checks.corporationHistory.checkedAt'`;
  const { dueAt } = evidenceRefreshes;
  return prepareWrite(() =>
    orm
      .insert(evidenceRefreshes)
      .select(sql`select ${characters.id}, ${sql.placeholder("now")} from ${given} as next
      cross join ${characters} on ${characters.id} = ${ofNext("characterId")}
      left join ${characterAffiliations} on ${characterId} = ${characters.id}
      left join ${characterChecks} on ${characterChecks.characterId} = ${characters.id}
    where ${characters.userId} is not null and coalesce(${readAt}, 0) < ${ofNext("asOf")}
      and (${characterId} is null
        or (${ofNext("knownBy")} > ${asOf} and ${corporationId} is not ${ofNext("corporationId")}))
    limit ${HISTORIES_AT_ONCE}`)
      .onConflictDoUpdate({
        target: evidenceRefreshes.characterId,
        // It is being read when it is negative, and may have been read before: it is read again.
        set: {
          dueAt: sql`case when ${dueAt} < 0 then ${excluded(dueAt)} else min(${dueAt}, ${excluded(dueAt)}) end`,
        },
      }),
  );
}

/** SQL query: the affiliation that ended with the last departure of the character. */
const lastLeft = sql`select ${affiliationJson(sql`${former.corporationId}`, sql`${corporations.allianceId}`)}
  from ${corporationMembers} as ${former}
  cross join ${corporations} on ${corporations.id} = ${former.corporationId}
  where ${former.characterId} = ${characters.id} and ${former.leftAt} is not null
  order by ${former.leftAt} desc limit 1`;

function affiliationJson(corporation: SQL, alliance: SQL): SQL {
  const nameOf = (id: SQL) => sql`(select ${names.name} from ${names} where ${names.id} = ${id})`;
  return sql`json_object('corporationId', ${corporation}, 'corporationName', ${nameOf(corporation)},
    'allianceId', ${alliance}, 'allianceName', ${nameOf(alliance)})`;
}

function prepareUpsert(given: SQL) {
  return prepareWrite(() =>
    insertWhere(
      characterAffiliations,
      {
        characterId: sql`json_extract(value, '$.characterId')`,
        corporationId: sql`json_extract(value, '$.corporationId')`,
        allianceId: sql`json_extract(value, '$.allianceId')`,
        asOf: sql`json_extract(value, '$.knownBy')`,
      },
      sql`json_extract(value, '$.characterId') in (select ${characters.id} from ${characters})`,
      given,
    ).onConflictDoUpdate({
      target: characterId,
      set: {
        corporationId: excluded(corporationId),
        allianceId: excluded(allianceId),
        asOf: excluded(asOf),
      },
      setWhere: sql`${excluded(asOf)} > ${asOf} and (${corporationId} is not ${excluded(corporationId)}
      or ${allianceId} is not ${excluded(allianceId)})`,
    }),
  );
}
