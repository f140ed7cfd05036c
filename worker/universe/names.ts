import { sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import type { Language } from "#shared/language/languages.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import { run } from "#worker/db/batch.ts";
import { characterAffiliations, names, systemNames } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { excluded, insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { prepare, RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { inChunks } from "#worker/ground/in-chunks.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { getStructure, postNames } from "#worker/esi/universe-endpoints.ts";

/** SQL: the ticker of a corporation, if it is managed here: EVE tells tickers one at a time. */
export const tickerOf = (corporationId: SQLWrapper) =>
  sql<
    string | null
  >`(select ${corporations.ticker} from ${corporations} where ${corporations.id} = ${corporationId})`;

/** SQL: the same of the corporation that a character is in, for lists that do not read the affiliation. */
export const tickerOfPilot = (characterId: SQLWrapper) =>
  tickerOf(sql`(select ${characterAffiliations.corporationId} from ${characterAffiliations}
    where ${characterAffiliations.characterId} = ${characterId})`);

const FIRST_STRUCTURE_ID = 1_000_000_000_000;
const NAMES_PER_CALL = 1000;
/** Structures per call of `fetchNames`: each may be refused. */
const MAX_STRUCTURES = 5;

/** Fetches and stores the names of the ids that are neither known nor were refused lately. */
export async function learnNames(context: Context, esi: Esi, ids: number[]) {
  const wanted = sql`select value as id from json_each(${JSON.stringify(ids)})`;
  const unnamed = await run(context.db, selectUnnamed(wanted, undefined, new Date()));
  await fetchNames(
    context,
    esi,
    unnamed.map(({ id }) => id),
  );
}

/** Fetches and stores these names. If ESI fails, they stay unnamed until the next time. */
export async function fetchNames({ db }: Context, esi: Esi, ids: number[], grant?: EsiGrant) {
  const unknown = [...new Set(ids)];
  const structures = unknown.filter((id) => id >= FIRST_STRUCTURE_ID).slice(0, MAX_STRUCTURES);
  const others = unknown.filter((id) => id < FIRST_STRUCTURE_ID);
  const found = await Promise.all([
    ...inChunks(others, NAMES_PER_CALL).map((chunk) => fetchChunk(esi, chunk)),
    ...(grant === undefined ? [] : structures.map((id) => fetchStructure(esi, id, grant))),
  ]);
  const named = found.flat();
  if (named.length > 0) await run(db, upsertNames(named));
}

/** ESI refuses a list with a single unknown id (404), so a refused list is split in halves. */
async function fetchChunk(esi: Esi, ids: number[]): Promise<NameRow[]> {
  try {
    const answer = await esi.request(postNames, { params: {}, body: ids });
    return answer.state === "changed" ? answer.data.map(({ id, name }) => ({ id, name })) : [];
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const [id] = ids;
    if (error.reason !== "not_found" || id === undefined) return [];
    if (ids.length === 1) return [{ id, name: null }];
    const middle = Math.ceil(ids.length / 2);
    const first = await fetchChunk(esi, ids.slice(0, middle));
    return [...first, ...(await fetchChunk(esi, ids.slice(middle)))];
  }
}

async function fetchStructure(esi: Esi, id: number, grant: EsiGrant): Promise<NameRow[]> {
  try {
    const answer = await esi.request(getStructure, { params: { structure_id: id }, grant });
    return answer.state === "changed" ? [{ id, name: answer.data.name }] : [];
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    const refused = { id, name: null, refusedTo: grant.characterId };
    // The usual answer, not a fault: the character may not dock, and seldom may a week later.
    if (error.reason === "missing_role") return [{ ...refused, retryAt: inAWeek() }];
    return error.reason === "not_found" ? [refused] : [];
  }
}

const inAWeek = () => new Date(Date.now() + WEEK_MS);

/** EVE's own corporations give no roles and titles: https://developers.eveonline.com/docs/guides/id-ranges/ */
const FIRST_PLAYER_CORPORATION_ID = 2_000_000;

export function isNpcCorporation(id: number): boolean {
  return id < FIRST_PLAYER_CORPORATION_ID;
}

// ── What is stored ────────────────────────────────────────────────────────────────────────────

/** Without a name: ESI refused it (to `refusedTo`), and is asked again at `retryAt` or when it is due. */
type NameRow = Pick<typeof names.$inferInsert, "id" | "name" | "refusedTo" | "retryAt">;

const known = alias(names, "known");

/** EVE's id range of solar systems: https://developers.eveonline.com/docs/guides/id-ranges/ */
const [FIRST_SYSTEM, AFTER_SYSTEMS] = [30_000_000, 33_000_000];
const isSystem = (id: number) => id >= FIRST_SYSTEM && id < AFTER_SYSTEMS;

/**
 * Prepares a query of the names of these ids in `language`, as far as they are known; `ids` is a query of one column. `make`:
 * when the statement is built.
 */
export function prepareNames(ids: SQL, make: typeof prepare) {
  const { language, systemId, freshUntil } = systemNames;
  return make({ id: names.id, english: names.name, name: systemNames.name, freshUntil }, (fields) =>
    orm
      .select(fields)
      .from(names)
      .leftJoin(
        systemNames,
        // Nothing is looked for that is no system.
        sql`${language} = ${sql.placeholder("language")}
          and ${systemId} = iif(${names.id} >= ${sql.raw(String(FIRST_SYSTEM))} and ${names.id} < ${sql.raw(String(AFTER_SYSTEMS))}, ${names.id}, null)`,
      )
      .where(sql`${names.id} in (${ids})`),
  );
}

type KnownName = RowOfStatement<ReturnType<typeof prepareNames>>;

/** The names by their ids, and the solar systems whose names in the language are to be read from ESI. */
export function namesIn(language: Language, known: readonly KnownName[], now: number) {
  const isKnown = ({ id, freshUntil }: KnownName) =>
    language === "en" || !isSystem(id) || (freshUntil?.getTime() ?? 0) > now;
  return {
    names: new Map(known.map(({ id, name, english }) => [id, name ?? english])),
    unreadSystems: known.filter((row) => !isKnown(row)).map(({ id }) => id),
  };
}

/**
 * Which of `ids` (a query of the column `id`) have no name yet and may be asked for: ESI did not refuse them lately or
 * to this character.
 */
export function selectUnnamed(ids: SQL, characterId: number | undefined, now: Date) {
  return rows({ id: sql<number>`wanted.id` }, (fields) =>
    orm
      .selectDistinct(fields)
      .from(sql`(${ids}) as wanted`)
      .where(
        sql`wanted.id is not null and not exists (select 1 from ${names} where ${names.id} = wanted.id
          and (${names.name} is not null or ${names.retryAt} > ${now.getTime()})
          and (${names.refusedTo} is null or ${names.refusedTo} is ${characterId ?? null}))`,
      ),
  );
}

/** The rows travel as JSON, since there may be more than D1 takes parameters. */
export function upsertNames(found: NameRow[]) {
  const next = nextRefusal(known, Date.now());
  const isRefused = sql`json_extract(value, '$.name') is null`;
  const json = JSON.stringify(
    found.map(({ id, name, refusedTo, retryAt }) => ({
      id,
      name,
      folded: name && fold(name),
      refusedTo,
      retryAt: retryAt?.getTime(),
    })),
  );
  return insertWhere(
    names,
    {
      id: sql`json_extract(value, '$.id')`,
      name: sql`json_extract(value, '$.name')`,
      nameFolded: sql`json_extract(value, '$.folded')`,
      refusedTo: sql`json_extract(value, '$.refusedTo')`,
      retryAt: sql`coalesce(json_extract(value, '$.retryAt'), iif(${isRefused}, ${next.retryAt}, null))`,
      refusals: sql`iif(${isRefused}, ${next.refusals}, 0)`,
    },
    sql`true`,
    sql`json_each(${json}) left join ${names} as ${known} on ${known.id} = json_extract(value, '$.id')`,
  ).onConflictDoUpdate({
    target: names.id,
    set: {
      name: sql`coalesce(${excluded(names.name)}, ${names.name})`,
      nameFolded: sql`coalesce(${excluded(names.nameFolded)}, ${names.nameFolded})`,
      refusedTo: excluded(names.refusedTo),
      retryAt: excluded(names.retryAt),
      refusals: excluded(names.refusals),
    },
  });
}

/**
 * How long ESI is not asked again after each refusal in a row; after the last one, a week. These waits are more than three days: a week
 * never follows from one bad day. Every refusal counts against ESI's error limit.
 */
const WAITS_MS = [0.5, 1, 2, 4, 8, 16, 24, 24].map((hours) => hours * HOUR_MS);
const WEEK_MS = 7 * DAY_MS;

type Refused = { refusals: SQLWrapper; retryAt: SQLWrapper };

/**
 * SQL: the next state of an id that ESI has just refused, from its present one, which is null without a row. A refusal before the id was
 * due counts no second time: a message may be delivered twice, and a structure may be refused to several characters at once.
 */
export function nextRefusal({ refusals, retryAt }: Refused, now: number) {
  const isDue = sql`(coalesce(${retryAt}, 0) <= ${now})`;
  const wait = sql`coalesce(json_extract(${JSON.stringify(WAITS_MS)}, '$[' || coalesce(${refusals}, 0) || ']'), ${WEEK_MS})`;
  return {
    refusals: sql`coalesce(${refusals}, 0) + ${isDue}`,
    retryAt: sql`iif(${isDue}, ${now} + ${wait}, ${retryAt})`,
  };
}
