import * as z from "zod/mini";
import type {
  AddCorporation,
  Corporation,
  CorporationDetail,
  CorporationPage,
  UpdateCorporation,
} from "#shared/corporations.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isGuardFailure } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import * as changes from "./change-store.ts";
import { isoOrNull } from "#worker/corporations/directors/present-director.ts";
import { lookUp } from "./lookup.ts";
import * as store from "./store.ts";
import type { CorporationRow } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const listKey = z.tuple([z.string(), z.int()]);

/** `search` is a part of the name or ticker. */
export async function listCorporations(
  { db }: Context,
  query: { q?: string; cursor?: string | undefined },
): Promise<CorporationPage> {
  const [nameFolded, id] = readCursor(query.cursor, listKey) ?? [];
  const after = nameFolded !== undefined && id !== undefined ? { nameFolded, id } : undefined;
  const found = await store.listCorporations(db, query.q, after);
  const { rows, nextCursor } = toPage(found.rows, (row) => [row.nameFolded, row.corporationId]);
  return { items: rows.map(presentCorporation), total: found.total, nextCursor };
}

export async function readCorporation({ db }: Context, id: number): Promise<CorporationDetail> {
  const [[row], marks] = await db.batch([
    store.selectCorporation(db, id),
    store.selectMarks(db, id, new Date(Date.now() - DAY_MS)),
  ]);
  if (row === undefined) throw corporationNotFound();
  const { memberCount, ceoId, ceoName, allianceId, allianceName } = row;
  return {
    ...presentCorporation(row),
    createdAt: new Date(row.createdAt).toISOString(),
    memberCount,
    ceoId,
    ceoName,
    allianceId,
    allianceName,
    linkedCharacterCount: row.linkedMemberCount,
    health: marks.map(({ at, ...mark }) => ({ at: new Date(at).toISOString(), ...mark })),
  };
}

/** EVE's name and ticker go before those that were typed; these count only while EVE does not answer. */
export async function addCorporation(
  context: Context,
  actor: UserActor,
  input: AddCorporation,
): Promise<Corporation> {
  const { corporationId, assignedCharacterId } = input;
  const { info, linked } = await lookUp(context, corporationId, assignedCharacterId);
  if (assignedCharacterId !== undefined && linked === undefined) {
    throw notLinked("assignedCharacterId");
  }
  const typed = { name: input.name, ticker: input.ticker };
  const known = info ?? { ...typed, memberCount: null, ceoId: null, allianceId: null };
  try {
    const row = await changes.insertCorporation(context, actor, corporationId, known, linked?.id);
    return presentCorporation(row);
  } catch (error) {
    if (!isGuardFailure(error)) throw error;
    throw new ApiError("conflict", `${known.name} is managed here already.`);
  }
}

export async function updateCorporation(
  context: Context,
  actor: UserActor,
  id: number,
  input: UpdateCorporation,
): Promise<Corporation> {
  const { db } = context;
  const wanted = input.assignedCharacterId ?? undefined;
  const [[row], [linked]] = await db.batch([
    store.selectCorporation(db, id),
    store.selectLinked(db, wanted ?? 0),
  ]);
  if (row === undefined) throw corporationNotFound();
  if (wanted !== undefined && linked === undefined) throw notLinked("assignedCharacterId");
  const next = {
    assignedCharacterId:
      input.assignedCharacterId === undefined ? row.assignedCharacterId : input.assignedCharacterId,
    assignedCharacterName:
      input.assignedCharacterId === undefined ? row.assignedCharacterName : (linked?.name ?? null),
    isActive: input.isActive ?? row.isActive === 1,
  };
  const changed = await changes.updateCorporation(context, actor, row, next);
  if (changed === undefined) throw corporationNotFound();
  return presentCorporation(changed);
}

export async function removeCorporation(context: Context, actor: UserActor, id: number) {
  const removed = await changes.deleteCorporation(context, actor, id);
  if (!removed) throw corporationNotFound();
}

/** Throws when there is none. */
export async function requireCorporation({ db }: Context, id: number): Promise<CorporationRow> {
  const [row] = await store.selectCorporation(db, id);
  if (row === undefined) throw corporationNotFound();
  return row;
}

function presentCorporation(row: CorporationRow): Corporation {
  return {
    corporationId: row.corporationId,
    name: row.name,
    ticker: row.ticker,
    assignedCharacterId: row.assignedCharacterId,
    assignedCharacterName: row.assignedCharacterName,
    isActive: row.isActive === 1,
    isVerified: row.isVerified === 1,
    lastSync: isoOrNull(row.lastSync),
    lastVerified: isoOrNull(row.lastVerified),
    directorCount: row.directorCount,
    healthyDirectorCount: row.healthyDirectorCount,
  };
}

export function corporationNotFound(): ApiError {
  return new ApiError("not_found", "Corporation not found (may have been removed)");
}

export function directorNotFound(): ApiError {
  return new ApiError(
    "not_found",
    "This character is not a director of the corporation (any more).",
  );
}

export function notLinked(field: string): ApiError {
  const words =
    "This character is not linked to Muster. Its player has to log in and link it first.";
  return new ApiError("invalid_request", words, { fields: { [field]: words } });
}
