import * as z from "zod/mini";
import type { AccountActivity, Activity, ActivityLog, ActivityQuery } from "#shared/activity.ts";
import { toCorporationEvent } from "#worker/corporations/event-row.ts";
import type { CorporationEventRow } from "#worker/corporations/event-row.ts";
import type { Context } from "#worker/env.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { findAccountEvents, findCorporationEvents, findGroupEvents } from "./all-store.ts";
import type { AccountEventRow } from "./all-store.ts";
import { eventIdsFrom, instantOf } from "./log.ts";
import { toEvent } from "./service.ts";

/** Of each log, what was handed out last: what follows is older. Empty before the first page. */
const cursorKey = z.tuple([z.string(), z.string(), z.int(), z.string()]);
const START: z.infer<typeof cursorKey> = ["", "", 0, ""];

/**
 * What matches in all logs, the newest first, at most `limit`. Each log is read in its own order and they are
 * merged by time; the cursor says how far each has been handed out.
 */
export async function listActivity(
  { db }: Context,
  query: ActivityQuery,
  limit: number,
): Promise<ActivityLog> {
  const start = readCursor(query.cursor, cursorKey) ?? START;
  const [groupKey, corporationKey, createdAt, accountId] = start;
  const accountKey = createdAt === 0 ? undefined : { createdAt, id: accountId };
  const [groups, [groupEnd], corporations, [corporationEnd], accounts] = await db.batch([
    ...findGroupEvents(db, query, groupKey, limit + 1),
    ...findCorporationEvents(db, query, corporationKey, limit + 1),
    findAccountEvents(db, query, accountKey, limit + 1),
  ]);

  // Of what happened before, some may be missing: nobody has looked that far.
  const horizon = Math.max(
    0,
    ...[groupEnd, corporationEnd].map((end) => (end ? instantOf(end.id) : 0)),
  );
  const found = [
    ...groups.map((row) => ({ log: "groups" as const, at: instantOf(row.id), row })),
    ...corporations.map((row) => ({ log: "corporations" as const, at: instantOf(row.id), row })),
    ...accounts.map((row) => ({ log: "accounts" as const, at: row.createdAt, row })),
  ]
    .filter(({ at }) => at >= horizon)
    .toSorted((a, b) => b.at - a.at);
  const page = found.slice(0, limit);
  const items = page.map(present);

  if (found.length > limit) {
    const last = (log: Activity["log"]) => page.findLast((entry) => entry.log === log);
    const account = last("accounts");
    return {
      items,
      nextCursor: encodeCursor([
        last("groups")?.row.id ?? groupKey,
        last("corporations")?.row.id ?? corporationKey,
        account?.at ?? createdAt,
        account?.row.id ?? accountId,
      ]),
    };
  }
  if (horizon === 0) return { items, nextCursor: null };
  // Everything down to the horizon has been handed out, of the log that ended there down to the very event.
  const nextKey = (end: { id: string } | undefined) =>
    end && instantOf(end.id) === horizon ? end.id : eventIdsFrom(horizon);
  return {
    items,
    nextCursor: encodeCursor([nextKey(groupEnd), nextKey(corporationEnd), horizon, ""]),
  };
}

type Entry =
  | { log: "groups"; row: Parameters<typeof toEvent>[0] }
  | { log: "corporations"; row: CorporationEventRow }
  | { log: "accounts"; row: AccountEventRow };

function present({ log, row }: Entry): Activity {
  switch (log) {
    case "groups":
      return { ...toEvent(row), log };
    case "corporations":
      return { ...toCorporationEvent(row), log, requestId: row.requestId };
    case "accounts":
      return { ...toAccountActivity(row), log };
  }
}

function toAccountActivity(row: AccountEventRow): AccountActivity {
  const user = { userId: row.userId, name: row.userName };
  return {
    id: row.id,
    kind: row.kind,
    characterName: row.characterName,
    discordName: row.discordName,
    requestId: row.requestId,
    createdAt: new Date(row.createdAt).toISOString(),
    actor: row.kind === "character_sold" ? null : user,
    subject: user,
  };
}
