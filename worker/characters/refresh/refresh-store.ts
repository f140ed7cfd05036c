import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { runBatch, run } from "#worker/db/batch.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import {
  assetPages,
  characterAffiliations,
  characterChecks,
  characterSections,
  jobRuns,
  typePrices,
  refreshLeases,
} from "#worker/db/schema/characters.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import { evidenceRefreshes } from "#worker/db/schema/evidence.ts";
import { excluded, insertWhere, orm, prepare, prepareWrite } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { hasPriceOf, priceOf } from "#worker/universe/prices.ts";
import { AFFILIATION_CACHED_MS } from "#worker/esi/eve-date.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import type { JobName } from "#worker/work/crons.ts";
import { sectionsNeeded, selectReadingConditions } from "#worker/db/rule-conditions.ts";
import type { Database } from "#worker/db/database.ts";

const PRICES_JOB: JobName = "market-prices";

const placeholder = sql.placeholder("characterId");

const selectCharacter = prepare(
  {
    userId: characters.userId,
    tokenState: eveTokens.state,
    scopes: eveTokens.scopes,
    spares: eveTokens.spares,
    record: characterChecks.record,
    corporationId: characterAffiliations.corporationId,
    affiliationAsOf: characterAffiliations.asOf,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .where(eq(characters.id, placeholder)),
);

const selectSectionEtags = prepare(
  { section: characterSections.section, etag: characterSections.etag },
  (fields) =>
    orm
      .select(fields)
      .from(characterSections)
      .where(eq(characterSections.characterId, placeholder)),
);

const selectPageEtags = prepare({ page: assetPages.page, etag: assetPages.etag }, (fields) =>
  orm.select(fields).from(assetPages).where(eq(assetPages.characterId, placeholder)),
);

const selectPriceChange = prepare({ startedAt: jobRuns.startedAt }, (fields) =>
  orm
    .select(fields)
    .from(jobRuns)
    .where(and(eq(jobRuns.job, PRICES_JOB), gt(jobRuns.rows, 0)))
    .orderBy(desc(jobRuns.startedAt))
    .limit(1),
);

/** Everything that a refresh decides on, in one round trip. */
export async function findRefreshState({ db, config }: Context, characterId: number, now: Date) {
  const [[character], sections, pages, cooldowns, [prices], needed] = await runBatch(db, [
    selectCharacter({ characterId }),
    selectSectionEtags({ characterId }),
    selectPageEtags({ characterId }),
    selectCooldowns(config, now),
    selectPriceChange(),
    selectReadingConditions(),
  ]);
  return {
    character,
    etags: new Map(sections.map(({ section, etag }) => [section, etag])),
    pageEtags: new Map(pages.map(({ page, etag }) => [page, etag])),
    cooldowns,
    pricesChangedAt: prices?.startedAt.getTime() ?? 0,
    /** The sections that rules need. */
    neededSections: sectionsNeeded(needed),
    /** EVE's history of the character was not read since its corporation was first seen. */
    lacksHistory:
      (character?.affiliationAsOf?.getTime() ?? 0) - AFFILIATION_CACHED_MS >
      (character?.record?.checks.corporationHistory?.checkedAt ?? 0),
    needsAuthorization: needed.some(({ type }) => type === "authorization"),
  };
}
export type RefreshState = Awaited<ReturnType<typeof findRefreshState>>;

/** The refreshed character and its user when the refresh began. Nothing is written if the user has changed since. */
export type RefreshTarget = { characterId: number; userId: string | null };

const isUnchanged = ({
  characterId,
  userId,
}: RefreshTarget | Record<keyof RefreshTarget, SQL>): SQL =>
  sql`exists (select 1 from ${characters} where ${characters.id} = ${characterId}
    and ${characters.userId} is ${userId})`;

/** A character that is not linked to an account is named as ESI names it. */
export function upsertUnlinkedCharacter(characterId: number, name: string) {
  const identity = { name, nameFolded: fold(name) };
  return orm
    .insert(characters)
    .values({ id: characterId, ...identity })
    .onConflictDoUpdate({
      target: characters.id,
      set: identity,
      setWhere: sql`${characters.userId} is null and ${characters.name} <> ${name}`,
    });
}

type ChangedSection = {
  section: string;
  etag: string | null;
  data: unknown;
  levels: Record<string, number> | null;
  points: Record<string, number> | null;
};

export function upsertSections(target: RefreshTarget, changed: ChangedSection[]) {
  return upsertChanged({ ...target, changed: JSON.stringify(changed) });
}

const ofTarget = sql`${sql.placeholder("characterId")}`;
const isStill = isUnchanged({ characterId: ofTarget, userId: sql`${sql.placeholder("userId")}` });

const upsertChanged = prepareWrite(() =>
  insertWhere(
    characterSections,
    {
      characterId: ofTarget,
      section: sql`json_extract(value, '$.section')`,
      etag: sql`json_extract(value, '$.etag')`,
      data: sql`json_extract(value, '$.data')`,
      levels: sql`json_extract(value, '$.levels')`,
      points: sql`json_extract(value, '$.points')`,
    },
    isStill,
    sql`json_each(${sql.placeholder("changed")})`,
  ).onConflictDoUpdate({
    target: [characterSections.characterId, characterSections.section],
    set: {
      etag: excluded(characterSections.etag),
      data: excluded(characterSections.data),
      levels: excluded(characterSections.levels),
      points: excluded(characterSections.points),
    },
  }),
);

/** Has the evidence of the character read again at this time, or earlier if it is due by then. */
export function scheduleRefresh(target: RefreshTarget, at: number) {
  const { dueAt } = evidenceRefreshes;
  return insertWhere(
    evidenceRefreshes,
    { characterId: target.characterId, dueAt: new Date(at) },
    isUnchanged(target),
  ).onConflictDoUpdate({
    target: evidenceRefreshes.characterId,
    // It is being read when it is negative.
    set: {
      dueAt: sql`case when ${dueAt} < 0 then ${excluded(dueAt)} else min(${dueAt}, ${excluded(dueAt)}) end`,
    },
    setWhere: sql`not ${dueAt} between 0 and ${excluded(dueAt)}`,
  });
}

export function upsertRecord(target: RefreshTarget, record: CheckRecord) {
  return upsertChecks({ ...target, record: JSON.stringify(record) });
}

const upsertChecks = prepareWrite(() =>
  insertWhere(
    characterChecks,
    { characterId: ofTarget, record: sql`${sql.placeholder("record")}` },
    isStill,
  ).onConflictDoUpdate({
    target: characterChecks.characterId,
    set: { record: excluded(characterChecks.record) },
  }),
);

// ── Assets ────────────────────────────────────────────────────────────────────────────────────

/** Sums over one page; `quantities` are by type id, without blueprint copies. */
export type PageSums = {
  page: number;
  etag: string | null;
  itemCount: number;
  quantities: Record<number, number>;
};

/** The value of a page is Σ quantity × average price, or the adjusted price where there is no average. */
export function upsertAssetPages(target: RefreshTarget, pages: PageSums[]) {
  return insertWhere(
    assetPages,
    {
      characterId: target.characterId,
      page: sql`json_extract(p.value, '$.page')`,
      etag: sql`json_extract(p.value, '$.etag')`,
      itemCount: sql`json_extract(p.value, '$.itemCount')`,
      value: sql`(select
        coalesce(sum(q.value * ${priceOf(sql`q.key`)}), 0)
        from json_each(p.value, '$.quantities') as q
        cross join ${typePrices} on ${hasPriceOf(sql`q.key`)})`,
    },
    isUnchanged(target),
    sql`json_each(${JSON.stringify(pages)}) as p`,
  ).onConflictDoUpdate({
    target: [assetPages.characterId, assetPages.page],
    set: {
      etag: excluded(assetPages.etag),
      itemCount: excluded(assetPages.itemCount),
      value: excluded(assetPages.value),
    },
  });
}

/** Publishes the sums of a list of which all pages have been read. */
export function publishAssets(target: RefreshTarget, pages: number) {
  const { characterId } = target;
  const isOwn = eq(assetPages.characterId, characterId);
  const totals = orm
    .select({
      items: sql`sum(${assetPages.itemCount})`.as("items"),
      isk: sql`sum(${assetPages.value})`.as("isk"),
    })
    .from(assetPages)
    .where(isOwn);
  return [
    orm.delete(assetPages).where(and(isOwn, gt(assetPages.page, pages))),
    insertWhere(
      characterSections,
      {
        characterId,
        section: "assets",
        data: sql`json_object('assetCount', totals.items, 'totalValue', round(totals.isk, 2))`,
      },
      sql`totals.items is not null and ${isUnchanged(target)}`,
      sql`(${totals}) as totals`,
    ).onConflictDoUpdate({
      target: [characterSections.characterId, characterSections.section],
      set: { data: excluded(characterSections.data) },
      setWhere: sql`${characterSections.data} <> ${excluded(characterSections.data)}`,
    }),
  ];
}

/** Longer than almost every refresh. If a refresh takes longer, a section may be fetched twice. */
const LEASE_MS = 60_000;
/**
 * Six reads within 12.6 s: an invocation has 50 subrequests on the free plan
 * (https://developers.cloudflare.com/workers/platform/limits/).
 */
const POLL_PAUSES_MS = [200, 400, 800, 1600, 3200, 6400];

const takeLease = prepare({ characterId: refreshLeases.characterId }, (fields) =>
  orm
    .insert(refreshLeases)
    .values({
      characterId: sql`${sql.placeholder("characterId")}`,
      recordSavedAt: sql`${sql.placeholder("savedAt")}`,
      expiresAt: sql`${sql.placeholder("expiresAt")}`,
    })
    .onConflictDoUpdate({
      target: refreshLeases.characterId,
      set: {
        recordSavedAt: excluded(refreshLeases.recordSavedAt),
        expiresAt: excluded(refreshLeases.expiresAt),
      },
      setWhere: sql`${refreshLeases.expiresAt} <= ${sql.placeholder("now")}
        or ${refreshLeases.recordSavedAt} <> ${excluded(refreshLeases.recordSavedAt)}`,
    })
    .returning(fields),
);

/** Takes the lease to refresh a character from this record. Returns no row if another invocation has the lease. */
export function takeRefreshLease(characterId: number, { savedAt = 0 }: CheckRecord, now: number) {
  return takeLease({ characterId, savedAt, now, expiresAt: now + LEASE_MS });
}

/** Ends a lease without a new record. */
export function deleteRefreshLease(characterId: number) {
  return orm.delete(refreshLeases).where(eq(refreshLeases.characterId, characterId));
}

const selectHeld = prepare({ characterId: refreshLeases.characterId }, (fields) =>
  orm
    .select(fields)
    .from(refreshLeases)
    .leftJoin(characterChecks, eq(characterChecks.characterId, refreshLeases.characterId))
    .where(
      and(
        eq(refreshLeases.characterId, sql.placeholder("characterId")),
        gt(refreshLeases.expiresAt, sql.placeholder("now")),
        sql`${refreshLeases.recordSavedAt}
          = coalesce(json_extract(${characterChecks.record}, '$.savedAt'), 0)`,
      ),
    ),
);

/** Waits for the refresh of another invocation, but not for ever: that invocation may have died. */
export async function waitForRefresh(db: Database, characterId: number) {
  for (const pause of POLL_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const [held] = await run(db, selectHeld({ characterId, now: Date.now() }));
    if (held === undefined) return;
  }
}
