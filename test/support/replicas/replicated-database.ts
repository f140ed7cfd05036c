import { env } from "cloudflare:workers";
import type { D1Database, D1Result } from "@cloudflare/workers-types";
import { emptyDatabase } from "#test/support/workerd/empty-database.ts";
import { override } from "#test/support/workerd/counting-database.ts";

type Source = { query: string; values: unknown[] };
type Execute = (sources: Source[]) => Promise<D1Result[]>;
type Prepared = {
  source: Source;
  bind: (...values: unknown[]) => Prepared;
  all: () => Promise<D1Result>;
  run: () => Promise<D1Result>;
  first: () => Promise<unknown>;
  raw: () => Promise<unknown[][]>;
};

const READ = /^\s*(select|with)\b/i;
const ENTRIES_AT_ONCE = 40;

/**
 * D1 with two read replicas, at the boundary of its binding: the primary and the replicas are databases of their own, and a replica
 * executes what the primary has executed, in its order, when it is due. `lagMs` is asked before each read: how far behind the next
 * replica may be. A session reads what its bookmark asks for at least; bookmarks count the batches that have written.
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 */
export async function replicatedDatabase() {
  await Promise.all([env.REPLICA_1, env.REPLICA_2].map(emptyDatabase));
  const log: { at: number; sources: Source[] }[] = [];
  const replicas = [env.REPLICA_1, env.REPLICA_2].map((db) => ({ db, applied: 0 }));
  let reads = 0;
  const simulation = {
    lagMs: (): number => 0,
    areReplicasDown: false,
    /** Round trips. */
    primary: 0,
    replica: 0,
    /** What a session at a replica was asked and should not have been. */
    mistakes: [] as string[],
    binding,
  };

  const inOrder = queue();
  const onPrimary: Execute = (sources) =>
    inOrder(async () => {
      simulation.primary += 1;
      const results = await execute(env.DB, sources);
      const hasWritten = results.some(({ meta }) => meta.changed_db || meta.changes > 0);
      if (hasWritten) log.push({ at: Date.now(), sources });
      return results;
    });

  const replicaInOrder = replicas.map(() => queue());
  async function onReplica(sources: Source[], atLeast: number) {
    simulation.replica += 1;
    if (simulation.areReplicasDown) throw new Error("D1_ERROR: The replica does not answer.");
    if (atLeast > log.length) {
      simulation.mistakes.push("a bookmark that D1 has not given");
      throw new Error("D1_ERROR: Invalid bookmark.");
    }
    const index = (reads += 1) % replicas.length;
    const replica = replicas[index];
    const oneByOne = replicaInOrder[index];
    if (replica === undefined || oneByOne === undefined) throw new Error("There are two.");
    const due = Date.now() - simulation.lagMs();
    return oneByOne(async () => {
      const target = Math.max(atLeast, log.filter(({ at }) => at <= due).length);
      while (replica.applied < target) {
        const next = log.slice(
          replica.applied,
          Math.min(target, replica.applied + ENTRIES_AT_ONCE),
        );
        await execute(
          replica.db,
          next.flatMap((entry) => entry.sources),
        );
        replica.applied += next.length;
      }
      const results = await execute(replica.db, sources);
      const served = { served_by_primary: false, served_by_region: "WNAM" };
      const answers = results.map((one) => ({ ...one, meta: { ...one.meta, ...served } }));
      return { answers, position: replica.applied };
    });
  }

  /** The same database as another isolate has it. */
  function binding(): D1Database {
    return override(env.DB, {
      ...statementsOn(onPrimary),
      withSession: (constraint = "first-unconstrained") => openSession(constraint),
    });
  }

  function openSession(constraint: string) {
    let bookmark: string | null = constraint.startsWith("first-") ? null : constraint;
    let isFirstAtPrimary = constraint === "first-primary";
    const send: Execute = async (sources) => {
      const isWrite = sources.some(({ query }) => !READ.test(query));
      if (isFirstAtPrimary || isWrite) {
        if (!isFirstAtPrimary) simulation.mistakes.push(`a write: ${sources[0]?.query}`);
        isFirstAtPrimary = false;
        const results = await onPrimary(sources);
        bookmark = bookmarkOf(log.length);
        return results;
      }
      const { answers, position } = await onReplica(sources, positionOf(bookmark));
      bookmark = bookmarkOf(position);
      return answers;
    };
    return { ...statementsOn(send), getBookmark: () => bookmark };
  }

  return simulation;
}

/** One act after the other. */
function queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(act: () => Promise<Value>): Promise<Value> => {
    const done = last.then(act, act);
    last = done.catch(() => undefined);
    return done;
  };
}

const REST = `-00000000-00004e2f-${"0".repeat(32)}`;
const bookmarkOf = (position: number) => position.toString(16).padStart(8, "0") + REST;

function positionOf(bookmark: string | null): number {
  if (bookmark === null) return 0;
  const position = Number.parseInt(bookmark.slice(0, 8), 16);
  return bookmarkOf(position) === bookmark ? position : Infinity;
}

function execute(db: D1Database, sources: Source[]): Promise<D1Result[]> {
  return db.batch(sources.map(({ query, values }) => db.prepare(query).bind(...values)));
}

/** `prepare` and `batch` of D1; Drizzle executes single statements. */
function statementsOn(send: Execute) {
  const one = async (source: Source) => {
    const [result] = await send([source]);
    if (result === undefined) throw new Error("D1 answers every statement.");
    return result;
  };
  const prepared = (source: Source): Prepared => ({
    source,
    bind: (...values: unknown[]) => prepared({ ...source, values }),
    all: () => one(source),
    run: () => one(source),
    first: async () => (await one(source)).results[0] ?? null,
    // Columns of the same name are merged, as the tests that use this read none.
    raw: async () => (await one(source)).results.map((row) => Object.values(Object(row))),
  });
  return {
    prepare: (query: string) => prepared({ query, values: [] }),
    batch: (statements: Prepared[]) => send(statements.map(({ source }) => source)),
  };
}
