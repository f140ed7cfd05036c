import { Hono } from "hono";
import { adminSearchQuerySchema, FOUND_LIMIT } from "#shared/admin-search.ts";
import type { AdminSearch } from "#shared/admin-search.ts";
import { fold, SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { administrators, limitUser } from "#worker/auth/sessions/require-user.ts";
import { runNamed } from "#worker/db/batch.ts";
import type { App, Context } from "#worker/env.ts";
import { PRIMARY } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { presentMatch, selectBestMatches } from "#worker/pilots/service.ts";
import { asc, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { applications } from "#worker/db/schema/applications.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { categories, groups } from "#worker/db/schema/groups.ts";
import { LAST_CHARACTER, orm, prepare } from "#worker/db/statements.ts";

/** `/api/admin/search`. */
export const searchRoutes = new Hono<App>().get(
  "/",
  administrators({ reads: PRIMARY.administration }),
  limitUser("SEARCH_LIMIT"),
  validate("query", adminSearchQuerySchema),
  async (c) => c.json(await searchEverything(c.get("context"), c.req.valid("query").q ?? "")),
);

/** Everything whose name matches, in one round trip. A search for pilots takes two letters. */
async function searchEverything({ db, config }: Context, q: string): Promise<AdminSearch> {
  const values = { text: fold(q) };
  const adminIds = JSON.stringify(config.ADMIN_CHARACTER_IDS);
  const hasPilots = q.length >= SEARCH_MIN_LENGTH;
  const found = await runNamed(db, {
    pilots: hasPilots ? [selectBestMatches(q, adminIds, FOUND_LIMIT)] : [],
    others: [
      selectGroups(values),
      selectCorporations(values),
      selectServers(values),
      selectApplications(values),
    ],
  });
  const [groups, corporations, servers, applications] = found.others;
  const now = Date.now();
  const pilots = (found.pilots[0] ?? []).map((row) => presentMatch(row, now));
  return { pilots, groups, corporations, servers, applications };
}

// ── Statements ────────────────────────────────────────────────────────────────────────────────

/** How many names of groups a search for a part of a name reads. */
const SEARCHED_NAMES = 1000;

const text = sql.placeholder("text");

/** SQL: 0 where the name begins with the text, 1 where one of its words does, 2 where it stands anywhere else. */
function placeOf(name: SQLiteColumn): SQL {
  return sql`case instr(${name}, ${text}) when 1 then 0 else instr(${name}, ' ' || ${text}) = 0 end`;
}

const hasText = (name: SQLiteColumn) => sql`instr(${name}, ${text}) > 0`;

/** Groups whose name begins with the text, wherever they stand in the list, and those among the first names that contain it. */
const selectGroups = prepare(
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

const selectCorporations = prepare(
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

const selectServers = servicesOf(discordServers);
const selectApplications = servicesOf(applications);
