import * as z from "zod/mini";
import { runBatch, runNamed } from "#worker/db/batch.ts";
import type { Read, Statement } from "#worker/db/statements.ts";
import type { REACTIONS } from "#worker/db/triggers/all.ts";
import type { Reactions } from "#worker/db/triggers/reaction.ts";
import type { Context } from "#worker/env.ts";
import type { Work } from "./define-work.ts";
import { enqueue, isOfSlow, selectUnsent, sendUnsent } from "./enqueue.ts";

/** A line of the registry. */
export type RegistryEntry = {
  work: Work;
  /** When one of these has worked, this work is asked again whether something waits for it. None: the cron asks every minute. */
  after: readonly Work[];
  /** When one of these has worked in an invocation, this work does not begin in it. */
  unless?: readonly Work[];
  /** The triggers that make it due. A function of them: the Worker itself does not need their SQL. */
  markedBy?: (reactions: typeof REACTIONS) => Reactions[];
};

const bodySchema = z.object({ kind: z.string() });

/** The work of a message and its slice. Throws if this version does not know it. */
export function readWork(registry: readonly RegistryEntry[], body: unknown) {
  const { kind } = bodySchema.parse(body);
  const entry = registry.find(({ work }) => work.kind === kind);
  if (entry === undefined) throw new Error("No work of this kind is registered.");
  return { kind, work: entry.work, ...entry.work.read(body) };
}

type Found = Record<string, readonly unknown[]>;

/**
 * For the cron of every minute: one round trip asks for all that waits, and reads `also`. `begin` begins what waits for these entries,
 * and returns whether anything did; in most minutes nothing does. Messages that wait for a queue show whether the queue takes any: if
 * not, this minute sends it no others.
 */
export async function findAllDue<const Also extends Read<unknown>>(
  context: Context,
  registry: readonly RegistryEntry[],
  also: Also,
) {
  const questions = Object.entries(
    statementsOf(
      context,
      registry.map(({ work }) => work),
    ),
  );
  const statements = questions.flatMap(([, asked]) => asked);
  const [read, unsent, ...results] = await runBatch(context.db, [
    also,
    selectUnsent(),
    ...statements,
  ]);
  const left: unknown[] = results;
  const found = Object.fromEntries(
    questions.map(([kind, asked]) => [kind, left.splice(0, asked.length)]),
  );
  return {
    also: read,
    begin: async (entries: readonly RegistryEntry[]) => {
      const readMessage = (body: unknown) => readWork(registry, body).message;
      const refusing = await sendUnsent(context, unsent, readMessage);
      const hasBegun = await beginInOrder(context, entries, new Set(), found, refusing);
      return hasBegun || unsent.length > 0;
    },
  };
}

/** Begins what waits because of work that was done here. */
export async function beginAfter(
  context: Context,
  registry: readonly RegistryEntry[],
  done: Work,
): Promise<void> {
  await beginInOrder(context, registry, new Set([done]), {});
}

/** Begins what is due of these kinds, now and not when the cron asks. */
export async function beginDue(context: Context, ...works: Work[]): Promise<void> {
  const entries = works.map((work) => ({ work, after: [] }));
  await beginInOrder(context, entries, new Set(), await ask(context, works));
}

function statementsOf(
  context: Context,
  works: readonly Work[],
): Record<string, readonly Statement[]> {
  const now = Date.now();
  return Object.fromEntries(
    works.flatMap(({ kind, due }) => (due === undefined ? [] : [[kind, due(context, now)]])),
  );
}

/** The results of `due` of each, by their kinds. One round trip. */
function ask(context: Context, works: readonly Work[]): Promise<Found> {
  return runNamed(context.db, statementsOf(context, works));
}

/**
 * `worked`: what has worked in this invocation; the work that follows it is asked again. `refusing`: the queues that take no messages,
 * as `isSlow`: nothing is sent to them, and work that begins without a message begins all the same. Returns whether anything began.
 */
async function beginInOrder(
  context: Context,
  registry: readonly RegistryEntry[],
  worked: Set<Work>,
  found: Found,
  refusing = new Set<boolean>(),
): Promise<boolean> {
  let hasBegun = false;
  for (const wave of wavesOf(registry)) {
    const stale = wave.filter(({ after }) => after.some((work) => worked.has(work)));
    const asked = await ask(
      context,
      stale.map(({ work }) => work),
    );
    for (const { work, unless = [] } of wave) {
      const results = asked[work.kind] ?? found[work.kind];
      if (results === undefined || unless.some((other) => worked.has(other))) continue;
      const isAfter = asked[work.kind] !== undefined;
      const {
        messages,
        hasWorked = false,
        sent = [],
      } = await work.begin(context, results, isAfter);
      const isSlow = isOfSlow(messages[0]);
      if (messages.length > 0 && !refusing.has(isSlow)) {
        if (await enqueue(context, messages)) await runBatch(context.db, sent);
        else refusing.add(isSlow);
      }
      if (hasWorked) worked.add(work);
      hasBegun ||= hasWorked || messages.length > 0;
    }
  }
  return hasBegun;
}

/** The entries in order of dependence. Entries of one wave are asked together. */
function wavesOf(registry: readonly RegistryEntry[]): Iterable<RegistryEntry[]> {
  const depths = new Map<Work, number>();
  for (const { work, after, unless = [] } of registry) {
    const before = [...after, ...unless].map((other) => (depths.get(other) ?? 0) + 1);
    depths.set(work, Math.max(0, ...before));
  }
  const waves = Map.groupBy(registry, ({ work }) => depths.get(work) ?? 0);
  return [...waves].toSorted(([a], [b]) => a - b).map(([, wave]) => wave);
}
