import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  KILLMAILS_KEPT_DAYS,
  MOST_KILLMAILS,
  MOST_LOSSES,
} from "#shared/corporations/killmails.ts";
import type { Killmail, Killmails } from "#shared/corporations/killmails.ts";
import { DAY_MS } from "#shared/time.ts";
import { selectManaged } from "#worker/corporations/directors/store.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { names, typePrices } from "#worker/db/schema/characters.ts";
import { corporations, killmails } from "#worker/db/schema/corporations.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { getKillmail } from "#worker/esi/corporation-endpoints.ts";
import type { KillmailBody } from "#worker/esi/corporation-endpoints.ts";
import { EsiError } from "#worker/esi/error.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { JobName } from "#worker/work/crons.ts";
import { startJob } from "#worker/work/job-runs.ts";
import type { JobProgress } from "#worker/work/job-runs.ts";
import { learnNames } from "#worker/universe/names.ts";
import { hasPriceOf, priceOf } from "#worker/universe/prices.ts";
import { findSecurityStatus } from "#worker/universe/system-names.ts";

const JOB: JobName = "killmails";
/** Killmails that one invocation reads: names take calls too. */
const MOST_CALLS = 25;
/** A killmail of a large fight has sixty kilobytes, so what the plan affords is looked at after a few. */
const CALLS_AT_ONCE = 3;
/** Killmails found of each corporation, so that a long list delays no other corporation. */
const EACH = 10;

const older = alias(killmails, "older");

/**
 * The newest killmails that were not read, of each corporation. SQLite would take the primary key and read all that were: an hour in
 * which none is new reads a row for each corporation.
 */
export const selectUnread = prepare(
  { corporationId: killmails.corporationId, id: killmails.id, hash: killmails.hash },
  (fields) => sql`select ${columns(fields)} from ${corporations}
    cross join ${killmails} indexed by corporation_killmails_unread
      on ${killmails.corporationId} = ${corporations.id} and ${killmails.at} is null and ${killmails.id} >= coalesce((
        select ${older.id} from ${killmails} as ${older} indexed by corporation_killmails_unread
        where ${older.corporationId} = ${corporations.id} and ${older.at} is null
        order by ${older.id} desc limit 1 offset ${sql.raw(String(EACH - 1))}), 0)
    order by ${killmails.id} desc limit ${sql.placeholder("limit")}`,
);
type Unread = RowOfStatement<typeof selectUnread>;

const selectPrices = prepare(
  { typeId: sql<number>`wanted.value`, price: sql<number | null>`${priceOf(sql`wanted.value`)}` },
  (fields) =>
    sql`select ${columns(fields)} from json_each(${sql.placeholder("typeIds")}) as wanted
      cross join ${typePrices} on ${hasPriceOf(sql`wanted.value`)}`,
);

/**
 * Reads killmails that corporations have listed, the newest first and as many as an hour affords; the queue continues. Returns how many
 * were read. Without the permission of a director there is no list, and nothing is read.
 */
export async function readKillmails(
  context: Context,
  { limit }: JobProgress = {},
): Promise<number> {
  const { db, config } = context;
  const left = limit ?? BUDGETS[config.PLAN].killmails;
  const [unread, cooldowns] = await runBatch(db, [
    selectUnread({ limit: MOST_CALLS }),
    selectCooldowns(config, new Date()),
  ]);
  const esi = openEsi(config, { priority: "background", cooldowns });
  const { bodies, failure } = await readBodies(esi, unread, left);
  const named = [...bodies.values()].flatMap((body) => (body === null ? [] : namedIds(body)));
  await learnNames(context, esi, [...new Set(named)]);
  const prices = await readPrices(context, [...bodies.values()]);
  const saved = unread.flatMap(({ corporationId, id }) => {
    const body = bodies.get(id);
    return body === undefined ? [] : [{ corporationId, id, ...presentBody(body, prices) }];
  });
  await runBatch(db, [saveBodies(saved), ...upsertCooldowns(config, esi.newCooldowns())]);
  // What was read before the failure is stored.
  if (failure !== undefined) throw failure;
  const rest = left - bodies.size;
  if (saved.length > 0 && rest > 0 && (unread.length > saved.length || unread.length >= EACH)) {
    await startJob(context, JOB, { limit: rest });
  }
  return saved.length;
}

/** Null: EVE has no such killmail. */
type Bodies = Map<number, KillmailBody | null>;

async function readBodies(esi: Esi, unread: readonly Unread[], left: number) {
  const bodies: Bodies = new Map();
  const wanted = [...new Map(unread.map(({ id, hash }) => [id, hash]))].slice(0, left);
  const failures: EsiError[] = [];
  const read = async ([id, hash]: [number, string]) => {
    try {
      const params = { killmail_id: id, killmail_hash: hash };
      const answer = await esi.request(getKillmail, { params });
      if (answer.state === "changed") bodies.set(id, answer.data);
    } catch (error) {
      if (!(error instanceof EsiError)) throw error;
      if (isRefusal(error)) bodies.set(id, null);
      else failures.push(error);
    }
  };
  for (let from = 0; from < wanted.length && failures.length === 0;) {
    const count = Math.min(CALLS_AT_ONCE, esi.affordedCalls());
    if (count === 0) break;
    // oxlint-disable-next-line no-await-in-loop -- how large the first were decides how many follow.
    await Promise.all(wanted.slice(from, from + count).map(read));
    from += count;
  }
  return { bodies, failure: failures[0] };
}

/** EVE answers 422 where the hash is not the killmail's. */
const isRefusal = ({ reason, status }: EsiError) => reason === "not_found" || status === 422;

function namedIds({ solar_system_id: systemId, victim, attackers }: KillmailBody): number[] {
  const finalBlow = finalBlowOf(attackers);
  return [
    systemId,
    victim.ship_type_id,
    victim.character_id,
    victim.corporation_id,
    finalBlow,
  ].filter((id) => id !== undefined);
}

function finalBlowOf(attackers: KillmailBody["attackers"]): number | undefined {
  const last = attackers.find(({ final_blow: isLast }) => isLast);
  return last?.character_id ?? last?.corporation_id;
}

type Prices = ReadonlyMap<number, number>;

/** The capsules of EVE's static data (group 29). They are not traded, so EVE tells no price: a lost one is worth its implants. */
const CAPSULES = new Set([670, 33_328]);

async function readPrices({ db }: Context, bodies: (KillmailBody | null)[]): Promise<Prices> {
  const typeIds = bodies.flatMap((body) =>
    body === null ? [] : [body.victim.ship_type_id, ...itemsOf(body).map(({ typeId }) => typeId)],
  );
  // Sorted, so that a row of prices is parsed once for its types.
  const sorted = [...new Set(typeIds)].toSorted((a, b) => a - b);
  const found = await run(db, selectPrices({ typeIds: JSON.stringify(sorted) }));
  return new Map(found.flatMap(({ typeId, price }) => (price === null ? [] : [[typeId, price]])));
}

/** What was destroyed and what was left, containers with what is in them. Copies of blueprints have no price of their own. */
function itemsOf({ victim: { items = [] } }: KillmailBody) {
  return items
    .flatMap((item) => [item, ...(item.items ?? [])])
    .filter(({ singleton }) => singleton !== 2)
    .map((item) => ({
      typeId: item.item_type_id,
      quantity: (item.quantity_destroyed ?? 0) + (item.quantity_dropped ?? 0),
    }));
}

function valueOf(body: KillmailBody, prices: Prices): number | null {
  const shipTypeId = body.victim.ship_type_id;
  const ship = CAPSULES.has(shipTypeId) ? 0 : prices.get(shipTypeId);
  if (ship === undefined) return null;
  return itemsOf(body).reduce(
    (sum, { typeId, quantity }) => sum + quantity * (prices.get(typeId) ?? 0),
    ship,
  );
}

function presentBody(body: KillmailBody | null, prices: Prices) {
  const at = body === null ? Number.NaN : Date.parse(body.killmail_time);
  if (body === null || Number.isNaN(at)) return { at: Date.now() };
  const { victim, attackers } = body;
  return {
    at,
    systemId: body.solar_system_id,
    victimId: victim.character_id,
    victimCorporationId: victim.corporation_id,
    shipTypeId: victim.ship_type_id,
    finalBlowId: finalBlowOf(attackers),
    attackerCount: attackers.length,
    value: valueOf(body, prices),
  };
}

function saveBodies(saved: readonly { corporationId: number; id: number }[]) {
  const of = (name: string) => sql.raw(`body.value ->> '$.${name}'`);
  return orm
    .update(killmails)
    .set({
      at: of("at"),
      systemId: of("systemId"),
      victimId: of("victimId"),
      victimCorporationId: of("victimCorporationId"),
      shipTypeId: of("shipTypeId"),
      finalBlowId: of("finalBlowId"),
      attackerCount: of("attackerCount"),
      value: of("value"),
    })
    .from(sql`json_each(${JSON.stringify(saved)}) as body`)
    .where(
      and(
        eq(killmails.corporationId, of("corporationId")),
        eq(killmails.id, of("id")),
        isNull(killmails.at),
      ),
    );
}

/** Killmails of each corporation that an hour deletes. */
const MOST_DELETED = 50;

/** Killmails of more than ninety days, the oldest first: EVE numbers them in the order of time. */
export function deleteOldKillmails(now: Date) {
  const oldest = orm
    .select({ id: older.id })
    .from(older)
    .where(eq(older.corporationId, corporations.id))
    .orderBy(older.id)
    .limit(MOST_DELETED);
  const first = orm
    .select({ at: older.at })
    .from(older)
    .where(and(eq(older.corporationId, corporations.id), isNotNull(older.at)))
    .orderBy(older.id)
    .limit(1);
  const before = now.getTime() - KILLMAILS_KEPT_DAYS * DAY_MS;
  // In most hours the oldest is not old enough, and no other is looked at.
  const old = sql`from ${corporations} cross join ${killmails} on ${killmails.corporationId} = ${corporations.id}
    and ${first} < ${before} and ${killmails.id} in (${oldest}) and ${killmails.at} < ${before}`;
  return [
    orm
      .update(corporations)
      .set({ killmailCount: sql`${corporations.killmailCount} - old.n` })
      .from(sql`(select ${killmails.corporationId} as id, count(*) as n ${old} group by 1) as old`)
      .where(sql`${corporations.id} = old.id`),
    orm
      .delete(killmails)
      .where(
        sql`(${killmails.corporationId}, ${killmails.id}) in (select ${killmails.corporationId}, ${killmails.id} ${old})`,
      ),
  ];
}

// ── What is shown ─────────────────────────────────────────────────────────────────────────────

const victim = alias(names, "victim");
const victimCorporation = alias(names, "victim_corporation");
const ship = alias(names, "ship");
const system = alias(names, "system");
const finalBlow = alias(names, "final_blow");

const shown = {
  id: killmails.id,
  at: sql<number>`${killmails.at}`,
  corporationId: killmails.corporationId,
  victimId: killmails.victimId,
  victimName: victim.name,
  victimCorporationId: killmails.victimCorporationId,
  victimCorporationName: victimCorporation.name,
  shipTypeId: sql<number>`${killmails.shipTypeId}`,
  shipName: ship.name,
  systemId: sql<number>`${killmails.systemId}`,
  systemName: system.name,
  finalBlowName: finalBlow.name,
  attackerCount: sql<number>`${killmails.attackerCount}`,
  value: killmails.value,
};

const withNames = (fields: typeof shown) =>
  orm
    .select(fields)
    .from(killmails)
    .leftJoin(victim, eq(victim.id, killmails.victimId))
    .leftJoin(victimCorporation, eq(victimCorporation.id, killmails.victimCorporationId))
    .leftJoin(ship, eq(ship.id, killmails.shipTypeId))
    .leftJoin(system, eq(system.id, killmails.systemId))
    .leftJoin(finalBlow, eq(finalBlow.id, killmails.finalBlowId));

const isRead = and(isNotNull(killmails.at), isNotNull(killmails.shipTypeId));

const selectOfCorporation = prepare(shown, (fields) =>
  withNames(fields)
    .where(and(eq(killmails.corporationId, sql.placeholder("corporationId")), isRead))
    .orderBy(desc(killmails.id))
    .limit(MOST_KILLMAILS),
);

/** The newest kills and losses of a corporation. */
export async function listKillmails({ db }: Context, corporationId: number): Promise<Killmails> {
  const key = { corporationId };
  const [[corporation], found] = await runBatch(db, [selectManaged(key), selectOfCorporation(key)]);
  if (corporation === undefined) throw new ApiError("no_such_corporation");
  return { killmails: found.map(presentKillmail) };
}

/** SQL condition: a loss of a pilot, as the pilot's corporation listed it. Literals, so that SQLite can use the partial index. */
export const isLoss = sql`${killmails.victimId} is not null and ${killmails.victimCorporationId} = ${killmails.corporationId}`;

/** The newest losses of a user's characters in ninety days, as managed corporations have listed them. */
export const selectLossesOfUser = prepare(shown, (fields) =>
  withNames(fields)
    .where(
      and(
        sql`${killmails.victimId} in (select ${characters.id} from ${characters} where ${characters.userId} = ${sql.placeholder("userId")})`,
        isLoss,
      ),
    )
    .orderBy(desc(killmails.at))
    .limit(MOST_LOSSES),
);

export function presentKillmail(row: RowOfStatement<typeof selectOfCorporation>): Killmail {
  const { corporationId, victimCorporationId, at, ...killmail } = row;
  return {
    ...killmail,
    at: new Date(at).toISOString(),
    isLoss: victimCorporationId === corporationId,
    victimCorporationId,
    security: findSecurityStatus(row.systemId) ?? null,
  };
}
