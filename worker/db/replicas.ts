import type { D1Database } from "@cloudflare/workers-types";
import { isKeyedHash, keyedHash } from "#worker/ground/crypto.ts";
import type { Keyring } from "#worker/ground/crypto.ts";
import { openDatabase } from "./database.ts";
import type { Binding, Database } from "./database.ts";

/** What ends at the primary is read at a replica for at most this long (docs/decisions/0098-reads-from-replicas.md). */
export const MAX_LAG_SECONDS = 30;
const MAX_LAG_MS = MAX_LAG_SECONDS * 1000;
/** From this age on, the isolate asks the primary for a newer state, behind a response. */
const RENEW_AFTER_MS = MAX_LAG_MS / 2;
const PURPOSE = "bookmarks";

/** A state of the database: that of the bookmark, which is no older than that of the primary at `asOf`, in milliseconds. */
type Seen = { bookmark: string; asOf: number };

type Replicated = Binding & Pick<D1Database, "withSession">;
type Isolate = { newest?: Seen; renewedAt: number };

/** What this isolate has seen of the database behind a binding. */
const isolates = new WeakMap<Replicated, Isolate>();

/**
 * Where a read from a replica may begin: with what the browser has seen, and with a state of the primary that is new enough, of the
 * browser or of this isolate. Undefined: at the primary. D1's bookmarks sort from the oldest to the newest
 * (https://developers.cloudflare.com/d1/reference/glossary/).
 */
function startOfRead(
  presented: Seen | undefined,
  known: Seen | undefined,
  now: number,
): Seen | undefined {
  if (presented === undefined) return undefined;
  const start = known === undefined ? presented : newerOf(presented, known);
  // A time far in the future comes from a machine whose clock is wrong.
  return Math.abs(now - start.asOf) <= MAX_LAG_MS ? start : undefined;
}

/** The newer bookmark with the later time: each bookmark is no older than its own time, so the newer one is no older than both. */
function newerOf(one: Seen, other: Seen): Seen {
  return {
    bookmark: one.bookmark > other.bookmark ? one.bookmark : other.bookmark,
    asOf: Math.max(one.asOf, other.asOf),
  };
}

/**
 * The database for one request. `presented` is what its browser has seen; undefined for a request that belongs to the primary. Each
 * batch is a session of its own, so that one that belongs to the primary goes there. What fails at a replica is asked again at the
 * primary.
 */
export function openReplicated(binding: Replicated, presented: Seen | undefined) {
  const isolate = isolateOf(binding);
  const start = startOfRead(presented, isolate.newest, Date.now());
  let seen = start;
  let isAtReplica = start !== undefined;
  const primary = openDatabase(binding, begin, () => isAtReplica);

  function begin(): Binding {
    const from = isAtReplica ? start : undefined;
    const asOf = from?.asOf ?? Date.now();
    const session = binding.withSession(from && seen ? seen.bookmark : "first-primary");
    return {
      prepare: (query) => session.prepare(query),
      batch: async (statements) => {
        const results = await session.batch<never>(statements);
        const bookmark = session.getBookmark();
        if (bookmark !== null) {
          const state = { bookmark, asOf };
          seen = seen === undefined ? state : newerOf(seen, state);
          isolate.newest = isolate.newest === undefined ? state : newerOf(isolate.newest, state);
        }
        return results;
      },
    };
  }

  function usePrimary(): boolean {
    const wasAtReplica = isAtReplica;
    isAtReplica = false;
    return wasAtReplica;
  }

  const db: Database = {
    ...primary,
    usePrimary,
    send: async (queries) => {
      try {
        return await primary.send(queries);
      } catch (error) {
        if (!usePrimary()) throw error;
        return primary.send(queries);
      }
    },
  };
  /** What the browser has seen after the request; undefined if it knows that. */
  const newlySeen = () =>
    seen?.bookmark === presented?.bookmark && seen?.asOf === presented?.asOf ? undefined : seen;
  const isRenewalDue = () =>
    start !== undefined && Date.now() - Math.max(start.asOf, isolate.renewedAt) > RENEW_AFTER_MS;
  return { db, newlySeen, isRenewalDue };
}

/** Asks the primary for its state, so that the reads of this isolate may go on at replicas. */
export async function renewNewest(binding: Replicated): Promise<void> {
  isolateOf(binding).renewedAt = Date.now();
  const { db } = openReplicated(binding, undefined);
  await db.send([{ sql: "select 1", params: [] }]);
}

function isolateOf(binding: Replicated): Isolate {
  const isolate = isolates.get(binding) ?? { renewedAt: 0 };
  isolates.set(binding, isolate);
  return isolate;
}

/**
 * The state for a browser to present with its next request. It begins with the bookmark, so that a browser can tell the newer one of
 * two. Signed, because a browser must not choose the time for itself.
 */
export async function formatSeen(keyring: Keyring, { bookmark, asOf }: Seen): Promise<string> {
  const text = `${bookmark}~${asOf}`;
  return `${text}~${await keyedHash(keyring, text, PURPOSE)}`;
}

const FORMAT = /^(([\w-]{1,128})~(\d{13}))~([\w-]{8}\.[\w-]{43})$/;

/** Undefined for anything that this Muster has not signed. */
export async function readSeen(
  keyring: Keyring,
  header: string | undefined,
): Promise<Seen | undefined> {
  const [, text, bookmark, asOf, hash] = FORMAT.exec(header ?? "") ?? [];
  if (text === undefined || bookmark === undefined || hash === undefined) return undefined;
  if (!(await isKeyedHash(keyring, text, PURPOSE, hash))) return undefined;
  return { bookmark, asOf: Number(asOf) };
}
