import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { raw, rawWrite } from "#worker/db/raw.ts";
import type { Raw } from "#worker/db/raw.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

export type CorporationRow = {
  corporationId: number;
  name: string;
  ticker: string;
  assignedCharacterId: number | null;
  assignedCharacterName: string | null;
  isActive: number;
  isVerified: number;
  lastSync: number | null;
  lastVerified: number | null;
  directorCount: number;
  healthyDirectorCount: number;
  createdAt: number;
  memberCount: number | null;
  ceoId: number | null;
  ceoName: string | null;
  allianceId: number | null;
  allianceName: string | null;
  linkedMemberCount: number;
};

const ROW = sql`c.id as "corporationId", c.name, c.ticker,
  c.assigned_character_id as "assignedCharacterId",
  (select characters.name from characters where characters.id = c.assigned_character_id)
    as "assignedCharacterName",
  c.is_active as "isActive", c.is_verified as "isVerified", c.verified_at as "lastVerified",
  (select max(finished_at) from corporation_runs r where r.corporation_id = c.id and r.error is null)
    as "lastSync",
  (select count(*) from corporation_directors d where d.corporation_id = c.id) as "directorCount",
  (select count(*) from corporation_directors d where d.corporation_id = c.id and d.is_healthy)
    as "healthyDirectorCount",
  c.created_at as "createdAt", c.member_count as "memberCount", c.ceo_id as "ceoId",
  (select names.name from names where names.id = c.ceo_id) as "ceoName",
  c.alliance_id as "allianceId",
  (select names.name from names where names.id = c.alliance_id) as "allianceName",
  c.linked_member_count as "linkedMemberCount"`;

/** A part of the name or of the ticker, in any case. */
function matches(search: string | undefined): SQL {
  if (search === undefined) return sql`true`;
  const folded = search.toLowerCase();
  return sql`(instr(c.name_folded, ${folded}) > 0 or instr(c.ticker_folded, ${folded}) > 0)`;
}

/** By name. */
export async function listCorporations(
  db: Database,
  search: string | undefined,
  after: { nameFolded: string; id: number } | undefined,
) {
  const from =
    after === undefined
      ? sql`true`
      : sql`(c.name_folded, c.id) > (${after.nameFolded}, ${after.id})`;
  const [rows, [count]] = await db.batch([
    raw<CorporationRow & { nameFolded: string }>(
      db,
      sql`select ${ROW}, c.name_folded as "nameFolded" from corporations c
        where ${matches(search)} and ${from} order by c.name_folded, c.id limit ${PAGE_LIMIT}`,
    ),
    raw<{ total: number }>(
      db,
      sql`select count(*) as total from corporations c where ${matches(search)}`,
    ),
  ]);
  return { rows, total: count?.total ?? 0 };
}

export function selectCorporation(db: Database, id: number): Raw<CorporationRow> {
  return raw<CorporationRow>(db, sql`select ${ROW} from corporations c where c.id = ${id}`);
}

export type Counters = { journalCount: number; contractCount: number; killmailCount: number };

export function selectCounters(db: Database, id: number) {
  return raw<Counters>(
    db,
    sql`select journal_count as "journalCount", contract_count as "contractCount",
      killmail_count as "killmailCount" from corporations where id = ${id}`,
  );
}

export type MarkRow = { at: number; directors: number; healthy: number; unknown: number };

export function selectMarks(db: Database, id: number, since: Date) {
  return raw<MarkRow>(
    db,
    sql`select at, directors, healthy, unknown from corporation_health
      where corporation_id = ${id} and at > ${since.getTime()} order by at`,
  );
}

/** The character, if somebody here holds it. */
export function selectLinked(db: Database, characterId: number) {
  return db
    .select({ id: characters.id, name: characters.name })
    .from(characters)
    .where(and(eq(characters.id, characterId), sql`${characters.userId} is not null`));
}

export type PublicInfo = {
  name: string;
  ticker: string;
  memberCount: number | null;
  ceoId: number | null;
  allianceId: number | null;
};

export function insertCorporation(db: Database, id: number, info: PublicInfo, now: Date) {
  return db.insert(corporations).values({ id, ...folded(info), createdAt: now });
}

/** Writes what changed, or nothing. */
export function updatePublicInfo(db: Database, id: number, info: PublicInfo) {
  const { name, ticker, memberCount, ceoId, allianceId } = info;
  const { nameFolded, tickerFolded } = folded(info);
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

function folded(info: PublicInfo) {
  return {
    ...info,
    nameFolded: info.name.toLowerCase(),
    tickerFolded: info.ticker.toLowerCase(),
  };
}
