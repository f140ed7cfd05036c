import type { RowCounts } from "./arrange-dump.ts";
import { compareSchema, OUR_SCHEMA } from "#worker/ops/schema/check-schema.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { mainNameSuffixes } from "#worker/db/schema/characters.ts";
import {
  contracts,
  corporations,
  journalEntries,
  killmails,
} from "#worker/db/schema/corporations.ts";
import { groupCounts, nonPublicCounts, nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { groupQualifications } from "#worker/db/schema/requirements.ts";
import { text } from "#worker/db/triggers/reaction.ts";
import { query } from "#worker/ops/wrangler.ts";
import type { Target } from "#worker/ops/wrangler.ts";

/** Our tables; the other prefixes are D1's and SQLite's. */
export const OUR_TABLES =
  "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*'";

/** Queries that count wrong counters: those that triggers and jobs maintain. */
const RECOUNTS = {
  "member counts of groups": text`select count(*) from ${groups} g where g.${groups.memberRank} <> -g.${groups.memberCount}
    or g.${groups.memberCount} <> (select count(*) from ${groupMembers} m where m.${groupMembers.groupId} = g.${groups.id})`,
  "counts of join requests": text`select count(*) from ${groups} g where g.${groups.pendingRequestCount} <>
    (select count(*) from ${joinRequests} r where r.${joinRequests.groupId} = g.${groups.id}
      and r.${joinRequests.status} = 'pending')`,
  "counts of groups": text`select count(*) from ${groupCounts} c where c.${groupCounts.count} <>
    (select count(*) from ${groups} g where g.${groups.categoryId} = c.${groupCounts.categoryId}
    and g.${groups.effectiveVisibility} = c.${groupCounts.effectiveVisibility}
    and g.${groups.visibility} = c.${groupCounts.visibility} and g.${groups.joinMode} = c.${groupCounts.joinMode})`,
  "listings of groups that are not public": text`with shown (groupId, userId) as (
      select m.${groupMembers.groupId}, m.${groupMembers.userId} from ${groupMembers} m
        join ${groups} g on g.${groups.id} = m.${groupMembers.groupId}
        where g.${groups.effectiveVisibility} in ('qualified', 'hidden')
          or (g.${groups.effectiveVisibility} = 'system' and m.${groupMembers.role} <> 'member')
      union select q.${groupQualifications.groupId}, q.${groupQualifications.userId} from ${groupQualifications} q
        join ${groups} g on g.${groups.id} = q.${groupQualifications.groupId}
        where g.${groups.effectiveVisibility} = 'qualified')
    select abs((select count(*) from ${nonPublicListings}) - (select count(*)
      from shown s join ${groups} g on g.${groups.id} = s.groupId
        join ${nonPublicListings} l on l.${nonPublicListings.userId} = s.userId
        and l.${nonPublicListings.nameFolded} = g.${groups.nameFolded} and l.${nonPublicListings.id} = g.${groups.id}
        and l.${nonPublicListings.categoryId} = g.${groups.categoryId}
        and l.${nonPublicListings.visibility} = g.${groups.visibility}
        and l.${nonPublicListings.joinMode} = g.${groups.joinMode}))
    + abs((select count(*) from ${nonPublicListings}) - (select count(*) from shown))
    + abs((select count(*) from ${nonPublicListings}) -
      (select coalesce(sum(${nonPublicCounts.count}), 0) from ${nonPublicCounts}))`,
  "groups without an owner": text`select count(*) from ${groups} g where 1 <> (select count(*) from ${groupMembers} m
    where m.${groupMembers.groupId} = g.${groups.id} and m.${groupMembers.role} = 'owner')`,
  "names of members": text`select count(*) from ${groupMembers} m join ${users} u on u.${users.id} = m.${groupMembers.userId}
    left join ${characters} c on c.${characters.id} = u.${users.mainCharacterId}
    where m.${groupMembers.nameFolded} <> coalesce(c.${characters.nameFolded}, '')`,
  "counts of corporation data": text`select count(*) from ${corporations} c where
    c.${corporations.journalCount} <> (select count(*) from ${journalEntries} j
      where j.${journalEntries.corporationId} = c.${corporations.id})
    or c.${corporations.contractCount} <> (select count(*) from ${contracts} k
      where k.${contracts.corporationId} = c.${corporations.id})
    or c.${corporations.killmailCount} <> (select count(*) from ${killmails} k
      where k.${killmails.corporationId} = c.${corporations.id})`,
  "mains that no search finds": text`select count(*) from ${users} u where u.${users.mainCharacterId} is not null
    and not exists (select 1 from ${mainNameSuffixes} s where s.${mainNameSuffixes.characterId} = u.${users.mainCharacterId})`,
};

/** The problems of a restored database, whose schema these migrations made. */
export async function checkRestored(target: Target, expected: RowCounts, migrations: string[]) {
  const tables = [...expected.keys()];
  const [quick = [], keys = [], recounted = [], schema = [], ...counts] = await query(target, [
    "pragma quick_check",
    "pragma foreign_key_check",
    selectEach(Object.entries(RECOUNTS)),
    OUR_SCHEMA,
    ...inLists(tables).map((list) =>
      selectEach(list.map((table) => [table, `select count(*) from "${table}"`])),
    ),
  ]);
  const counted = Object.assign({}, ...counts.flat());
  const problems = compareSchema(schema, migrations);
  if (!quick.every((row) => Object.values(row).includes("ok"))) {
    problems.push(`The database is damaged: ${JSON.stringify(quick)}`);
  }
  if (keys.length > 0) problems.push(`${keys.length} rows refer to rows that are not there.`);
  for (const table of tables) {
    const [want, have] = [expected.get(table), counted[table]];
    if (want !== have) problems.push(`${table} has ${String(have)} rows instead of ${want}.`);
  }
  for (const [what, wrong] of Object.entries(recounted[0] ?? {})) {
    if (wrong !== 0) problems.push(`${String(wrong)} ${what} are wrong.`);
  }
  return problems;
}

/** D1 returns at most 100 columns: https://developers.cloudflare.com/d1/platform/limits/ */
const MOST_COLUMNS = 50;

function inLists<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MOST_COLUMNS) }, (_, at) =>
    items.slice(at * MOST_COLUMNS, (at + 1) * MOST_COLUMNS),
  );
}

/** One row with a column for each count. */
function selectEach(counts: (readonly [name: string, query: string])[]): string {
  return `select ${counts.map(([name, query]) => `(${query}) as "${name}"`).join(", ")}`;
}
