import { FLEET_SCOPE } from "#shared/account/step-up-scopes.ts";
import type { FleetState, ReadingProblem } from "#shared/operations/participation.ts";
import { findGrant } from "#worker/auth/tokens/access-tokens.ts";
import { GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { getFleetMembers, getFleetOfCharacter } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import type { Endpoint, PathParams } from "#worker/esi/endpoint.ts";
import { EsiError } from "#worker/esi/error.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import { learnNames } from "#worker/universe/names.ts";
import { defineWork } from "#worker/work/define-work.ts";
import {
  endOfReading,
  isWhole,
  nextReading,
  NOTHING_READ,
  participantsOf,
  WAITED_MS,
  withMembers,
  withProblem,
} from "./fleet.ts";
import type { FleetMember, Participant } from "./fleet.ts";
import * as store from "./participation-store.ts";
import type { DueReading } from "./participation-store.ts";

/** Reads the fleets of operations that run, each once a minute at most, and ends what is over. */
export const fleetReadings = defineWork({
  kind: "fleet-readings",
  // Fleets of an invocation.
  budget: { free: 3, paid: 20 },
  due: (_context, now) => [
    store.selectDueReadings({ now, limit: 2 }),
    store.selectBeginning({ now }),
  ],
  // A message would take three queue operations each minute: the cron's invocation reads the first fleet itself.
  async begin(context, [due, beginning], message) {
    if (due.length + beginning.length === 0) return { messages: [] };
    if (beginning.length > 0) await run(context.db, store.insertBeginning({ now: Date.now() }));
    const isMore = await readDue(context, 1);
    return { hasWorked: true, messages: isMore ? [message({})] : [] };
  },
  slice: (context, _message, budget) => readDue(context, budget),
});

/** Returns whether there are more. */
async function readDue(context: Context, limit: number): Promise<boolean> {
  const { db, config } = context;
  const now = Date.now();
  const [due, cooldowns] = await runBatch(db, [
    store.selectDueReadings({ now, limit: limit + 1 }),
    selectCooldowns(config, new Date(now)),
  ]);
  const esi = openEsi(config, { priority: "background", cooldowns });
  for (const reading of due.slice(0, limit)) {
    // One after another: each answer takes processor time.
    // oxlint-disable-next-line no-await-in-loop
    await advance(context, esi, reading);
  }
  await runBatch(db, upsertCooldowns(config, esi.newCooldowns()));
  return due.length > limit;
}

/** Reads a fleet once, or ends its reading. What another invocation has saved meanwhile stands. */
async function advance(context: Context, esi: Esi, reading: DueReading) {
  const { db } = context;
  const now = Date.now();
  const begunAt = reading.begunAt?.getTime() ?? null;
  const { startsAt, endsAt, cancelledAt, spans } = reading;
  const state = reading.state ?? NOTHING_READ.state;
  const waitsTooLong = begunAt === null && now - startsAt.getTime() >= WAITED_MS;
  const over =
    cancelledAt !== null || waitsTooLong
      ? now
      : begunAt === null
        ? undefined
        : endOfReading(begunAt, state, endsAt.getTime(), now);
  if (over !== undefined) return end(context, reading, { at: over, isByHand: false });
  const found = await readFleet(context, esi, reading, state);
  const at = Date.now();
  if (found.state !== "read") {
    const { fleetId, bossId } = found;
    const next = withProblem(
      { ...state, fleetId, bossId },
      { ...found, bossId: found.wantedId },
      at,
    );
    const dueAt = nextReading(begunAt, next, at);
    return run(db, store.saveReading(reading, { begunAt, state: next, spans }, dueAt));
  }
  const { fleetId, bossId, members } = found;
  const ids = JSON.stringify(members.map(({ characterId }) => characterId));
  const { operationId } = reading;
  const known = await run(db, store.selectMembersAmong({ ids, operationId, now: at }));
  const granted = known.flatMap(({ characterId, isGranted }) =>
    isGranted === 1 ? [characterId] : [],
  );
  const begun = begunAt ?? at;
  const read = withMembers(
    { begunAt: begun, state, spans },
    members,
    new Set(known.map(({ characterId }) => characterId)),
    at,
  );
  const before = shipsIn(state);
  const ships = [...shipsIn(read.state)].filter((id) => !before.has(id));
  if (ships.length > 0) await learnNames(context, esi, ships);
  // A boss who has left the groups or taken the grant back reads no more.
  const next = {
    ...read.state,
    fleetId,
    granted,
    bossId: granted.includes(bossId) ? bossId : null,
  };
  const saved = { begunAt: begun, state: next, spans: read.spans };
  return run(db, store.saveReading(reading, saved, nextReading(begun, next, at)));
}

const shipsIn = ({ pilots }: FleetState) =>
  new Set(Object.values(pilots).flatMap(({ ships }) => ships));

type Ending = { at: number; isByHand: boolean };

/** Ends a reading: who was seen took part. Without effect if another invocation has saved it since. */
export async function end(context: Context, reading: DueReading, { at, isByHand }: Ending) {
  const { db } = context;
  const { spans, state } = reading;
  const begunAt = reading.begunAt?.getTime();
  let participants: Participant[] = [];
  if (begunAt !== undefined && state !== null) {
    const ids = JSON.stringify(Object.keys(state.pilots).map(Number));
    const owners = await run(db, store.selectOwners({ ids }));
    const ownerOf = new Map(owners.map(({ characterId, userId }) => [characterId, userId]));
    participants = participantsOf(begunAt, state, ownerOf);
  }
  const isComplete =
    begunAt !== undefined &&
    isWhole(spans, begunAt, { at, isByHand, endsAt: reading.endsAt.getTime() });
  try {
    await runBatch(db, store.endReading(reading, { endedAt: at, isComplete, spans }, participants));
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

type Asked<Data> = { state: "told"; data: Data } | { state: "none" | "refused" | "failed" };

/** Asks ESI with a character's token. `none`: it is in no fleet, or not the boss of this one. */
async function ask<Path extends string, Data>(
  context: Context,
  esi: Esi,
  characterId: number,
  endpoint: Endpoint<Path, Data>,
  params: PathParams<Path>,
): Promise<Asked<Data>> {
  const token = await findGrant(context, characterId, [FLEET_SCOPE]);
  if (token.state !== "ok") return { state: token.state === "revoked" ? "refused" : "failed" };
  try {
    const answer = await esi.request(endpoint, { params, grant: token.grant });
    return answer.state === "changed" ? { state: "told", data: answer.data } : { state: "failed" };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    if (error.reason === "not_found") return { state: "none" };
    const isRefused = ["token_revoked", "missing_scope", "missing_role", "deleted"].includes(
      error.reason,
    );
    return { state: isRefused ? "refused" : "failed" };
  }
}

type Where = { fleetId: number | null; bossId: number | null };
type FoundFleet =
  | { state: "read"; fleetId: number; bossId: number; members: FleetMember[] }
  | ({ state: "unread"; reason: ReadingProblem; wantedId: number | null } & Where);

/** Characters that are asked for their fleet, in one reading. */
const MOST_ASKED = 6;

/** The members of the fleet, told by its boss. Who is boss is known, or told by those who have granted it, whom it follows first. */
async function readFleet(
  context: Context,
  esi: Esi,
  { operationId, granted }: DueReading,
  { fleetId, bossId, granted: seen }: FleetState,
): Promise<FoundFleet> {
  const membersOf = (boss: number, fleet: number) =>
    ask(context, esi, boss, getFleetMembers, { fleet_id: fleet });
  const unread = { state: "unread", fleetId, bossId, wantedId: null } as const;
  if (fleetId !== null && bossId !== null) {
    const told = await membersOf(bossId, fleetId);
    if (told.state === "told") return { state: "read", fleetId, bossId, members: told.data };
    if (told.state === "failed") return { ...unread, reason: "eve_failed" };
  }
  const followed = parseJsonText(granted);
  const others = seen.filter((id) => !followed.includes(id));
  const found = await whereAre(context, esi, followed, others, fleetId);
  if (typeof found === "string") {
    return { ...unread, reason: found, bossId: null };
  }
  const boss = found.bossId;
  const isOwn = followed.includes(boss);
  const [known] = isOwn
    ? []
    : await run(
        context.db,
        store.selectMembersAmong({ ids: JSON.stringify([boss]), operationId, now: Date.now() }),
      );
  const there = { ...unread, fleetId: found.fleetId, bossId: null };
  if (!isOwn && known?.isGranted !== 1) {
    return { ...there, reason: "boss_changed", wantedId: known === undefined ? null : boss };
  }
  const told = await membersOf(boss, found.fleetId);
  if (told.state === "told") {
    return { state: "read", fleetId: found.fleetId, bossId: boss, members: told.data };
  }
  // ESI's word on who is boss may be a minute old.
  return { ...there, reason: told.state === "failed" ? "eve_failed" : "boss_changed" };
}

/** In which fleet they are: whom it follows decides, the others only on the fleet that was read before. */
async function whereAre(
  context: Context,
  esi: Esi,
  followed: readonly number[],
  others: readonly number[],
  before: number | null,
): Promise<{ fleetId: number; bossId: number } | ReadingProblem> {
  if (followed.length + others.length === 0) return "not_granted";
  const found: { id: number; fleetId: number; bossId: number }[] = [];
  const states = new Set<Asked<unknown>["state"]>();
  for (const id of [...followed, ...others].slice(0, MOST_ASKED)) {
    const isFollowed = followed.includes(id);
    if (!isFollowed && found.length > 0) break;
    // oxlint-disable-next-line no-await-in-loop -- mostly the first one tells
    const told = await ask(context, esi, id, getFleetOfCharacter, { character_id: id });
    states.add(told.state);
    if (told.state !== "told") continue;
    if (isFollowed || told.data.fleetId === before) found.push({ id, ...told.data });
    if (told.data.fleetId === before) break;
  }
  const own = found.find(({ id, bossId }) => id === bossId);
  const best = found.find(({ fleetId }) => fleetId === before) ?? own ?? found[0];
  if (best !== undefined) return best;
  if (states.has("failed")) return "eve_failed";
  return states.has("none") || states.has("told") ? "no_fleet" : "not_granted";
}
