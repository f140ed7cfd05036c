import type { AccountEvent } from "#shared/characters.ts";
import type { SQL, SQLWrapper } from "drizzle-orm";
import * as z from "zod/mini";
import type {
  ActivityLog,
  ActivityPage,
  ActivityQuery,
  CorporationActivity,
  DiscordActivity,
} from "#shared/events/activity.ts";
import type { AccountEventKind } from "#shared/events/kinds.ts";
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
import {
  selectAccountEvents,
  selectUnseen,
  updateNoticesSeen,
  withoutUndone,
} from "./account-events.ts";
import type { AccountEventRow } from "./account-events.ts";
import * as store from "./store.ts";

const cursorKey = z.tuple([z.string()]);

/** A page of the whole log, filtered, the newest first. It may have fewer than `limit` events and a next page. */
export async function listActivity(
  { db }: Context,
  query: ActivityQuery,
  limit: number,
): Promise<ActivityLog> {
  const [olderThan] = readCursor(query.cursor, cursorKey) ?? [];
  const [found, [lookedAtLast]] = await runBatch(db, store.findEvents(query, olderThan, limit + 1));
  const page = found.slice(0, limit);
  // If the page is not full, the next request continues where this one stopped looking.
  const last = found.length > limit ? page.at(-1)?.id : lookedAtLast?.id;
  return {
    items: page.map(toActivity),
    nextCursor: last === undefined ? null : encodeCursor([last]),
  };
}

/** The group and the cursor of a page of events, decoded. */
export function readGroupPage(groupId: string, cursor: string | undefined): store.GroupPage {
  const [olderThan] = readCursor(cursor, cursorKey) ?? [];
  return store.groupPage(groupId, olderThan);
}

/**
 * The statement that reads a page of a group's events, for the batch that finds out whether the reader may see it.
 * `toGroupActivity` turns its rows into the response.
 */
export function selectGroupActivity(page: store.GroupPage) {
  return store.selectGroupEvents(page);
}

/** Prepares the statement that reads the present names of the users in a page. `isShown` is a condition on `users`. */
export function prepareGroupNames(isShown: SQL) {
  return store.prepareGroupNames(isShown);
}

export function toGroupActivity(found: store.EventRow[]): ActivityPage {
  const { rows, nextCursor } = toPage(found, (row) => [row.id]);
  return { items: rows.filter(isOfGroups).map(toGroupEvent), nextCursor };
}

/** Also of a corporation that is no longer managed here. */
export async function listCorporationActivity(
  { db }: Context,
  corporationId: number,
  cursor: string | undefined,
): Promise<CorporationActivity> {
  const [olderThan] = readCursor(cursor, cursorKey) ?? [];
  const found = await run(db, store.selectCorporationEvents(corporationId, olderThan));
  const { rows, nextCursor } = toPage(found, (row) => [row.id]);
  return { items: rows.filter(isOfCorporations).map(toCorporationEvent), nextCursor };
}

export async function listServerActivity(
  { db }: Context,
  serverId: string,
  cursor: string | undefined,
): Promise<DiscordActivity> {
  const [olderThan] = readCursor(cursor, cursorKey) ?? [];
  const found = await run(db, store.selectServerEvents(serverId, olderThan));
  const { rows, nextCursor } = toPage(found, (row) => [row.id]);
  return { items: rows.filter(isOfDiscord).map(toDiscordEvent), nextCursor };
}

/** The latest events of the user's own account, and decisions of groups about the user. */
export async function listAccountEvents({ db }: Context, userId: string) {
  return toAccountEvents(await run(db, selectAccountEvents(userId)));
}

/** The statement that reads the user's notices; `toAccountEvents` turns its rows into the response. */
export function selectNotices(actor: { userId: string; sessionId: string }, now: number) {
  return selectUnseen(actor, now);
}

export function toAccountEvents(rows: AccountEventRow[]): AccountEvent[] {
  return withoutUndone(rows).map(toAccountEvent);
}

/** Dismisses the notices of events up to this time. */
export async function dismissNotices({ db }: Context, userId: string, until: Date) {
  await run(db, updateNoticesSeen(userId, new Date(Math.min(until.getTime(), Date.now()))));
}

/** SQL query: the ids of the users whose accounts have held a character with this owner hash. */
export function formerHolders(character: Parameters<typeof store.formerHolders>[0]) {
  return store.formerHolders(character);
}

/** The statement that finds the user from whose account a character was sold when it had this owner hash. */
export function selectSeller(character: { characterId: number; ownerHash: string }) {
  return store.selectSeller(character);
}

/** SQL: the name of the character that was sold last from the account of this user. */
export function lastSoldName(userId: SQLWrapper) {
  return store.lastSoldName(userId);
}

/** SQL condition: the user's account had fewer events of this kind than `limit` within the last `seconds`. */
export function isBelowRate(
  userId: string,
  kind: AccountEventKind,
  { limit, seconds }: { limit: number; seconds: number },
) {
  return store.isBelowRate(userId, kind, limit, Date.now() - seconds * 1000);
}
