import { and, asc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Consequences } from "#shared/consequences.ts";
import { isUsableDirector } from "#worker/corporations/evidence/corporation-status.ts";
import { runNamed } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { discordFeeds } from "#worker/db/schema/discord-posts.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { selectGroupsAskingLists } from "#worker/db/rule-conditions.ts";
import { consequence, counted, namesOf, peopleOf } from "./consequence.ts";

const id = sql.placeholder("id");

const selectCorporation = prepare(
  {
    records: sql<number>`${corporations.journalCount} + ${corporations.contractCount} + ${corporations.killmailCount}`,
    roster: groups.name,
    isFeed: sql<number>`exists (select 1 from ${discordFeeds} where ${discordFeeds.corporationId} = ${id})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .leftJoin(groups, eq(groups.id, corporations.rosterGroupId))
      .where(eq(corporations.id, id)),
);

const selectDirectors = prepare({ name: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(directors)
    .innerJoin(characters, eq(characters.id, directors.characterId))
    .where(eq(directors.corporationId, id))
    .orderBy(asc(characters.nameFolded)),
);

/** The servers whose nicknames show tickers: only those of corporations that are managed here are known. */
const selectNicknames = prepare({ name: discordServers.name }, (fields) =>
  orm
    .select(fields)
    .from(discordServers)
    .where(
      and(
        eq(discordServers.isOn, true),
        sql`instr(${discordServers.nicknameTemplate}, '{ticker}') > 0`,
      ),
    )
    .orderBy(asc(discordServers.name)),
);

/** What goes when a corporation is no longer managed. */
export async function ofCorporation({ db }: Context, corporationId: string): Promise<Consequences> {
  const values = { id: Number(corporationId) };
  if (!Number.isSafeInteger(values.id)) throw new ApiError("corporation_removed");
  const read = await runNamed(db, {
    corporation: [selectCorporation(values)],
    directors: [selectDirectors(values)],
    rules: [selectGroupsAskingLists(values)],
    servers: [selectNicknames()],
  });
  const [[corporation]] = read.corporation;
  if (corporation === undefined) throw new ApiError("corporation_removed");
  const { records, roster, isFeed } = corporation;
  return {
    people: peopleOf(namesOf(read.directors[0])),
    follows: [
      ...counted("records", records),
      ...consequence("unread_rules", namesOf(read.rules[0])),
      ...consequence("readers", roster === null ? [] : [roster]),
      ...consequence("nicknames", namesOf(read.servers[0])),
      ...counted("feed", isFeed),
    ],
  };
}

const other = alias(directors, "other_director");
const otherCharacter = alias(characters, "other_character");

const selectDirector = prepare(
  {
    name: characters.name,
    corporationName: corporations.name,
    isLast: sql<number>`${corporations.isActive} and not exists ${orm
      .select({ id: other.id })
      .from(other)
      .innerJoin(otherCharacter, eq(otherCharacter.id, other.characterId))
      .leftJoin(users, eq(users.id, otherCharacter.userId))
      .where(
        and(
          eq(other.corporationId, corporations.id),
          ne(other.id, directors.id),
          isUsableDirector(sql.placeholder("now"), other.isHealthy),
        ),
      )}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(directors)
      .innerJoin(characters, eq(characters.id, directors.characterId))
      .innerJoin(corporations, eq(corporations.id, directors.corporationId))
      .where(eq(directors.id, id)),
);

/** Whether a corporation can still be read without the director. */
export async function ofDirector({ db }: Context, directorId: string): Promise<Consequences> {
  const read = await runNamed(db, {
    director: [selectDirector({ id: directorId, now: Date.now() })],
  });
  const [[director]] = read.director;
  if (director === undefined) throw new ApiError("no_such_director");
  const { name, corporationName, isLast } = director;
  return {
    people: peopleOf([name]),
    follows: consequence(isLast === 1 ? "unread_corporations" : "directors", [corporationName]),
  };
}
