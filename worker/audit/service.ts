import type { AccountEvent } from "#shared/characters.ts";
import * as z from "zod/mini";
import type {
  ActivityLog,
  ActivityPage,
  ActivityQuery,
  CorporationActivity,
  DiscordActivity,
} from "#shared/events/activity.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { encodeCursor, readCursor, toPage } from "#worker/http/page.ts";
import {
  isOfCorporations,
  isOfDiscord,
  isOfGroups,
  toAccountEvent,
  toActivity,
  toCorporationEvent,
  toDiscordEvent,
  toGroupEvent,
} from "./events.ts";
import { selectAccountEvents, updateNoticesSeen, withoutUndone } from "./account-events.ts";
import type { AccountEventRow } from "./account-events.ts";
import * as store from "./store.ts";

const cursorKey = z.tuple([z.string()]);

/** A page of the whole log, filtered, the newest first. It may have fewer than `limit` events and a next page. */
export async function listActivity(
  { db }: Context,
  query: ActivityQuery,
  limit: number,
): Promise<ActivityLog> {
  const [found, [lookedAtLast]] = await runBatch(
    db,
    store.findEvents(query, olderThanOf(query.cursor), limit + 1),
  );
  const page = found.slice(0, limit);
  // If the page is not full, the next request continues where this one stopped looking.
  const last = found.length > limit ? page.at(-1)?.id : lookedAtLast?.id;
  return {
    items: page.map(toActivity),
    nextCursor: last === undefined ? null : encodeCursor([last]),
  };
}

/** The event after which a page of a log begins. */
export function olderThanOf(cursor: string | undefined): string {
  return readCursor(cursor, cursorKey)?.[0] ?? store.NEWEST;
}

export function toGroupActivity(found: store.EventRow[]): ActivityPage {
  return pageOf(found, isOfGroups, toGroupEvent);
}

/** Also of a corporation that is no longer managed here. */
export async function listCorporationActivity(
  { db }: Context,
  corporationId: number,
  cursor: string | undefined,
): Promise<CorporationActivity> {
  const found = await run(db, store.selectCorporationEvents(corporationId, olderThanOf(cursor)));
  return pageOf(found, isOfCorporations, toCorporationEvent);
}

export async function listServerActivity(
  { db }: Context,
  serverId: string,
  cursor: string | undefined,
): Promise<DiscordActivity> {
  const found = await run(db, store.selectServerEvents(serverId, olderThanOf(cursor)));
  return pageOf(found, isOfDiscord, toDiscordEvent);
}

function pageOf<Row extends store.EventRow, Item>(
  found: store.EventRow[],
  isOfLog: (row: store.EventRow) => row is Row,
  present: (row: Row) => Item,
) {
  const { rows, nextCursor } = toPage(found, ({ id }) => [id]);
  return { items: rows.filter(isOfLog).map(present), nextCursor };
}

/** The latest events of the user's own account, and decisions of groups about the user. */
export async function listAccountEvents({ db }: Context, userId: string) {
  return toAccountEvents(await run(db, selectAccountEvents(userId)));
}

export function toAccountEvents(rows: AccountEventRow[]): AccountEvent[] {
  return withoutUndone(rows).map(toAccountEvent);
}

/** Dismisses the notices of events up to this time. */
export async function dismissNotices({ db }: Context, userId: string, until: Date) {
  await run(db, updateNoticesSeen(userId, new Date(Math.min(until.getTime(), Date.now()))));
}
