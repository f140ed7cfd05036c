import * as z from "zod/mini";
import type { AccountActivity, ActivityLog, ActivityQuery } from "#shared/activity.ts";
import type { Context } from "#worker/env.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { findAccountEvents, findGroupEvents } from "./all-store.ts";
import type { AccountEventRow } from "./all-store.ts";
import { instantOf } from "./log.ts";
import { toEvent } from "./service.ts";

/** Of each log, the last event that was handed out; empty before the first. */
const cursorKey = z.tuple([z.string(), z.int(), z.string()]);

/**
 * What matches in all logs, the newest first, at most `limit`. Each log is read in its own order and they are
 * merged by time; the cursor says how far each has been handed out.
 */
export async function listActivity(
  { db }: Context,
  query: ActivityQuery,
  limit: number,
): Promise<ActivityLog> {
  const [groupKey, accountAt, accountId] = readCursor(query.cursor, cursorKey) ?? ["", 0, ""];
  const accountKey = { createdAt: accountAt, id: accountId };
  const [groups, [lookedAt], accounts] = await db.batch([
    ...findGroupEvents(db, query, groupKey || undefined, limit + 1),
    findAccountEvents(db, query, accountId ? accountKey : undefined, limit + 1),
  ]);

  const merged = [
    ...groups.map((row) => ({ log: "groups" as const, at: instantOf(row.id), row })),
    ...accounts.map((row) => ({ log: "accounts" as const, at: row.createdAt, row })),
  ].toSorted((a, b) => b.at - a.at);
  // Of what happened before, events of groups may be missing: nobody has looked that far.
  const horizon = lookedAt === undefined ? 0 : instantOf(lookedAt.id);
  const found = merged.filter(({ at }) => at >= horizon);
  const page = found.slice(0, limit);
  const isFull = found.length > limit;

  const lastGroup = page.findLast(({ log }) => log === "groups")?.row.id ?? groupKey;
  const lastAccount = page.findLast(({ log }) => log === "accounts");
  return {
    items: page.map((entry) =>
      entry.log === "groups"
        ? { log: entry.log, ...toEvent(entry.row) }
        : { log: entry.log, ...toAccountActivity(entry.row) },
    ),
    nextCursor:
      isFull || lookedAt !== undefined
        ? encodeCursor([
            isFull ? lastGroup : (lookedAt?.id ?? lastGroup),
            lastAccount?.at ?? accountAt,
            lastAccount?.row.id ?? accountId,
          ])
        : null,
  };
}

function toAccountActivity(row: AccountEventRow): AccountActivity {
  const { userId, userName, createdAt, ...rest } = row;
  const user = { userId, name: userName };
  return {
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    actor: row.kind === "character_sold" ? null : user,
    subject: user,
  };
}
