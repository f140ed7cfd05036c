import { asc, eq, sql } from "drizzle-orm";
import { onceEach } from "#shared/once.ts";
import type { EveSearchQuery } from "#shared/requirements/search.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts } from "#worker/db/schema/facts.ts";
import {
  characterAffiliations,
  names,
  UNKNOWN_CORPORATION_ID,
} from "#worker/db/schema/characters.ts";
import { corporations, dataPages } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { LAST_CHARACTER, orm, prepare } from "#worker/db/statements.ts";

export const MAX_FOUND = 10;

/** Managed corporations with this folded text in their name or ticker. */
export const selectManagedByText = prepare(
  { id: corporations.id, name: corporations.name, ticker: corporations.ticker },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .where(
        sql`instr(${corporations.nameFolded}, ${sql.placeholder("text")}) > 0
          or instr(${corporations.tickerFolded}, ${sql.placeholder("text")}) > 0`,
      )
      .orderBy(asc(corporations.nameFolded))
      .limit(MAX_FOUND),
);

/**
 * EVE's ids of later corporations and alliances are in ranges of their own, and those of earlier ones are not:
 * https://developers.eveonline.com/docs/guides/id-ranges/
 */
const IS_OF_KIND = {
  corporation: sql`(${names.id} between 98000000 and 98999999 or ${names.id} between 1000000 and 1999999
    or exists (select 1 from ${corporations} where ${corporations.id} = ${names.id})
    or exists (select 1 from ${characterAffiliations}
      where ${characterAffiliations.corporationId} = ${names.id}))`,
  alliance: sql`(${names.id} between 99000000 and 99999999
    or exists (select 1 from ${characterAffiliations}
      where ${characterAffiliations.allianceId} = ${names.id}))`,
  // That Muster knows the name of a pilot is not for everybody.
  pilot: sql`false`,
};

const selectKnownOf = onceEach((kind: EveSearchQuery["kind"]) =>
  prepare({ id: names.id, name: names.name }, (fields) =>
    orm
      .select(fields)
      .from(names)
      .where(
        sql`${names.nameFolded} >= ${sql.placeholder("text")} and ${names.nameFolded} < ${sql.placeholder("end")}
          and ${names.id} <> ${UNKNOWN_CORPORATION_ID} and ${IS_OF_KIND[kind]}`,
      )
      .orderBy(names.nameFolded)
      .limit(MAX_FOUND),
  ),
);

/** Corporations or alliances whose folded name begins with the text: a range of an index. No pilots. */
export function selectKnown(kind: EveSearchQuery["kind"], text: string) {
  return selectKnownOf(kind)({ text, end: text + LAST_CHARACTER });
}

export const selectManagedServers = prepare(
  { id: discordServers.id, name: discordServers.name, isOn: discordServers.isOn },
  (fields) => orm.select(fields).from(discordServers).orderBy(asc(discordServers.name)),
);

/** The facts that applications tell. */
export const selectDeclaredFacts = prepare(
  {
    id: facts.id,
    title: facts.title,
    application: applications.name,
    kind: facts.kind,
    options: facts.options,
    maxAgeHours: facts.maxAgeHours,
    isOn: applications.isOn,
  },
  (fields) =>
    orm
      .select(fields)
      .from(facts)
      .innerJoin(applications, eq(applications.id, facts.applicationId))
      .orderBy(asc(applications.name), asc(facts.title)),
);

/** A managed corporation, with its titles as a director last read them. */
export const selectTitles = prepare({ name: corporations.name, titles: dataPages.data }, (fields) =>
  orm
    .select(fields)
    .from(corporations)
    .leftJoin(
      dataPages,
      sql`${dataPages.corporationId} = ${corporations.id} and ${dataPages.source} = 'titles'
          and ${dataPages.isStaged} = 0`,
    )
    .where(eq(corporations.id, sql.placeholder("corporationId"))),
);
