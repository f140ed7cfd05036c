import { instantOf } from "#worker/audit/event-id.ts";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { sealHash } from "./canonical.ts";
import type { SealedEvent } from "./canonical.ts";
import { findReasons, matchRow } from "./reasons.ts";
import { selectLastSeal } from "./store.ts";
import { readPage, readSurroundings } from "./verify-store.ts";
import type { LoggedRow } from "./verify-store.ts";

type Seals = Awaited<ReturnType<typeof readSurroundings>>["seals"];

export type SealFinding = {
  /**
   * `changed`: a field of the event. `missing`: the event. `inserted`: the event was not there when the log was sealed. `late`: it
   * claims a time up to which the log had been sealed. `pending`: it differs, and the event that explains it is not sealed yet. `fingerprints`: those of a seal's events. `seal`: a link of the chain.
   * `head`: the seal is not the one that was noted.
   */
  kind: "changed" | "missing" | "inserted" | "pending" | "late" | "fingerprints" | "seal" | "head";
  seal: number | null;
  seq: number | null;
  eventId: string | null;
  /** What explains a `pending` finding. */
  reason?: string;
};

export type Verification = {
  findings: SealFinding[];
  sealed: number;
  unsealed: number;
  /** Sealed events whose personal fields were erased with an account. */
  erased: number;
  /** Sealed events that the undoing of a move has deleted. */
  removed: number;
  /** Sealed events that have the id of an account which has absorbed another. */
  merged: number;
  /** The sealed events that explain the erased, removed and merged ones. */
  reasons: string[];
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
  const findings: SealFinding[] = [];
  const { absorbed, reasonOf } = await findReasons(around);
  const counts = { sealed: 0, unsealed: 0, erased: 0, removed: 0, merged: 0 };
  const reasons = new Set<string>();
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

  /** What is wrong with a row; undefined if it is sound, and counted. */
  async function judge(row: LoggedRow, seal: number | null) {
    if (seal === null && row.event !== null) {
      counts.unsealed += 1;
      return undefined;
    }
    const match = await matchRow(row, absorbed);
    const reason = reasonOf(match, row.event);
    if (reason?.isSealed === false) return { kind: "pending" as const, reason: reason.eventId };
    if (reason !== undefined) reasons.add(reason.eventId);
    switch (match.kind) {
      case "sealed":
        counts[reason === undefined ? "sealed" : "merged"] += 1;
        return undefined;
      case "erased":
        if (reason === undefined) return { kind: "changed" as const };
        counts.erased += 1;
        return undefined;
      case "removed":
        if (reason === undefined) return { kind: "missing" as const };
        counts.removed += 1;
        return undefined;
      default:
        return { kind: match.kind };
    }
  }

  for (
    let after = Number.MIN_SAFE_INTEGER, page: LoggedRow[];
    ;
    after = page.at(-1)?.seq ?? after
  ) {
    page = await readPage(db, { after, limit: PAGE });
    for (const row of page) {
      while (seals[current] !== undefined && row.seq > (seals[current]?.lastSeq ?? 0)) {
        await finishSeal();
      }
      const number = seals[current]?.number ?? null;
      const found = await judge(row, number);
      if (found !== undefined)
        findings.push({ ...found, seal: number, seq: row.seq, eventId: row.eventId });
      if (found === undefined && row.event && isLate(row.event, seals.slice(0, current))) {
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
  return { findings, ...counts, reasons: [...reasons], head: seals.at(-1) };
}

function isNoted(
  seal: { number: number; hash: string },
  noted: { number: number; hash: string },
): boolean {
  return seal.number === noted.number && seal.hash === noted.hash;
}

function ofSeal(kind: SealFinding["kind"], seal: number): SealFinding {
  return { kind, seal, seq: null, eventId: null };
}

function isLate(event: SealedEvent, before: Seals): boolean {
  if (event.log === "discord") return false;
  const complete = before.findLast(({ isComplete }) => isComplete);
  return complete !== undefined && instantOf(event.id) < complete.createdAt.getTime() - LATE_MS;
}
