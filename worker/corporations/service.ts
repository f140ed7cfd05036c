import { sql, and } from "drizzle-orm";
import * as z from "zod/mini";
import type {
  AddCorporation,
  Corporation,
  CorporationDetail,
  CorporationLookup,
  CorporationLookupQuery,
  CorporationPage,
  UpdateCorporation,
} from "#shared/corporations/corporations.ts";
import { DEFAULT_DIRECTOR_PRIORITY, MAX_DIRECTORS } from "#shared/corporations/corporations.ts";
import { DAY_MS } from "#shared/time.ts";
import {
  createAndRecord,
  recordAndApply,
  recordApplyAndRead,
  recordEvent,
} from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import * as directors from "#worker/corporations/directors/store.ts";
import { verifyAllDirectors } from "#worker/corporations/directors/verify.ts";
import {
  publicColumns,
  requestPublicInfo,
  toPublicInfo,
} from "#worker/corporations/fetch/public-info.ts";
import { deleteOldRuns } from "#worker/corporations/fetch/run-store.ts";
import { statusOf } from "#worker/corporations/evidence/corporation-status.ts";
import { requestFetch } from "#worker/corporations/fetch/service.ts";
import { GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { EsiError } from "#worker/esi/error.ts";
import { postIds } from "#worker/esi/universe-endpoints.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import * as store from "./store.ts";
import type { CorporationRow } from "./store.ts";
import type { SQL } from "drizzle-orm";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";

const listKey = z.tuple([z.string(), z.int()]);

/** `q` is a part of the name or ticker. */
export async function listCorporations(
  { db }: Context,
  query: { q?: string; cursor?: string | undefined },
): Promise<CorporationPage> {
  const [nameFolded, id] = readCursor(query.cursor, listKey) ?? ["", 0];
  const [found, [count]] = await runBatch(db, store.listCorporations(query.q, { nameFolded, id }));
  const { rows, nextCursor } = toPage(found, (row) => [row.nameFolded, row.corporationId]);
  return { items: rows.map(presentCorporation), total: count?.total ?? 0, nextCursor };
}

export async function readCorporation({ db }: Context, id: number): Promise<CorporationDetail> {
  const [[row], marks] = await runBatch(db, [
    store.selectCorporation(id),
    store.selectMarks({ id, since: Date.now() - DAY_MS }),
  ]);
  if (row === undefined) throw new ApiError("corporation_removed");
  const { createdAt, memberCount, ceoId, ceoName, allianceId, allianceName } = row;
  return {
    ...presentCorporation(row),
    createdAt: createdAt.toISOString(),
    memberCount,
    ceoId,
    ceoName,
    allianceId,
    allianceName,
    linkedCharacterCount: row.linkedMemberCount,
    health: marks.map(({ at, ...mark }) => ({ at: at.toISOString(), ...mark })),
  };
}

/** EVE's name and ticker replace those that were typed, unless EVE does not answer. */
export async function addCorporation(
  context: Context,
  actor: UserActor,
  input: AddCorporation,
): Promise<Corporation> {
  const { corporationId: id, assignedCharacterId: characterId } = input;
  const { info, linked } = await findManageable(context, id, characterId);
  if (characterId !== undefined && linked === undefined)
    throw new ApiError("director_not_linked", {}, { field: "assignedCharacterId" });
  const typed = { name: input.name, ticker: input.ticker };
  const known = info ?? { ...typed, memberCount: null, ceoId: null, allianceId: null };
  const character = linked && { characterId: linked.id };
  const event = {
    kind: "corporation_added" as const,
    actor,
    corporationId: id,
    ...character,
  };
  const creation = [
    store.requireNew(id),
    store.insertCorporation({ id, ...publicColumns(known), createdAt: new Date() }),
    ...(character === undefined ? [] : addFirstDirector(id, character.characterId)),
  ];
  try {
    const row = await createAndRecord(context, event, creation, store.selectCorporation(id));
    if (row === undefined) throw new Error("The batch inserted this corporation.");
    return presentCorporation(row);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    throw new ApiError("corporation_managed", { name: known.name });
  }
}

function addFirstDirector(corporationId: number, characterId: number): Statement[] {
  return [
    directors.insertDirector(
      { corporationId, characterId, priority: DEFAULT_DIRECTOR_PRIORITY },
      directors.canBeAdded(corporationId, characterId),
    ),
    directors.assignIfVacant(corporationId, sql`true`),
  ];
}

/** Follows the answer to a request that added a corporation: checks its directors and fetches its public data. */
export async function afterAdding(context: Context, { corporationId, directorCount }: Corporation) {
  try {
    await requestFetch(context, corporationId, "public");
    if (directorCount > 0) await verifyAllDirectors(context, corporationId);
  } catch (error) {
    // The cron jobs repeat both.
    logError(context.requestId, error);
  }
}

export async function removeCorporation(context: Context, actor: UserActor, id: number) {
  const isRemoved = await recordAndApply(context, {
    kind: "corporation_removed",
    corporationId: id,
    actor,
    statements: (applied) => [store.deleteCorporation(id, applied)],
  });
  if (!isRemoved) throw new ApiError("corporation_removed");
}

/** Records of runs after a month, marks of health after a week. */
export function deleteOldRecords(now: Date) {
  return [deleteOldRuns(now), directors.deleteOldMarks(now)];
}

function presentCorporation(row: CorporationRow): Corporation {
  return {
    corporationId: row.corporationId,
    name: row.name,
    ticker: row.ticker,
    assignedCharacterId: row.assignedCharacterId,
    assignedCharacterName: row.assignedCharacterName,
    isActive: row.isActive,
    status: statusOf(row),
    isVerified: row.isVerified && row.usableDirectorCount > 0,
    lastSync: row.lastSync === null ? null : new Date(row.lastSync).toISOString(),
    lastVerified: row.lastVerified?.toISOString() ?? null,
    verificationFailedAt: row.verificationFailedAt?.toISOString() ?? null,
    directorCount: row.directorCount,
    healthyDirectorCount: row.healthyDirectorCount,
    coverage:
      row.linkedMemberCount === null || row.listedMemberCount === null
        ? null
        : { registered: row.linkedMemberCount, members: row.listedMemberCount },
  };
}

/**
 * Writes only the fields that the request changes, and only if they still are as they were read. A character who is
 * assigned becomes a director.
 */
export function updateCorporation(
  context: Context,
  actor: UserActor,
  id: number,
  input: UpdateCorporation,
): Promise<Corporation> {
  return withOptimisticLock(
    () => planUpdate(context, id, input),
    async ({ row, before, after, changes, newDirectorId }) => {
      if (Object.keys(after).length === 0) return presentCorporation(row);
      const { assignedCharacterId } = after;
      const isAssignable =
        newDirectorId === undefined
          ? assignedCharacterId && directors.isDirector(id, assignedCharacterId)
          : directors.canBeAdded(id, newDirectorId);
      const changed = await recordApplyAndRead(
        context,
        {
          kind: "corporation_updated",
          corporationId: id,
          actor,
          detail: { changes },
          condition: and(store.isConfigured(id, before), isAssignable || undefined),
          statements: (applied) => [
            ...(newDirectorId === undefined
              ? []
              : addDirector(context, actor, id, newDirectorId, applied)),
            store.updateCorporation(id, after, applied),
          ],
        },
        store.selectCorporation(id),
      );
      return changed && presentCorporation(changed);
    },
  );
}

/** What the request changes, `before` and `after`. */
async function planUpdate({ db }: Context, id: number, input: UpdateCorporation) {
  const wantedId = input.assignedCharacterId ?? 0;
  const [[row], [linked], [director]] = await runBatch(db, [
    store.selectCorporation(id),
    directors.selectLinked({ characterId: wantedId }),
    directors.selectDirectors(directors.isOf(id, wantedId)),
  ]);
  if (row === undefined) throw new ApiError("corporation_removed");
  if (wantedId !== 0 && linked === undefined)
    throw new ApiError("director_not_linked", {}, { field: "assignedCharacterId" });
  const { isActive = row.isActive, assignedCharacterId = row.assignedCharacterId } = input;
  const isToggled = isActive !== row.isActive;
  const isReassigned = assignedCharacterId !== row.assignedCharacterId;
  const newDirectorId = isReassigned && director === undefined ? linked?.id : undefined;
  if (newDirectorId !== undefined && row.directorCount >= MAX_DIRECTORS)
    throw new ApiError("too_many_directors", { count: MAX_DIRECTORS });
  return {
    row,
    before: {
      ...(isToggled && { isActive: row.isActive }),
      ...(isReassigned && { assignedCharacterId: row.assignedCharacterId }),
    },
    after: { ...(isToggled && { isActive }), ...(isReassigned && { assignedCharacterId }) },
    changes: {
      ...(isReassigned && {
        director: { from: row.assignedCharacterName, to: linked?.name ?? null },
      }),
      ...(isToggled && { status: { from: stateOf(row.isActive), to: stateOf(isActive) } }),
    },
    newDirectorId,
  };
}

function addDirector(
  context: Context,
  actor: UserActor,
  corporationId: number,
  characterId: number,
  condition: SQL,
): Statement[] {
  const event = recordEvent(
    context,
    { kind: "director_added", corporationId, actor, characterId },
    condition,
  );
  const director = { corporationId, characterId, priority: DEFAULT_DIRECTOR_PRIORITY };
  return [event.statement, directors.insertDirector(director, event.applied)];
}

function stateOf(isActive: boolean): string {
  return isActive ? "active" : "inactive";
}

// ── What EVE says of a corporation ────────────────────────────────────────────────────────────

/** A user waits for the answer. */
const MAX_CALLS = 3;

/** What EVE says about a corporation, for the form in which its id is typed. */
export async function lookUpCorporation(
  context: Context,
  { corporationId, name: searched = "" }: CorporationLookupQuery,
): Promise<CorporationLookup> {
  const id = corporationId ?? (await findIdByName(context, searched));
  const { info } = await findManageable(context, id);
  if (info === undefined) throw new ApiError("eve_unavailable");
  const { name, ticker, memberCount } = info;
  return { corporationId: id, name, ticker, memberCount };
}

/** The id of the corporation with this name in EVE, in any case. */
async function findIdByName({ db, config }: Context, name: string): Promise<number> {
  const cooldowns = await run(db, selectCooldowns(config, new Date()));
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
  try {
    const answer = await esi.request(postIds, { params: {}, body: [name] });
    const [found] = (answer.state === "changed" && answer.data.corporations) || [];
    if (found !== undefined) return found.id;
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    throw new ApiError("eve_unavailable");
  }
  throw new ApiError("corporation_unknown", {}, { field: "name" });
}

/**
 * The public information of a corporation, undefined while EVE does not answer, and the character if it is linked.
 * Refuses a corporation that EVE does not know or that cannot be managed.
 */
async function findManageable(context: Context, corporationId: number, characterId = 0) {
  const { db, config } = context;
  const [cooldowns, [linked]] = await runBatch(db, [
    selectCooldowns(config, new Date()),
    directors.selectLinked({ characterId }),
  ]);
  const esi = openEsi(config, { priority: "interactive", cooldowns, maxCalls: MAX_CALLS });
  try {
    return { info: await requestManageable(esi, corporationId), linked };
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    if (error.reason === "not_found") {
      throw new ApiError("corporation_id_unknown", {}, { field: "corporationId" });
    }
    return { info: undefined, linked };
  }
}

async function requestManageable(esi: Esi, corporationId: number) {
  const answer = await requestPublicInfo(esi, corporationId);
  if (answer.state === "unchanged") throw new EsiError("bad_answer");
  const { name, type, state } = answer.data;
  if (type === "npc_owned") {
    throw new ApiError("corporation_npc", { name }, { field: "corporationId" });
  }
  if (state === "closed")
    throw new ApiError("corporation_closed", { name }, { field: "corporationId" });
  return toPublicInfo(answer.data);
}
