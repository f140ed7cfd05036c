import * as z from "zod/mini";
import { asc, eq, sql } from "drizzle-orm";
import { english } from "#shared/english.ts";
import { fold } from "#shared/fold.ts";
import type {
  CorporationTitles,
  EveHit,
  EveHits,
  EveSearchQuery,
} from "#shared/requirements/search.ts";
import { onceEach } from "#shared/once.ts";
import { findGrant } from "#worker/auth/tokens/access-tokens.ts";
import { chooseDirector, directorProblemOf } from "#worker/corporations/directors/rotation.ts";
import { selectDirectorsOf } from "#worker/corporations/directors/store.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { getTitles } from "#worker/esi/corporation-endpoints.ts";
import { EsiError, esiSentence } from "#worker/esi/error.ts";
import { servesFeature } from "#worker/esi/scopes.ts";
import { postIds } from "#worker/esi/universe-endpoints.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { upsertNames } from "#worker/universe/names.ts";
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

/** A user waits for the answer. */
const MAX_CALLS = 2;

/**
 * Corporations or alliances whose known name begins with the text, managed corporations with it in their name or ticker, and
 * the one of this name in EVE, if Muster does not know it yet.
 */
export async function searchEve(context: Context, query: EveSearchQuery): Promise<EveHits> {
  const { kind, q } = query;
  const folded = fold(q);
  const { db, config } = context;
  const [managed, known, cooldowns] = await runBatch(db, [
    selectManagedByText({ text: folded }),
    selectKnown(kind, folded),
    selectCooldowns(config, new Date()),
  ]);
  const hits = new Map<number, EveHit>();
  if (kind === "corporation") for (const hit of managed) hits.set(hit.id, hit);
  for (const { id, name } of known) {
    if (name !== null && !hits.has(id)) hits.set(id, { id, name, ticker: null });
  }
  const isNamed = [...hits.values()].some(({ name }) => fold(name) === folded);
  if (!isNamed) {
    const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
    try {
      const answer = await esi.request(postIds, { params: {}, body: [q] });
      const { corporations, alliances, characters } = answer.state === "changed" ? answer.data : {};
      const found =
        { corporation: corporations, alliance: alliances, pilot: characters }[kind] ?? [];
      for (const { id, name } of found) hits.set(id, { id, name, ticker: null });
      // A rule shows the name of what it lists.
      if (found.length > 0 && kind !== "pilot") await run(db, upsertNames(found));
    } catch (error) {
      if (!(error instanceof EsiError)) throw error;
      if (hits.size === 0) {
        throw new ApiError("eve_unavailable", {}, { cause: error });
      }
    }
  }
  return { items: [...hits.values()].slice(0, MAX_FOUND) };
}

const MAX_TITLE_CALLS = 2;

const titlesSchema = z.array(z.object({ title_id: z.int(), name: z._default(z.string(), "") }));

/** The titles of a managed corporation, from a director's last reading or, without one, from EVE. */
export async function readTitles(
  context: Context,
  corporationId: number,
): Promise<CorporationTitles> {
  const { db, config } = context;
  const [[corporation], directors, cooldowns] = await runBatch(db, [
    selectTitles({ corporationId }),
    selectDirectorsOf({ corporationId }),
    selectCooldowns(config, new Date()),
  ]);
  if (corporation === undefined) {
    return failed(english`Only titles of corporations that are managed here can be read.`);
  }
  if (corporation.titles !== null) return { titles: toTitles(corporation.titles), problem: null };
  const able = directors.filter(({ scopes }) => servesFeature(scopes, "titles"));
  const director = chooseDirector(able);
  if (director === undefined) {
    return failed(english`A director of ${corporation.name} has to grant director access again.`);
  }
  const { characterId, characterName } = director;
  const token = await findGrant(context, characterId, director.scopes ?? []);
  if (token.state !== "ok") {
    return failed(
      token.state === "revoked"
        ? english`EVE no longer accepts the authorization of ${characterName}.`
        : esiSentence("unavailable"),
    );
  }
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_TITLE_CALLS });
  try {
    const answer = await esi.request(getTitles, {
      params: { corporation_id: corporationId },
      grant: token.grant,
    });
    const titles = answer.state === "changed" ? toTitles(answer.data.json) : [];
    return { titles, problem: null };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const isOfDirector = directorProblemOf(error.reason) !== undefined;
    return failed(esiSentence(isOfDirector ? error.reason : "unavailable"));
  }
}

function toTitles(json: string): CorporationTitles["titles"] {
  return titlesSchema
    .parse(JSON.parse(json))
    .map(({ title_id: titleId, name }) => ({ titleId, name: name || `Title ${titleId}` }));
}

function failed(problem: string): CorporationTitles {
  return { titles: [], problem };
}

const MAX_FOUND = 10;

/** Managed corporations with this folded text in their name or ticker. */
const selectManagedByText = prepare(
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
function selectKnown(kind: EveSearchQuery["kind"], text: string) {
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
const selectTitles = prepare({ name: corporations.name, titles: dataPages.data }, (fields) =>
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
