import { sql } from "drizzle-orm";
import { DEFAULT_DIRECTOR_PRIORITY } from "#shared/corporations.ts";
import { changesBetween } from "#worker/activity/changes.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import { guardIn } from "#worker/db/raw.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { insertDirector } from "#worker/corporations/directors/store.ts";
import { recordEvent } from "./log.ts";
import * as store from "./store.ts";
import type { CorporationRow, PublicInfo } from "./store.ts";

/** With the director that it is configured with. A corporation that is there undoes the batch: `isGuardFailure`. */
export async function insertCorporation(
  context: Context,
  { userId }: UserActor,
  id: number,
  info: PublicInfo,
  characterId: number | undefined,
): Promise<CorporationRow> {
  const { db } = context;
  const added = recordEvent(context, {
    kind: "corporation_added",
    corporationId: id,
    actorId: userId,
    ...(characterId !== undefined && { characterId }),
  });
  const results = await db.batch([
    guardIn(db, sql`not exists (select 1 from corporations where id = ${id})`),
    store.insertCorporation(db, id, info, new Date()),
    ...(characterId === undefined ? [] : assign(context, id, characterId)),
    added.statement,
    store.selectCorporation(db, id),
  ]);
  const [row] = results.at(-1) as CorporationRow[];
  if (row === undefined) throw new Error("A corporation that was just inserted is there.");
  return row;
}

/** The linked character is assigned, and a director if it was none. */
function assign({ db }: Context, corporationId: number, characterId: number, when = sql`true`) {
  const director = {
    id: randomToken(12),
    corporationId,
    characterId,
    priority: DEFAULT_DIRECTOR_PRIORITY,
  };
  return [
    insertDirector(db, director, when),
    raw(
      db,
      sql`
      update corporations set assigned_character_id = ${characterId}
      where id = ${corporationId} and ${when} and exists (select 1 from corporation_directors d
        where d.corporation_id = corporations.id and d.character_id = ${characterId})`,
    ),
  ];
}

type Configuration = {
  assignedCharacterId: number | null;
  assignedCharacterName: string | null;
  isActive: boolean;
};

/** Undefined when the corporation is gone; nothing is written when nothing changes. */
export async function updateCorporation(
  context: Context,
  { userId }: UserActor,
  before: CorporationRow,
  next: Configuration,
): Promise<CorporationRow | undefined> {
  const { db } = context;
  const { corporationId } = before;
  const detail = { changes: changesBetween(words(before), words(next), FIELDS) };
  if (detail.changes === undefined) return before;
  const characterId = next.assignedCharacterId;
  const event = recordEvent(context, {
    kind: "corporation_updated",
    corporationId,
    actorId: userId,
    detail,
  });
  const results = await db.batch([
    event.statement,
    raw(
      db,
      sql`update corporations set is_active = ${next.isActive ? 1 : 0}
        where id = ${corporationId} and ${event.happened}`,
    ),
    ...(characterId === null
      ? [
          raw(
            db,
            sql`update corporations set assigned_character_id = null
              where id = ${corporationId} and ${event.happened}`,
          ),
        ]
      : assign(context, corporationId, characterId, event.happened)),
    store.selectCorporation(db, corporationId),
  ]);
  const [row] = results.at(-1) as CorporationRow[];
  return row;
}

const FIELDS = ["director", "status"] as const;

/** As the log tells it to people. */
function words(row: { assignedCharacterName: string | null; isActive: number | boolean }) {
  return { director: row.assignedCharacterName, status: row.isActive ? "active" : "inactive" };
}

/** With everything that was fetched of it; says whether it was there. */
export async function deleteCorporation(
  context: Context,
  { userId }: UserActor,
  id: number,
): Promise<boolean> {
  const { db } = context;
  const event = recordEvent(context, {
    kind: "corporation_removed",
    corporationId: id,
    actorId: userId,
  });
  const [recorded] = await db.batch([
    event.statement,
    raw(db, sql`delete from corporations where id = ${id} and ${event.happened}`),
  ]);
  return (recorded as unknown[]).length > 0;
}
