import * as z from "zod/mini";
import { eventDigest, personalDigest, personalValues } from "./canonical.ts";
import type { SealedEvent } from "./canonical.ts";
import type { LoggedRow, readSurroundings } from "./verify-store.ts";

type Surroundings = Awaited<ReturnType<typeof readSurroundings>>;

/** Why a row may differ from what was sealed. `isSealed`: a sealed event says so, and not only rows that anyone could add. */
type Reason = { eventId: string; isSealed: boolean };

const mergeDetail = z.object({ absorbedId: z.string() });

/**
 * What the log itself says of merged and deleted accounts and of moves that were undone. Only events count: tables beside the log
 * are covered by no seal.
 */
export async function findReasons({ seals, explaining, rewriting }: Surroundings) {
  const lastSeq = seals.at(-1)?.lastSeq ?? 0;
  const absorbed = new Map<string, Set<string>>();
  const merges = new Map<string, Reason>();
  const moves = new Map<string, Reason>();
  const deletions: { id: string; name: string | null; reason: Reason }[] = [];
  let waiting = explaining;
  // A merge may be about an account that absorbed others before: its event is verified with their ids.
  for (let isNew = true; isNew;) {
    isNew = false;
    const unverified: LoggedRow[] = [];
    for (const row of waiting) {
      const { event } = row;
      if (event === null) continue;
      const isSealed = row.seq <= lastSeq && row.fingerprint !== null;
      const isSound = !isSealed || isVerified(await matchRow(row, absorbed), event);
      if (isSound) take(event, { eventId: event.id, isSealed });
      else unverified.push(row);
      isNew ||= isSound;
    }
    waiting = unverified;
  }
  for (const { userId, intoId, pseudonym } of rewriting) {
    const reason = { eventId: `the rewriting of ${userId}`, isSealed: false };
    if (pseudonym === null) absorb(userId, intoId, reason);
    else deletions.push({ id: intoId, name: pseudonym, reason });
  }

  function take(event: SealedEvent, reason: Reason) {
    if (event.kind === "community_move_undone") keepBest(moves, String(event.requestId), reason);
    if (event.kind === "account_deleted") {
      const name = event.subjectName === null ? null : String(event.subjectName);
      deletions.push({ id: String(event.subjectId), name, reason });
    }
    if (event.kind === "accounts_merged") {
      const { success, data } = z.safeParse(mergeDetail, parseJson(event.detail));
      if (success) absorb(data.absorbedId, String(event.subjectId), reason);
    }
  }

  function absorb(fromId: string, intoId: string, reason: Reason) {
    absorbed.set(intoId, new Set([...(absorbed.get(intoId) ?? []), fromId]));
    keepBest(merges, fromId, reason);
  }

  /** Why a row that does not match by itself is as it is; undefined: nothing explains it. */
  function reasonOf(match: Match, event: SealedEvent | null): Reason | undefined {
    if (match.kind === "removed") return moves.get(match.move);
    if (match.kind === "erased" && event !== null) {
      const values = new Set(personalValues(event).map(String));
      const detail = String(event.detail);
      const of = deletions.filter(
        ({ id, name }) => values.has(id) || (name !== null && detail.includes(name)),
      );
      return (of.find(({ reason }) => reason.isSealed) ?? of[0])?.reason;
    }
    if (match.kind !== "sealed" || event === null) return undefined;
    const former = [match.as.actorId, match.as.subjectId].filter(
      (id, at) => id !== [event.actorId, event.subjectId][at],
    );
    const reasons = former.map((id) => merges.get(String(id)));
    return reasons.find((reason) => reason?.isSealed === false) ?? reasons[0];
  }

  return { absorbed, reasonOf };
}

/** For a deletion or an undone move, kind, place and time of the event are enough: they are never erased. */
function isVerified(match: Match, { kind }: SealedEvent): boolean {
  return match.kind === "sealed" || (match.kind === "erased" && kind !== "accounts_merged");
}

function keepBest(map: Map<string, Reason>, key: string, reason: Reason) {
  if (map.get(key)?.isSealed !== true) map.set(key, reason);
}

function parseJson(text: SealedEvent["detail"]): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** How a sealed row stands to its fingerprint, as far as the two tell by themselves. */
type Match =
  /** The event is as it was sealed, with the ids of these users: those of today, or of accounts that they have absorbed. */
  | { kind: "sealed"; as: Users }
  /** All but the personal fields is as it was sealed, and those can no longer be compared. */
  | { kind: "erased" }
  | { kind: "removed"; move: string }
  | { kind: "changed" | "missing" | "inserted" };

type Users = Pick<SealedEvent, "actorId" | "subjectId">;

/** Compares a row that a seal covers. `absorbed`: by account, the ids that its events may have had. */
export async function matchRow(
  { event, fingerprint }: LoggedRow,
  absorbed: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Match> {
  if (fingerprint === null) return { kind: "inserted" };
  const { salt, personal, digest, eventId, removedByMove } = fingerprint;
  if (event === null) {
    return removedByMove === null ? { kind: "missing" } : { kind: "removed", move: removedByMove };
  }
  const isWhole = event.id === eventId && removedByMove === null;
  if (!isWhole || (await eventDigest(event, personal)) !== digest) return { kind: "changed" };
  if (salt === null) return { kind: "erased" };
  const idsOf = (id: SealedEvent["actorId"]) => [id, ...(absorbed.get(String(id)) ?? [])];
  for (const actorId of idsOf(event.actorId)) {
    for (const subjectId of idsOf(event.subjectId)) {
      const form = { ...event, actorId, subjectId };
      if ((await personalDigest(form, salt)) === personal) {
        return { kind: "sealed", as: { actorId, subjectId } };
      }
    }
  }
  return { kind: "changed" };
}
