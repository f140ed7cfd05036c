import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { WatchLevel, WatchSubject } from "#shared/watchlist.ts";
import { prepareView } from "#worker/audit/views.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterSections, names } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { contacts } from "#worker/db/schema/evidence.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { hitsNow, watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { tickerOf } from "#worker/universe/names.ts";
import { isProvenKeeper } from "#worker/watchlist/policy.ts";

const main = alias(characters, "main");
const corporation = alias(names, "corporation");
const alliance = alias(names, "alliance");
const info = alias(characterSections, "info");
const sibling = alias(characters, "sibling");

/** The folded names that are asked for, as JSON. */
const asked = sql`json_each(${sql.placeholder("folded")}) as asked`;

export type HereRow = RowOfStatement<typeof selectHere>;

/** The characters of accounts with these folded names, whose names may still differ by accents. */
export const selectHere = prepare(
  () => ({
    characterId: characters.id,
    name: characters.name,
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: main.name,
    corporationId: characterAffiliations.corporationId,
    corporationName: corporation.name,
    ticker: tickerOf(characterAffiliations.corporationId),
    allianceId: characterAffiliations.allianceId,
    allianceName: alliance.name,
    securityStatus: sql<number | null>`${info.data} ->> '$.securityStatus'`,
    groupCount: sql<number>`(select count(*) from ${groupMembers} where ${groupMembers.userId} = ${users.id})`,
    lastSeenAt: users.lastSeenAt,
    suspendedUntil: users.suspendedUntil,
    suspensionReason: users.suspensionReason,
  }),
  (fields) => sql`select ${columns(fields)} from ${asked}
    cross join ${characters} on ${characters.nameFolded} = asked.value
    cross join ${users} on ${users.id} = ${characters.userId}
    left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}
    left join ${characterAffiliations} on ${characterAffiliations.characterId} = ${characters.id}
    left join ${names} as ${corporation} on ${corporation.id} = ${characterAffiliations.corporationId}
    left join ${names} as ${alliance} on ${alliance.id} = ${characterAffiliations.allianceId}
    left join ${characterSections} as ${info}
      on ${info.characterId} = ${characters.id} and ${info.section} = 'info'`,
);

/** One row for a keeper whose browser has proved the main: for others nothing of the list is read. */
const provenKeeper = sql`(select 1 where ${isProvenKeeper()} = 1) as keeper`;
const isCurrent = sql`${watchEntries.until} > ${sql.placeholder("now")}`;

/** What hits the accounts of these names: a row for each entry and each of the account's pilots, what refuses first. */
export const selectHits = prepare(
  {
    userId: sibling.userId,
    characterId: sibling.id,
    characterName: sibling.name,
    entryId: watchEntries.id,
    level: watchEntries.level,
    subject: watchEntries.subject,
    name: watchEntries.name,
  },
  (fields) => sql`select distinct ${columns(fields)} from ${provenKeeper}
    cross join ${asked}
    cross join ${characters} on ${characters.nameFolded} = asked.value
    cross join ${characters} as ${sibling} on ${sibling.userId} = ${characters.userId}
    cross join ${watchHits} on ${watchHits.characterId} = ${sibling.id}
    cross join ${watchEntries} on ${watchEntries.id} = ${watchHits.entryId} and ${hitsNow(sql.placeholder("now"))}
    order by ${watchEntries.level} = 'refuse' desc, ${watchEntries.id}, ${sibling.id}`,
);

/** Id, level, subject, id in EVE, and name of an entry. */
export type StoredEntry = [string, WatchLevel, WatchSubject, number, string];

/** All entries as JSON, in one row: whom they hit of those who are not here is known only when EVE has told who these are. */
export const selectEntries = prepare(
  {
    entries: sql<string>`(select json_group_array(json_array(${watchEntries.id}, ${watchEntries.level},
      ${watchEntries.subject}, ${watchEntries.eveId}, ${watchEntries.name}))
      from ${watchEntries} where ${isCurrent})`,
  },
  (fields) => sql`select ${columns(fields)} from ${provenKeeper}`,
);

/** EVE's id of a pilot, corporation or alliance, and the lowest standing that a managed corporation or its alliance gives it. */
export type StoredStanding = [number, number];

/** All contacts as JSON, in one row, as the entries are: EVE allows an owner some thousand. */
export const selectStandings = prepare(
  {
    standings: sql<string>`(select json_group_array(json_array(contactId, standing)) from (
      select ${contacts.contactId} as contactId, min(${contacts.standing}) as standing from ${contacts}
      where ${contacts.ownerId} in (select ${corporations.id} from ${corporations}
        union select ${corporations.allianceId} from ${corporations})
      group by ${contacts.contactId}))`,
  },
  (fields) => sql`select ${columns(fields)}`,
);

/** The statements that record the look: at the names, and of a keeper at the watchlist if somebody is on it. */
export const viewOfNames = prepareView("pilots_looked_up", () => sql`true`);
export const viewOfWatchlist = prepareView(
  "watch_list_viewed",
  () =>
    sql`case when ${isProvenKeeper()} then exists (select 1 from ${watchEntries} where ${isCurrent}) end`,
);
