import { eventDigest, personalDigest } from "./canonical.ts";
import type { SealedEvent } from "./canonical.ts";
import type { LoggedRow } from "./verify-store.ts";

/** How a sealed row stands to its fingerprint, as far as the two tell by themselves. */
export type Match =
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
