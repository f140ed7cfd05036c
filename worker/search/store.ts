import { asc, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { FOUND_LIMIT } from "#shared/admin-search.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { categories, groups } from "#worker/db/schema/groups.ts";
import { LAST_CHARACTER, orm, prepare } from "#worker/db/statements.ts";

/** How many names of groups a search for a part of a name reads. */
const SEARCHED_NAMES = 1000;

const text = sql.placeholder("text");

/** SQL: 0 where the name begins with the text, 1 where one of its words does, 2 where it stands anywhere else. */
function placeOf(name: SQLiteColumn): SQL {
  return sql`case instr(${name}, ${text}) when 1 then 0 else instr(${name}, ' ' || ${text}) = 0 end`;
}

const hasText = (name: SQLiteColumn) => sql`instr(${name}, ${text}) > 0`;

/** Groups whose name begins with the text, wherever they stand in the list, and those among the first names that contain it. */
export const selectGroups = prepare(
  {
    id: groups.id,
    name: groups.name,
    categoryName: categories.name,
    memberCount: groups.memberCount,
  },
  (fields) => {
    const beginning = orm
      .select({ id: groups.id })
      .from(groups)
      .where(
        sql`${groups.nameFolded} >= ${text} and ${groups.nameFolded} < ${text} || ${LAST_CHARACTER}`,
      )
      .orderBy(groups.nameFolded)
      .limit(FOUND_LIMIT);
    const first = orm
      .select({ id: groups.id, nameFolded: groups.nameFolded })
      .from(groups)
      // A range, as of a page of the list: the limit ends it.
      .where(sql`${groups.nameFolded} >= ''`)
      .orderBy(groups.nameFolded)
      .limit(SEARCHED_NAMES)
      .as("first");
    const containing = orm.select({ id: first.id }).from(first).where(hasText(first.nameFolded));
    return orm
      .select(fields)
      .from(groups)
      .innerJoin(categories, eq(categories.id, groups.categoryId))
      .where(sql`${groups.id} in (select id from ${beginning} union select id from ${containing})`)
      .orderBy(placeOf(groups.nameFolded), asc(groups.nameFolded))
      .limit(FOUND_LIMIT);
  },
);

export const selectCorporations = prepare(
  {
    corporationId: corporations.id,
    name: corporations.name,
    ticker: corporations.ticker,
    isActive: corporations.isActive,
  },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .where(sql`${hasText(corporations.nameFolded)} or ${hasText(corporations.tickerFolded)}`)
      .orderBy(placeOf(corporations.nameFolded), asc(corporations.nameFolded))
      .limit(FOUND_LIMIT),
);

const servicesOf = (table: typeof discordServers | typeof applications) =>
  prepare({ id: table.id, name: table.name, isOn: table.isOn }, (fields) =>
    orm
      .select(fields)
      .from(table)
      .where(hasText(table.nameFolded))
      .orderBy(placeOf(table.nameFolded), asc(table.nameFolded))
      .limit(FOUND_LIMIT),
  );

export const selectServers = servicesOf(discordServers);
export const selectApplications = servicesOf(applications);
