import { instantOf } from "#worker/audit/event-id.ts";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { eventDigest, personalDigest, personalValues, sealHash } from "./canonical.ts";
import type { SealedEvent } from "./canonical.ts";
import { selectLastSeal } from "./store.ts";
import { readPage, readSurroundings } from "./verify-store.ts";
import type { LoggedRow, Surroundings } from "./verify-store.ts";

export type Finding = {
  /**
   * `changed`: a field of the event. `missing`: the event. `inserted`: the event was not there when the log was sealed. `late`: it
   * claims a time up to which the log had been sealed. `fingerprints`: those of a seal's events. `seal`: a link of the chain.
   * `head`: the seal is not the one that was noted.
   */
  kind: "changed" | "missing" | "inserted" | "late" | "fingerprints" | "seal" | "head";
  seal: number | null;
  seq: number | null;
  eventId: string | null;
};

export type Verification = {
  findings: Finding[];
  sealed: number;
  unsealed: number;
  /** Sealed events whose personal fields were erased with an account. */
  erased: number;
  /** Sealed events that the undoing of a move has deleted. */
  removed: number;
  head: { number: number; hash: string; createdAt: Date } | undefined;
};

const PAGE = 1_000;
/** Events of Discord are reserved before Discord is asked, and may be recorded after an outage. */
const LATE_MS = 24 * 60 * 60 * 1000;

/** Compares the whole log with its seals. `noted`: a seal that was noted elsewhere. */
export async function verifyLog(
  db: Database,
  noted?: { number: number; hash: string },
): Promise<Verification> {
  const around = await readSurroundings(db);
  const { seals } = around;
  const findings: Finding[] = [];
  const counts = { sealed: 0, unsealed: 0, erased: 0, removed: 0 };
  let current = 0;
  let digests: string[] = [];
  let fingerprintsAfterSeals = 0;

  async function finishSeal() {
    const seal = seals[current];
    if (seal === undefined) return;
    const previous = seals[current - 1];
    const isNext = seal.number === (previous?.number ?? 0) + 1;
    const hash = await sealHash(seal, previous?.hash ?? "", digests);
    if (digests.length !== seal.eventCount) findings.push(ofSeal("fingerprints", seal.number));
    else if (!isNext || hash !== seal.hash) findings.push(ofSeal("seal", seal.number));
    digests = [];
    current += 1;
  }

  for (let after = 0, page: LoggedRow[]; ; after = page.at(-1)?.seq ?? after) {
    page = await readPage(db, { after, limit: PAGE });
    for (const row of page) {
      while (seals[current] !== undefined && row.seq > (seals[current]?.lastSeq ?? 0)) {
        await finishSeal();
      }
      const number = seals[current]?.number ?? null;
      const found = await checkRow(row, number, around);
      if (found.kind === "sound") counts[found.as] += 1;
      else findings.push({ kind: found.kind, seal: number, seq: row.seq, eventId: row.eventId });
      if (found.kind === "sound" && row.event && isLate(row.event, seals.slice(0, current))) {
        findings.push({ kind: "late", seal: number, seq: row.seq, eventId: row.eventId });
      }
      if (row.fingerprint === null) continue;
      if (number === null) fingerprintsAfterSeals += 1;
      else digests.push(row.fingerprint.digest);
    }
    if (page.length < PAGE) break;
  }
  while (current < seals.length) await finishSeal();
  const last = seals.at(-1)?.number ?? 0;
  // While this read, the job may have made another seal.
  const [newest] = fingerprintsAfterSeals > 0 ? await run(db, selectLastSeal()) : [];
  if (fingerprintsAfterSeals > 0 && (newest?.number ?? 0) === last) {
    findings.push(ofSeal("fingerprints", last + 1));
  }

  if (noted !== undefined && !seals.some((seal) => isNoted(seal, noted))) {
    findings.push(ofSeal("head", noted.number));
  }
  return { findings, ...counts, head: seals.at(-1) };
}

function isNoted(
  seal: { number: number; hash: string },
  noted: { number: number; hash: string },
): boolean {
  return seal.number === noted.number && seal.hash === noted.hash;
}

function ofSeal(kind: Finding["kind"], seal: number): Finding {
  return { kind, seal, seq: null, eventId: null };
}

type Checked =
  | { kind: "changed" | "missing" | "inserted" }
  | { kind: "sound"; as: "sealed" | "unsealed" | "erased" | "removed" };

async function checkRow(
  { event, fingerprint }: LoggedRow,
  seal: number | null,
  around: Surroundings,
): Promise<Checked> {
  if (seal === null && event !== null) return { kind: "sound", as: "unsealed" };
  if (fingerprint === null) return { kind: "inserted" };
  if (event === null) {
    const isUndone = around.undoneMoves.has(fingerprint.removedByMove ?? "");
    return isUndone ? { kind: "sound", as: "removed" } : { kind: "missing" };
  }
  const { salt, personal, digest, eventId } = fingerprint;
  if (event.id !== eventId || (await eventDigest(event, personal)) !== digest) {
    return { kind: "changed" };
  }
  if (salt === null) {
    return isErased(event, around) ? { kind: "sound", as: "erased" } : { kind: "changed" };
  }
  for (const form of formsOf(event, around)) {
    if ((await personalDigest(form, salt)) === personal) return { kind: "sound", as: "sealed" };
  }
  return { kind: "changed" };
}

/** The event as it is, then with the ids of accounts that its users have absorbed. */
function formsOf(event: SealedEvent, { absorbed }: Surroundings): SealedEvent[] {
  const idsOf = (id: SealedEvent["actorId"]) => [id, ...(absorbed.get(String(id)) ?? [])];
  return idsOf(event.actorId).flatMap((actorId) =>
    idsOf(event.subjectId).map((subjectId) => ({ ...event, actorId, subjectId })),
  );
}

/** Whether the event is about an account that was deleted, as the log tells. */
function isErased(event: SealedEvent, { formerUsers, formerNames }: Surroundings): boolean {
  const text = personalValues(event);
  return (
    text.some((value) => formerUsers.has(String(value))) ||
    formerNames.some((name) => String(event.detail).includes(name))
  );
}

function isLate(event: SealedEvent, before: Surroundings["seals"]): boolean {
  if (event.log === "discord") return false;
  const complete = before.findLast(({ isComplete }) => isComplete);
  return complete !== undefined && instantOf(event.id) < complete.createdAt.getTime() - LATE_MS;
}
