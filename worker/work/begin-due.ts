import { runBatch } from "#worker/db/batch.ts";
import type { Read, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { enqueue } from "#worker/job-queue.ts";
import type { Work } from "./define-work.ts";

/** A line of the registry. */
export type Entry = {
  work: Work;
  /** When one of these has worked, this work is asked again whether something waits for it. */
  after?: readonly Work[];
  /** When one of these has worked in an invocation, this work does not begin in it. */
  unless?: readonly Work[];
};

type Found = Map<Work, readonly unknown[]>;

/**
 * For the cron of every minute: one round trip asks for all that waits, and reads `also`. `begin` begins what waits, and returns whether
 * anything did. In most minutes nothing does.
 */
export async function findAllDue<const Also extends Read<unknown>>(
  context: Context,
  registry: readonly Entry[],
  also: Also,
) {
  const questions = registry.map(({ work }) => questionOf(context, work));
  const statements = questions.flatMap((question) => question.statements);
  const [read, ...results] = await runBatch(context.db, [also, ...statements]);
  const found = answersTo(questions, results);
  return { also: read, begin: () => beginInOrder(context, registry, new Set(), found) };
}

/** Begins what waits because of work that was done here. */
export async function beginAfter(
  context: Context,
  registry: readonly Entry[],
  done: Work,
): Promise<void> {
  await beginInOrder(context, registry, new Set([done]), new Map());
}

/** Begins what is due of these kinds, now and not when the cron asks. */
export async function beginDue(context: Context, ...works: Work[]): Promise<void> {
  const entries = works.map((work) => ({ work }));
  await beginInOrder(context, entries, new Set(), await ask(context, works));
}

/** The results of `due` of each. One round trip. */
async function ask(context: Context, works: readonly Work[]): Promise<Found> {
  const questions = works.map((work) => questionOf(context, work));
  const statements = questions.flatMap((question) => question.statements);
  return answersTo(questions, await runBatch(context.db, statements));
}

type Question = { work: Work; statements: readonly Statement[] };

function questionOf(context: Context, work: Work): Question {
  return { work, statements: work.due?.(context, Date.now()) ?? [] };
}

/** `results`: one for each statement of the questions, in their order. */
function answersTo(questions: readonly Question[], results: unknown[]): Found {
  const left = [...results];
  const asked = questions.filter(({ statements }) => statements.length > 0);
  return new Map(asked.map(({ work, statements }) => [work, left.splice(0, statements.length)]));
}

/** `worked`: what has worked in this invocation. What follows it is asked again. Returns whether anything began. */
async function beginInOrder(
  context: Context,
  registry: readonly Entry[],
  worked: Set<Work>,
  found: Found,
): Promise<boolean> {
  let hasBegun = false;
  for (const wave of wavesOf(registry)) {
    const stale = wave.filter(({ after = [] }) => after.some((work) => worked.has(work)));
    const asked = await ask(
      context,
      stale.map(({ work }) => work),
    );
    for (const { work, unless = [] } of wave) {
      const results = asked.get(work) ?? found.get(work);
      if (results === undefined || unless.some((one) => worked.has(one))) continue;
      const { messages, hasWorked = false } = await work.begin(context, results, asked.has(work));
      await enqueue(context.queue, messages);
      if (hasWorked) worked.add(work);
      hasBegun ||= hasWorked || messages.length > 0;
    }
  }
  return hasBegun;
}

/** The entries in order of dependence. Entries of one wave are asked together. */
function wavesOf(registry: readonly Entry[]): Iterable<Entry[]> {
  const depths = new Map<Work, number>();
  for (const { work, after = [], unless = [] } of registry) {
    const before = [...after, ...unless].map((one) => (depths.get(one) ?? 0) + 1);
    depths.set(work, Math.max(0, ...before));
  }
  const waves = Map.groupBy(registry, ({ work }) => depths.get(work) ?? 0);
  return [...waves].toSorted(([a], [b]) => a - b).map(([, wave]) => wave);
}
