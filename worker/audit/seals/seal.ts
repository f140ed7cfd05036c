import { instantOf } from "#worker/audit/event-id.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { startJob } from "#worker/work/job-runs.ts";
import { eventDigest, personalDigest, SEAL_VERSION, sealHash } from "./canonical.ts";
import type { SealedEvent } from "./canonical.ts";
import { insertSeal, selectLastSeal, selectUnsealed } from "./store.ts";

/**
 * Events younger than this may still change: repeated edits are merged for five minutes, and a batch may wait for D1
 * (docs/decisions/0035-repeated-edits-are-one-event.md).
 */
const SETTLED_MS = 10 * 60 * 1000;
const SALT_BYTES = 16;

/**
 * Seals the events since the last seal; returns how many. A job of every hour; what an invocation leaves, the queue continues. The
 * seal and its digests are one batch, so an invocation may end anywhere.
 */
export async function sealLog(context: Context): Promise<number> {
  const { slices, events } = BUDGETS[context.config.PLAN].sealing;
  let sealed = 0;
  for (let slice = 0; slice < slices; slice += 1) {
    const { count, isComplete } = await sealSlice(context, events);
    sealed += count;
    if (isComplete) return sealed;
  }
  await startJob(context, "audit-seal");
  return sealed;
}

async function sealSlice({ db }: Context, limit: number) {
  const [[last], found] = await runBatch(db, [selectLastSeal(), selectUnsealed({ limit })]);
  const createdAt = new Date();
  const settled = settledOf(found, createdAt.getTime() - SETTLED_MS);
  const isComplete = found.length < limit || settled.length < found.length;
  const newest = settled.at(-1);
  if (newest === undefined) return { count: 0, isComplete };

  const digests = await Promise.all(
    settled.map(async (event) => {
      const salt = randomToken(SALT_BYTES);
      const personal = await personalDigest(event, salt);
      const digest = await eventDigest(event, personal);
      return { seq: event.seq, eventId: event.id, salt, personal, digest };
    }),
  );
  const seal = {
    number: (last?.number ?? 0) + 1,
    version: SEAL_VERSION,
    lastSeq: newest.seq,
    eventCount: settled.length,
    isComplete,
    createdAt,
  };
  const hash = await sealHash(
    seal,
    last?.hash ?? "",
    digests.map(({ digest }) => digest),
  );
  try {
    await runBatch(db, insertSeal({ ...seal, hash }, settled, digests));
  } catch (error) {
    // Another invocation was faster, or an account was deleted in the meantime. The next hour continues.
    if (error instanceof GuardFailed) return { count: 0, isComplete: true };
    throw error;
  }
  return { count: settled.length, isComplete };
}

/** Events up to the first that may still change: a seal covers a prefix of the order of commits. */
function settledOf(events: SealedEvent[], until: number): SealedEvent[] {
  const young = events.findIndex(({ id }) => instantOf(id) > until);
  return young === -1 ? events : events.slice(0, young);
}
