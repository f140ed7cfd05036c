import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { CorporationEvent, CorporationEventKind } from "#shared/corporations.ts";
import { randomToken } from "#worker/crypto.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";

export type NewEvent = {
  kind: CorporationEventKind;
  corporationId: number;
  /** Null when Muster acts by itself. */
  actorId: string | null;
  /** The director it is about. */
  characterId?: number;
  detail?: CorporationEvent["detail"];
};

let sequence = 0;

/** Begins with the time and a counter, so that the order of ids is the order of events. */
function newEventId(now: number): string {
  sequence = (sequence + 1) % 36 ** 3;
  return (
    now.toString(36).padStart(9, "0") + sequence.toString(36).padStart(3, "0") + randomToken(6)
  );
}

/**
 * A statement that writes down what the same batch does, if the corporation exists and `when` holds then, and
 * what is true for the rest of the batch only if it was written.
 */
export function recordEvent(
  { db, requestId }: Context,
  event: NewEvent,
  when: SQL | undefined = sql`true`,
) {
  const { kind, corporationId, actorId, characterId = null, detail = {} } = event;
  const now = Date.now();
  const id = newEventId(now);
  const actorName = sql`(select main.name from users join characters main
    on main.id = users.main_character_id where users.id = ${actorId})`;
  const statement = raw<{ id: string }>(
    db,
    sql`
    insert into corporation_events (id, kind, corporation_id, corporation_name, actor_id, actor_name,
      character_id, character_name, detail, request_id, created_at)
    select ${id}, ${kind}, c.id, c.name, ${actorId}, ${actorName}, ${characterId},
      (select name from characters where characters.id = ${characterId}), ${JSON.stringify(detail)},
      ${requestId}, ${now}
    from corporations c where c.id = ${corporationId} and ${when} returning id`,
  );
  return { statement, happened: sql`exists (select 1 from corporation_events where id = ${id})` };
}
