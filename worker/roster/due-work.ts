import { sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import { columns, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { enqueue } from "#worker/job-queue.ts";
import { hasUnnamed } from "./names.ts";
import { pollable, pollNotices, selectPollable } from "./notices.ts";
import { nextPolls } from "./polls.ts";

const MINUTE_MS = 60 * 1000;

const selectDue = prepareAtStart(
  { isUnnamed: sql<number>`${hasUnnamed}` },
  (fields) => sql`select ${columns(fields)}`,
);

/** Statements of the cron of every minute. */
export function dueRosterWork(now: number) {
  return [selectDue({ now }), selectPollable()] as const;
}

type Due = RowOfStatement<typeof selectDue>;
type Polls = Parameters<typeof pollable>[0];

/**
 * A message for the polls that are due before the next minute: it comes when the first is, and again for each of the others, which costs
 * a third of a message of its own. And one if members have no names.
 */
export async function requestRosterWork(
  { queue }: Context,
  due: Due | undefined,
  directors: Polls,
): Promise<void> {
  const now = Date.now();
  const until = now + MINUTE_MS;
  const first = nextPolls(pollable(directors, now))[0];
  if (first !== undefined && first.at < until) {
    const delaySeconds = secondsUntil(first.at, now);
    await queue.send({ kind: "notices", until }, { contentType: "json", delaySeconds });
  }
  if (due?.isUnnamed === 1) await enqueue(queue, [{ kind: "roster" }]);
}

/** The same after the members of a corporation were read. */
export async function startRosterWork(context: Context): Promise<void> {
  const [[due], directors] = await runBatch(context.db, dueRosterWork(Date.now()));
  await requestRosterWork(context, due, directors);
}

/**
 * Reads the notices that are due longest. Returns whether somebody left or joined, and in how many seconds the next are due, if that is
 * before `until`.
 */
export async function pollNext(
  context: Context,
  until: number,
): Promise<{ hasChanged: boolean; delaySeconds: number | undefined }> {
  const { db, config } = context;
  const now = Date.now();
  const [directors, cooldowns] = await runBatch(db, [
    selectPollable(),
    selectCooldowns(config, new Date(now)),
  ]);
  const [first, second] = nextPolls(pollable(directors, now));
  const isDue = first !== undefined && first.at <= now;
  const next = isDue ? second : first;
  let hasChanged = false;
  if (isDue) {
    const esi = openEsi(config, { priority: "background", cooldowns });
    hasChanged = await pollNotices(context, esi, first.director);
    await runBatch(db, upsertCooldowns(config, esi.newCooldowns()));
  }
  const isNextDue = next !== undefined && next.at < until;
  return { hasChanged, delaySeconds: isNextDue ? secondsUntil(next.at, Date.now()) : undefined };
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}
