import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Statement } from "#worker/db/batch.ts";
import {
  assetPages,
  characterAffiliations,
  characterChecks,
  characterSections,
  jobRuns,
  marketPrices,
} from "#worker/db/schema/characters.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import type { Context } from "#worker/env.ts";
import { selectClosures } from "#worker/esi/shared-limits.ts";
import type { JobName } from "#worker/job-queue.ts";

const PRICES_JOB: JobName = "market-prices";

/** Everything a refresh decides on, in one round trip. */
export async function findRefreshState({ db, config }: Context, characterId: number, now: Date) {
  const [[character], sections, pages, closures, [prices]] = await db.batch([
    db
      .select({
        userId: characters.userId,
        tokenState: eveTokens.state,
        scopes: eveTokens.scopes,
        record: characterChecks.record,
      })
      .from(characters)
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .where(eq(characters.id, characterId)),
    db
      .select({ section: characterSections.section, etag: characterSections.etag })
      .from(characterSections)
      .where(eq(characterSections.characterId, characterId)),
    db
      .select({ page: assetPages.page, etag: assetPages.etag })
      .from(assetPages)
      .where(eq(assetPages.characterId, characterId)),
    selectClosures(db, config, now),
    db
      .select({ startedAt: jobRuns.startedAt })
      .from(jobRuns)
      .where(and(eq(jobRuns.job, PRICES_JOB), gt(jobRuns.rows, 0)))
      .orderBy(desc(jobRuns.startedAt))
      .limit(1),
  ]);
  return {
    character,
    etags: new Map(sections.map(({ section, etag }) => [section, etag])),
    pageEtags: new Map(pages.map(({ page, etag }) => [page, etag])),
    closures,
    pricesChangedAt: prices?.startedAt.getTime() ?? 0,
  };
}
export type RefreshState = Awaited<ReturnType<typeof findRefreshState>>;

/** What is refreshed, and whose it was then: nothing is written once the character has left its user. */
export type Target = { characterId: number; userId: string | null };

function isStill({ characterId, userId }: Target): SQL {
  return sql`exists (select 1 from ${characters} where ${characters.id} = ${characterId}
    and ${characters.userId} is ${userId})`;
}

/** A character that nobody holds here: its name is what ESI says. */
export function insertStranger(db: Database, characterId: number, name: string): Statement {
  const identity = { name, nameFolded: name.toLowerCase() };
  return db
    .insert(characters)
    .values({ id: characterId, ...identity })
    .onConflictDoUpdate({
      target: characters.id,
      set: identity,
      setWhere: sql`${characters.userId} is null and ${characters.name} <> ${name}`,
    });
}

export type ChangedSection = { section: string; etag: string | null; data: unknown };

export function upsertSections(db: Database, target: Target, changed: ChangedSection[]): Statement {
  return db
    .insert(characterSections)
    .select(
      sql`select ${target.characterId}, json_extract(value, '$.section'),
        json_extract(value, '$.etag'), json_extract(value, '$.data')
      from json_each(${JSON.stringify(changed)}) where ${isStill(target)}`,
    )
    .onConflictDoUpdate({
      target: [characterSections.characterId, characterSections.section],
      set: { etag: sql`excluded.etag`, data: sql`excluded.data` },
    });
}

export function upsertRecord(db: Database, target: Target, record: CheckRecord): Statement {
  return db
    .insert(characterChecks)
    .select(sql`select ${target.characterId}, ${JSON.stringify(record)} where ${isStill(target)}`)
    .onConflictDoUpdate({
      target: characterChecks.characterId,
      set: { record: sql`excluded.record` },
    });
}

export type Affiliation = {
  characterId: number;
  corporationId: number;
  allianceId: number | null;
  /** Milliseconds since 1970. */
  asOf: number;
};

/** Writes the rows that say something else, and later, than what is known. */
export function upsertAffiliations(db: Database, affiliations: Affiliation[]) {
  return db
    .insert(characterAffiliations)
    .select(
      sql`select json_extract(value, '$.characterId'), json_extract(value, '$.corporationId'),
        json_extract(value, '$.allianceId'), json_extract(value, '$.asOf')
      from json_each(${JSON.stringify(affiliations)})
      where json_extract(value, '$.characterId') in (select ${characters.id} from ${characters})`,
    )
    .onConflictDoUpdate({
      target: characterAffiliations.characterId,
      set: {
        corporationId: sql`excluded.corporation_id`,
        allianceId: sql`excluded.alliance_id`,
        asOf: sql`excluded.as_of`,
      },
      setWhere: sql`excluded.as_of > as_of and (corporation_id is not excluded.corporation_id
        or alliance_id is not excluded.alliance_id)`,
    });
}

// ── Assets ────────────────────────────────────────────────────────────────────────────────────

/** Sums over one page; `quantities` are by type id, without blueprint copies. */
export type PageSums = {
  page: number;
  etag: string | null;
  itemCount: number;
  quantities: Record<number, number>;
};

/** The value of a page is Σ quantity × average price, else adjusted price, else nothing. */
export function upsertAssetPages(db: Database, target: Target, pages: PageSums[]): Statement {
  return db
    .insert(assetPages)
    .select(
      sql`select ${target.characterId}, json_extract(p.value, '$.page'),
        json_extract(p.value, '$.etag'), json_extract(p.value, '$.itemCount'),
        (select coalesce(sum(q.value * coalesce(m.average, m.adjusted, 0)), 0)
          from json_each(p.value, '$.quantities') as q
          cross join ${marketPrices} as m on m.type_id = cast(q.key as integer))
      from json_each(${JSON.stringify(pages)}) as p where ${isStill(target)}`,
    )
    .onConflictDoUpdate({
      target: [assetPages.characterId, assetPages.page],
      set: {
        etag: sql`excluded.etag`,
        itemCount: sql`excluded.item_count`,
        value: sql`excluded.value`,
      },
    });
}

/** All pages are read: their sums are what is shown. */
export function finishAssets(db: Database, target: Target, pages: number): Statement[] {
  const { characterId } = target;
  return [
    db
      .delete(assetPages)
      .where(and(eq(assetPages.characterId, characterId), gt(assetPages.page, pages))),
    db
      .insert(characterSections)
      .select(
        sql`select ${characterId}, 'assets', null,
          json_object('assetCount', sum(item_count), 'totalValue', round(sum(value), 2))
        from ${assetPages} where character_id = ${characterId} and ${isStill(target)}
        group by character_id`,
      )
      .onConflictDoUpdate({
        target: [characterSections.characterId, characterSections.section],
        set: { data: sql`excluded.data` },
        setWhere: sql`${characterSections.data} <> excluded.data`,
      }),
  ];
}
