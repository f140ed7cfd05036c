import { sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { hasUnnamed, nameMembers } from "./names.ts";
import { pollable, pollNotices, selectPollable } from "./notices.ts";
import { nextPolls } from "./polls.ts";

const MINUTE_MS = 60 * 1000;

const selectDue = prepare(
  { isUnnamed: sql<number>`${hasUnnamed}` },
  (fields) => sql`select ${columns(fields)}`,
);

/** Statements of the cron of every minute. */
export function dueRosterWork(now: number) {
  return [selectDue({ now }), selectPollable()] as const;
}

type Due = RowOfStatement<typeof selectDue>;
type Polls = Parameters<typeof pollable>[0];

/** One message of the queue if something is due before the next minute. It comes when the last of it is. */
export async function requestRosterWork(
  { queue }: Context,
  due: Due | undefined,
  directors: Polls,
): Promise<void> {
  const now = Date.now();
  const times = nextPolls(pollable(directors, now), now)
    .map(({ at }) => at)
    .filter((at) => at < now + MINUTE_MS);
  if (due?.isUnnamed !== 1 && times.length === 0) return;
  const delaySeconds = Math.ceil((Math.max(now, ...times) - now) / 1000);
  await queue.send({ kind: "roster" }, { contentType: "json", delaySeconds });
}

/** The same after the members of a corporation were read. */
export async function startRosterWork(context: Context): Promise<void> {
  const [[due], directors] = await runBatch(context.db, dueRosterWork(Date.now()));
  await requestRosterWork(context, due, directors);
}

/**
 * Reads the notices that are due, and names a slice of the members. Returns whether somebody left or joined, so that requirements
 * are evaluated at once.
 */
export async function continueRosterWork(context: Context): Promise<boolean> {
  const { db, config, queue } = context;
  const now = Date.now();
  const [directors, cooldowns, [due]] = await runBatch(db, [
    selectPollable(),
    selectCooldowns(config, new Date(now)),
    selectDue({ now }),
  ]);
  const esi = openEsi(config, { priority: "background", cooldowns });
  let hasChanged = false;
  for (const { director, at } of nextPolls(pollable(directors, now), now)) {
    // What this invocation cannot afford is due in the next minute.
    if (at > now || esi.msLeft() <= 0) continue;
    // One at a time: each answer takes processor time.
    // oxlint-disable-next-line no-await-in-loop
    if (await pollNotices(context, esi, director)) hasChanged = true;
  }
  await runBatch(db, upsertCooldowns(config, esi.newCooldowns()));
  if (due?.isUnnamed === 1 && esi.msLeft() > 0 && (await nameMembers(context))) {
    await queue.send({ kind: "roster" }, { contentType: "json" });
  }
  return hasChanged;
}
