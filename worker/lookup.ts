import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { Hono } from "hono";
import { fold } from "#shared/fold.ts";
import { lookupSchema } from "#shared/lookup.ts";
import type { Lookup, LookupResult, NamedPilot, NamedWatch } from "#shared/lookup.ts";
import type { WatchLevel, WatchSubject } from "#shared/watchlist.ts";
import { prepareView } from "#worker/audit/views.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { administrators, limitUser } from "#worker/auth/sessions/require-user.ts";
import { suspensionOf } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterSections, names } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { contacts } from "#worker/db/schema/evidence.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { hitsNow, watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { App, Context } from "#worker/env.ts";
import { postAffiliation } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { EsiError } from "#worker/esi/error.ts";
import { postIds, postNames } from "#worker/esi/universe-endpoints.ts";
import { inChunks } from "#worker/ground/in-chunks.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import { COSTS, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { tickerOf } from "#worker/universe/names.ts";
import { isProvenKeeper, keeperValues } from "#worker/watchlist/policy.ts";
import { selectIsEmpty } from "#worker/watchlist/store.ts";

/** Each look may ask EVE four times. */
const limitSearch = limitUser("SEARCH_LIMIT");

/** `/api/admin/pilots/lookup`: who the pilots of a list of names are. A POST, because a list is longer than an address. */
export const lookupRoutes = new Hono<App>().post(
  "/",
  administrators({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.look }),
  limitSearch,
  validate("json", lookupSchema),
  async (c) => c.json(await lookUp(c.get("context"), c.get("actor"), c.req.valid("json"))),
);

/** `maxItems` of `POST /universe/ids` in ESI's document. */
const NAMES_PER_CALL = 500;
/** `maxItems` of `POST /universe/names`. */
const IDS_PER_CALL = 1000;
/** For 1,000 names: ids in two calls, affiliations in one, names of corporations and alliances in one, and in two if each has an own. */
const MAX_CALLS = 5;

/** As EVE compares names: in any case, with every accent. */
const keyOf = (name: string) => name.toLowerCase();

/**
 * Who these names are, in one round trip, for administrators. EVE is asked for those that no account has. A pilot who was renamed in
 * EVE since Muster last read the name, at most a day ago, counts as not here.
 */
async function lookUp(
  context: Context,
  actor: Administrator,
  { names }: Lookup,
): Promise<LookupResult> {
  const { db, config, requestId } = context;
  const now = Date.now();
  const asked = new Map(names.map((name) => [keyOf(name), name]));
  const folded = JSON.stringify([...new Set(names.map(fold))]);
  const keeper = { ...keeperValues(actor), now };
  const [, , cooldowns, here, hits, [list], [stored], [known]] = await runBatch(db, [
    viewOfNames({ requestId }, actor.userId),
    viewOfWatchlist({ requestId }, actor.userId, keeper),
    selectCooldowns(config, new Date(now)),
    selectHere({ folded }),
    selectHits({ ...keeper, folded }),
    selectIsEmpty(keeper),
    selectEntries(keeper),
    selectStandings(),
  ]);
  const accounts = new Map(here.map((row) => [keyOf(row.name), row]));
  const others = [...asked].flatMap(([key, name]) => (accounts.has(key) ? [] : [name]));
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
  const inEve = await askEve(esi, others);
  const entries = stored && parseJsonText(stored.entries);
  const watched = new Map(entries?.map((entry) => [`${entry[2]} ${entry[3]}`, entry]));
  const hitsOf = Map.groupBy(hits, ({ userId }) => userId);
  const standings = new Map(known && parseJsonText(known.standings));
  const items = [...asked].map(([key, name]): NamedPilot => {
    const row = accounts.get(key);
    if (row !== undefined) {
      const pilot = presentAccount(name, row, now);
      const watches = watchesOf(row, hitsOf.get(row.userId));
      return { ...pilot, standing: standingOf(pilot, standings), watches };
    }
    const stranger = inEve.get(key);
    if (typeof stranger !== "object")
      return { ...NOBODY, asked: name, state: stranger ?? "unknown" };
    const pilot = presentStranger(name, stranger);
    const watches = entriesOf(stranger, watched);
    return { ...pilot, standing: standingOf(pilot, standings), watches };
  });
  return { items, watchlist: stored === undefined && list?.isEmpty === 0 ? "proof" : "read" };
}

type Named = { id: number; name: string | null };
type Stranger = {
  id: number;
  name: string;
  corporation: Named | null;
  alliance: Named | null;
  /** False: whether the corporation or the alliance is watched is not known. */
  isAffiliationRead: boolean;
};

/** By their keys, those whom EVE knows, and `unread` for those whom EVE was not able to tell of. */
async function askEve(esi: Esi, names: string[]): Promise<Map<string, Stranger | "unread">> {
  const found = new Map<string, Stranger | "unread">();
  const answers = await Promise.all(
    inChunks(names, NAMES_PER_CALL).map(async (body) => ({
      body,
      ids: await read(esi.request(postIds, { params: {}, body })),
    })),
  );
  const strangers: Stranger[] = [];
  for (const { body, ids } of answers) {
    if (ids === undefined) for (const name of body) found.set(keyOf(name), "unread");
    for (const { id, name } of ids?.characters ?? []) {
      const stranger = { id, name, corporation: null, alliance: null, isAffiliationRead: false };
      strangers.push(stranger);
      found.set(keyOf(name), stranger);
    }
  }
  await addAffiliations(esi, strangers);
  return found;
}

/** What is not read of corporations stays null: the pilots are known all the same. */
async function addAffiliations(esi: Esi, strangers: Stranger[]) {
  if (strangers.length === 0) return;
  const body = strangers.map(({ id }) => id);
  const affiliations = (await read(esi.request(postAffiliation, { params: {}, body }))) ?? [];
  const ids = new Set(
    affiliations.flatMap((known) => [known?.corporation_id ?? [], known?.alliance_id ?? []].flat()),
  );
  if (ids.size === 0) return;
  const named = await Promise.all(
    inChunks([...ids], IDS_PER_CALL).map((part) =>
      read(esi.request(postNames, { params: {}, body: part })),
    ),
  );
  const nameOf = new Map(named.flatMap((part) => part ?? []).map(({ id, name }) => [id, name]));
  const toNamed = (id: number | undefined) =>
    id === undefined ? null : { id, name: nameOf.get(id) ?? null };
  const byId = new Map(affiliations.map((known) => [known?.character_id, known]));
  for (const stranger of strangers) {
    const known = byId.get(stranger.id);
    stranger.isAffiliationRead = known !== undefined;
    stranger.corporation = toNamed(known?.corporation_id);
    stranger.alliance = toNamed(known?.alliance_id);
  }
}

/** Undefined while EVE does not answer. */
async function read<Answer>(
  answer: Promise<{ state: "changed"; data: Answer } | { state: "unchanged" }>,
): Promise<Answer | undefined> {
  try {
    const result = await answer;
    return result.state === "changed" ? result.data : undefined;
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    return undefined;
  }
}

const NOBODY = {
  characterId: null,
  name: null,
  corporation: null,
  alliance: null,
  securityStatus: null,
  standing: null,
  account: null,
  isAffiliationRead: true,
  watches: [],
};

function presentAccount(asked: string, row: HereRow, now: number) {
  const { characterId, name, userId, mainCharacterId, mainCharacterName, groupCount } = row;
  const suspension = suspensionOf(row, now);
  const lastSeenAt = row.lastSeenAt?.toISOString() ?? null;
  return {
    asked,
    isAffiliationRead: true,
    state: "here" as const,
    characterId,
    name,
    corporation:
      row.corporationId === null
        ? null
        : { id: row.corporationId, name: row.corporationName, ticker: row.ticker },
    alliance: row.allianceId === null ? null : { id: row.allianceId, name: row.allianceName },
    securityStatus: row.securityStatus,
    account: { userId, mainCharacterId, mainCharacterName, groupCount, lastSeenAt, suspension },
  };
}

function presentStranger(asked: string, { id, corporation, ...rest }: Stranger) {
  return {
    asked,
    state: "eve" as const,
    characterId: id,
    ...rest,
    corporation: corporation && { ...corporation, ticker: null },
    securityStatus: null,
    account: null,
  };
}

type Standable = { characterId: number; corporation: Named | null; alliance: Named | null };

/** As in EVE, the pilot's own before the corporation's, and that before the alliance's. */
function standingOf(
  { characterId, corporation, alliance }: Standable,
  standings: ReadonlyMap<number, number>,
): number | null {
  const ids = [characterId, corporation?.id, alliance?.id];
  return ids.flatMap((id) => (id === undefined ? [] : (standings.get(id) ?? [])))[0] ?? null;
}

type Hit = Omit<NamedWatch, "by"> & { characterId: number; characterName: string };

/** Each entry once: by the pilot that was asked for, or by another one of the account. */
function watchesOf({ characterId }: HereRow, hits: readonly Hit[] = []): NamedWatch[] {
  const byEntry = Map.groupBy(hits, ({ entryId }) => entryId);
  return [...byEntry.values()].flatMap((ofEntry) => {
    const hit = ofEntry.find((known) => known.characterId === characterId) ?? ofEntry[0];
    if (hit === undefined) return [];
    const { entryId, level, subject, name } = hit;
    const by = hit.characterId === characterId ? null : hit.characterName;
    return [{ entryId, level, subject, name, by }];
  });
}

function entriesOf(
  { id, corporation, alliance }: Stranger,
  watched: ReadonlyMap<string, StoredEntry>,
): NamedWatch[] {
  const keys = [`pilot ${id}`, `corporation ${corporation?.id}`, `alliance ${alliance?.id}`];
  return keys.flatMap((key) => {
    const entry = watched.get(key);
    if (entry === undefined) return [];
    const [entryId, level, subject, , name] = entry;
    return [{ entryId, level, subject, name, by: null }];
  });
}

// ── Statements ────────────────────────────────────────────────────────────────────────────────

const main = alias(characters, "main");
const corporation = alias(names, "corporation");
const alliance = alias(names, "alliance");
const info = alias(characterSections, "info");
const sibling = alias(characters, "sibling");

/** The folded names that are asked for, as JSON. */
const asked = sql`json_each(${sql.placeholder("folded")}) as asked`;

type HereRow = RowOfStatement<typeof selectHere>;

/** The characters of accounts with these folded names, whose names may still differ by accents. */
const selectHere = prepare(
  () => ({
    characterId: characters.id,
    name: characters.name,
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: main.name,
    corporationId: characterAffiliations.corporationId,
    corporationName: corporation.name,
    ticker: tickerOf(characterAffiliations.corporationId),
    allianceId: characterAffiliations.allianceId,
    allianceName: alliance.name,
    securityStatus: sql<number | null>`${info.data} ->> '$.securityStatus'`,
    groupCount: sql<number>`(select count(*) from ${groupMembers} where ${groupMembers.userId} = ${users.id})`,
    lastSeenAt: users.lastSeenAt,
    suspendedUntil: users.suspendedUntil,
    suspensionReason: users.suspensionReason,
  }),
  (fields) => sql`select ${columns(fields)} from ${asked}
    cross join ${characters} on ${characters.nameFolded} = asked.value
    cross join ${users} on ${users.id} = ${characters.userId}
    left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}
    left join ${characterAffiliations} on ${characterAffiliations.characterId} = ${characters.id}
    left join ${names} as ${corporation} on ${corporation.id} = ${characterAffiliations.corporationId}
    left join ${names} as ${alliance} on ${alliance.id} = ${characterAffiliations.allianceId}
    left join ${characterSections} as ${info}
      on ${info.characterId} = ${characters.id} and ${info.section} = 'info'`,
);

/** One row for a keeper whose browser has proved the main: for others nothing of the list is read. */
const provenKeeper = sql`(select 1 where ${isProvenKeeper()} = 1) as keeper`;
const isCurrent = sql`${watchEntries.until} > ${sql.placeholder("now")}`;

/** What hits the accounts of these names: a row for each entry and each of the account's pilots, what refuses first. */
const selectHits = prepare(
  {
    userId: sibling.userId,
    characterId: sibling.id,
    characterName: sibling.name,
    entryId: watchEntries.id,
    level: watchEntries.level,
    subject: watchEntries.subject,
    name: watchEntries.name,
  },
  (fields) => sql`select distinct ${columns(fields)} from ${provenKeeper}
    cross join ${asked}
    cross join ${characters} on ${characters.nameFolded} = asked.value
    cross join ${characters} as ${sibling} on ${sibling.userId} = ${characters.userId}
    cross join ${watchHits} on ${watchHits.characterId} = ${sibling.id}
    cross join ${watchEntries} on ${watchEntries.id} = ${watchHits.entryId} and ${hitsNow(sql.placeholder("now"))}
    order by ${watchEntries.level} = 'refuse' desc, ${watchEntries.id}, ${sibling.id}`,
);

/** Id, level, subject, id in EVE, and name of an entry. */
type StoredEntry = [string, WatchLevel, WatchSubject, number, string];

/** All entries as JSON, in one row: whom they hit of those who are not here is known only when EVE has told who these are. */
const selectEntries = prepare(
  {
    entries: sql<
      JsonText<StoredEntry[]>
    >`(select json_group_array(json_array(${watchEntries.id}, ${watchEntries.level},
      ${watchEntries.subject}, ${watchEntries.eveId}, ${watchEntries.name}))
      from ${watchEntries} where ${isCurrent})`,
  },
  (fields) => sql`select ${columns(fields)} from ${provenKeeper}`,
);

/** EVE's id of a pilot, corporation or alliance, and the lowest standing that a managed corporation or its alliance gives it. */
type StoredStanding = [number, number];

/** All contacts as JSON, in one row, as the entries are: EVE allows an owner some thousand. */
const selectStandings = prepare(
  {
    standings: sql<
      JsonText<StoredStanding[]>
    >`(select json_group_array(json_array(contactId, standing)) from (
      select ${contacts.contactId} as contactId, min(${contacts.standing}) as standing from ${contacts}
      where ${contacts.ownerId} in (select ${corporations.id} from ${corporations}
        union select ${corporations.allianceId} from ${corporations})
      group by ${contacts.contactId}))`,
  },
  (fields) => sql`select ${columns(fields)}`,
);

/** The statements that record the look: at the names, and of a keeper at the watchlist if somebody is on it. */
const viewOfNames = prepareView("pilots_looked_up", () => sql`true`);
const viewOfWatchlist = prepareView(
  "watch_list_viewed",
  () =>
    sql`case when ${isProvenKeeper()} then exists (select 1 from ${watchEntries} where ${isCurrent}) end`,
);
