import { sql } from "drizzle-orm";
import type { Statement } from "#worker/db/statements.ts";
import type { Database } from "#worker/db/database.ts";
import { raw, rawWrite } from "#worker/db/raw.ts";
import type { EsiItem } from "#worker/esi/corporation-endpoints.ts";
import { publicColumns } from "./public-info.ts";
import type { PublicInfo } from "./public-info.ts";
import type { Items, Source } from "./sources.ts";

/** Keeps a row, and a statement's parameter, well under D1's 2 MB. */
export const ITEMS_PER_ROW = 1000;

export type Keeper = { db: Database; corporationId: number; source: Source };
type Page = { page: number; etag: string | null };

// ── What is replaced as a whole ───────────────────────────────────────────────────────────────

/** Puts a page aside until the whole list is read. */
export function stagePage(keeper: Keeper, { page, etag }: Page, items: Items): Statement {
  const { db, corporationId, source } = keeper;
  return raw(
    db,
    sql`
    insert into corporation_pages (corporation_id, source, is_staged, page, etag, item_count, data)
    values (${corporationId}, ${source.key}, 1, ${page}, ${etag}, ${items.length},
      ${JSON.stringify(items)})
    on conflict (corporation_id, source, is_staged, page) do update set
      etag = excluded.etag, item_count = excluded.item_count, data = excluded.data`,
  );
}

/** What was put aside replaces what was there, and pages beyond the last one go. */
export function publishPages({ db, corporationId, source }: Keeper, pages: number): Statement[] {
  const mine = sql`corporation_id = ${corporationId} and source = ${source.key}`;
  return [
    raw(
      db,
      sql`
      delete from corporation_pages where ${mine} and is_staged = 0 and (page > ${pages} or page in (
        select page from corporation_pages where ${mine} and is_staged = 1))`,
    ),
    raw(db, sql`update corporation_pages set is_staged = 0 where ${mine} and is_staged = 1`),
  ];
}

export function dropStaged(db: Database, corporationId: number, sources: string[]): Statement {
  return raw(
    db,
    sql`
    delete from corporation_pages where corporation_id = ${corporationId} and is_staged = 1
      and source in (select value from json_each(${JSON.stringify(sources)}))`,
  );
}

/** How many of the members are linked here; written when it is another number than before. */
export function countLinkedMembers(db: Database, corporationId: number): Statement {
  const linked = sql`select count(*) as n from corporation_pages p, json_each(p.data) j
    join characters on characters.id = j.value and characters.user_id is not null
    where p.corporation_id = ${corporationId} and p.source = 'members' and p.is_staged = 0`;
  return raw(
    db,
    sql`update corporations set linked_member_count = x.n from (${linked}) x
      where id = ${corporationId} and linked_member_count <> x.n`,
  );
}

// ── What accumulates ──────────────────────────────────────────────────────────────────────────

/** A page whose items are kept elsewhere: it need not be read again while it is the same. */
export function keepEtag(keeper: Keeper, { page, etag }: Page, itemCount: number): Statement {
  const { db, corporationId, source } = keeper;
  return raw(
    db,
    sql`
    insert into corporation_pages (corporation_id, source, is_staged, page, etag, item_count)
    values (${corporationId}, ${source.key}, 0, ${page}, ${etag}, ${itemCount})
    on conflict (corporation_id, source, is_staged, page) do update set
      etag = excluded.etag, item_count = excluded.item_count`,
  );
}

export type Accumulation = {
  /** Counts what is new. */
  count: Statement;
  /** The number of rows it changes is that of the items that were new or changed. */
  keep: ReturnType<typeof rawWrite>;
};

/** At most `ITEMS_PER_ROW` items, each once. */
export function accumulate(keeper: Keeper, items: Items): Accumulation {
  const found = items as EsiItem[];
  switch (keeper.source.kind) {
    case "snapshot":
      throw new Error("A snapshot does not accumulate.");
    case "journal":
      return accumulateJournal(keeper, found);
    case "contracts":
      return accumulateContracts(keeper, found);
    case "killmails":
      return accumulateKillmails(keeper, found);
  }
}

function accumulateJournal({ db, corporationId, source }: Keeper, items: EsiItem[]): Accumulation {
  const { division } = source;
  const json = JSON.stringify(items);
  const isKnown = sql`select 1 from corporation_journal k where k.corporation_id = ${corporationId}
    and k.division = ${division} and k.id = j.value`;
  return {
    count: countNew(db, corporationId, "journal_count", idsOf(items, "id"), isKnown),
    keep: rawWrite(
      db,
      sql`insert into corporation_journal (corporation_id, division, id, data)
          select ${corporationId}, ${division}, json_extract(value, '$.id'), value
          from json_each(${json}) where true on conflict do nothing`,
    ),
  };
}

/** Contracts change: the newest word counts. */
function accumulateContracts({ db, corporationId }: Keeper, items: EsiItem[]): Accumulation {
  const json = JSON.stringify(items);
  const isKnown = sql`select 1 from corporation_contracts k
    where k.corporation_id = ${corporationId} and k.id = j.value`;
  return {
    count: countNew(db, corporationId, "contract_count", idsOf(items, "contract_id"), isKnown),
    keep: rawWrite(
      db,
      sql`insert into corporation_contracts (corporation_id, id, data)
          select ${corporationId}, json_extract(value, '$.contract_id'), value
          from json_each(${json}) where true
          on conflict (corporation_id, id) do update set data = excluded.data
            where data is not excluded.data`,
    ),
  };
}

function accumulateKillmails({ db, corporationId }: Keeper, items: EsiItem[]): Accumulation {
  const isKnown = sql`select 1 from corporation_killmails k
    where k.corporation_id = ${corporationId} and k.id = j.value`;
  return {
    count: countNew(db, corporationId, "killmail_count", idsOf(items, "killmail_id"), isKnown),
    keep: rawWrite(
      db,
      sql`insert into corporation_killmails (corporation_id, id, hash)
          select ${corporationId}, json_extract(value, '$.killmail_id'),
            json_extract(value, '$.killmail_hash')
          from json_each(${JSON.stringify(items)}) where true on conflict do nothing`,
    ),
  };
}

function idsOf(items: EsiItem[], name: string): string {
  return JSON.stringify([...new Set(items.map((item) => item[name]))]);
}

/** Adds those of the ids `j.value` that are not known yet; goes before they are inserted. */
function countNew(
  db: Database,
  corporationId: number,
  column: "journal_count" | "contract_count" | "killmail_count",
  ids: string,
  isKnown: ReturnType<typeof sql>,
): Statement {
  const counter = sql.raw(column);
  const isNew = sql`from json_each(${ids}) j where not exists (${isKnown})`;
  return raw(
    db,
    sql`update corporations set ${counter} = ${counter} + (select count(*) ${isNew})
      where id = ${corporationId} and exists (select 1 ${isNew})`,
  );
}

/** Writes what changed, or nothing. */
export function updatePublicInfo(db: Database, id: number, info: PublicInfo) {
  const { name, ticker, memberCount, ceoId, allianceId } = info;
  const { nameFolded, tickerFolded } = publicColumns(info);
  return rawWrite(
    db,
    sql`
    update corporations set name = ${name}, name_folded = ${nameFolded}, ticker = ${ticker},
      ticker_folded = ${tickerFolded}, member_count = ${memberCount}, ceo_id = ${ceoId},
      alliance_id = ${allianceId}
    where id = ${id} and (name <> ${name} or ticker <> ${ticker} or member_count is not ${memberCount}
      or ceo_id is not ${ceoId} or alliance_id is not ${allianceId})`,
  );
}
