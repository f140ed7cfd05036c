import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupEventDetail, GroupEventKind } from "#shared/activity.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Statement } from "#worker/db/batch.ts";
import { raw } from "#worker/db/raw.ts";
import type { Raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";

/** `subjectId`: the user whose membership or role it is about, be it the actor. */
type NewEvent = {
  kind: GroupEventKind;
  actorId: string | null;
  subjectId?: string;
  detail?: GroupEventDetail;
};

export type Change = NewEvent & {
  of: { groupId: string } | { categoryId: string };
  /** What must hold for the change to be made; the group is `g`, the category `c`. */
  when: SQL;
  /** The change itself; each statement applies only where `happened` is true. */
  write: (happened: SQL) => Statement[];
};

const TIME_DIGITS = 9;

let sequence = 0;

/** What the ids of a moment's events begin with. */
export function eventIdsFrom(instant: number): string {
  return instant.toString(36).padStart(TIME_DIGITS, "0");
}

/** When an event of this id happened. */
export function instantOf(eventId: string): number {
  return Number.parseInt(eventId.slice(0, TIME_DIGITS), 36);
}

/** Begins with the time and a counter, so that the order of ids is the order of events. */
function eventIdPrefix(now: number): string {
  sequence = (sequence + 1) % 36 ** 3;
  return eventIdsFrom(now) + sequence.toString(36).padStart(3, "0");
}

/**
 * Makes a change and writes down that it was made, in one batch: both or neither. The event goes first and only if
 * `when` holds; everything else in the batch depends on it. Says whether the change was made.
 */
export async function carryOut(context: Context, change: Change): Promise<boolean> {
  const { event, statements } = prepare(context, change);
  const [recorded] = await context.db.batch([event, ...statements]);
  return recorded.length > 0;
}

/** The same, and in the same round trip reads what came of it; undefined if the change was not made. */
export async function carryOutAndRead<Row>(
  context: Context,
  change: Change,
  read: Raw<Row>,
): Promise<Row | undefined> {
  const { event, statements } = prepare(context, change);
  const results = await context.db.batch([event, ...statements, read]);
  const recorded = results[0];
  const rows = results.at(-1) as Row[];
  return recorded.length > 0 ? rows[0] : undefined;
}

function prepare(context: Context, { of, when, write, ...event }: Change) {
  const id = eventIdPrefix(Date.now()) + randomToken(6);
  const source =
    "groupId" in of
      ? sql`groups g where g.id = ${of.groupId} and ${when}`
      : sql`categories c where c.id = ${of.categoryId} and ${when}`;
  const about = "groupId" in of ? GROUP : CATEGORY;
  return {
    event: raw<{ id: string }>(
      context.db,
      sql`${insertEvents(context, sql`${id}`, event, about)} from ${source} returning id`,
    ),
    statements: write(sql`exists (select 1 from group_events where id = ${id})`),
  };
}

/** Writes an event for each row of `source`, which names the group `g`; `subjectId` may be a column of it. */
export function recordEach(
  context: Context,
  event: Omit<NewEvent, "subjectId"> & { subjectId: SQL | string },
  source: SQL,
): Statement {
  const id = sql`${eventIdPrefix(Date.now())} || lower(hex(randomblob(6)))`;
  return raw(context.db, sql`${insertEvents(context, id, event, GROUP)} from ${source}`);
}

/** Writes the event of something that the same batch has just created; without it, nothing. */
export function recordCreation(context: Context, event: NewEvent, of: Change["of"]): Statement {
  return prepare(context, { ...event, of, when: sql`true`, write: () => [] }).event;
}

const GROUP = sql`g.id, g.name, null, null`;
const CATEGORY = sql`null, null, c.id, c.name`;

function insertEvents(
  { requestId }: Context,
  id: SQL,
  event: Omit<NewEvent, "subjectId"> & { subjectId?: SQL | string },
  about: SQL,
): SQL {
  const { kind, actorId, subjectId = null, detail = {} } = event;
  return sql`insert into group_events (id, kind, group_id, group_name, category_id, category_name,
      actor_id, actor_name, subject_id, subject_name, detail, request_id, created_at)
    select ${id}, ${kind}, ${about}, ${actorId}, ${mainName(actorId)}, ${subjectId},
      ${mainName(subjectId)}, ${JSON.stringify(detail)}, ${requestId}, ${Date.now()}`;
}

function mainName(userId: SQL | string | null): SQL {
  return sql`(select characters.name from users
    join characters on characters.id = users.main_character_id where users.id = ${userId})`;
}
