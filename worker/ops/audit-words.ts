import { instantOf } from "#worker/audit/event-id.ts";
import { readFingerprint, toFingerprint } from "#worker/audit/seals/canonical.ts";
import type { SealFinding, Verification } from "#worker/audit/seals/verify.ts";

const SHOWN_FINDINGS = 50;

const WORDS: Record<SealFinding["kind"], string> = {
  changed: "was changed after it was sealed",
  missing: "was deleted",
  pending: "differs, and what explains it is not sealed yet: verify again after the next seal",
  inserted: "was inserted between sealed events",
  late: "claims a time at which it was not in the log",
  fingerprints: "has lost or gained fingerprints of events",
  seal: "does not fit its events and the seal before it",
  head: "is not the one that was noted: the log was sealed again from an earlier event on",
};

export function readNoted(text: string) {
  const noted = readFingerprint(text);
  if (noted === undefined)
    throw new Error("--head takes a fingerprint as the settings show it: 123:….");
  return noted;
}

/** For the person at the terminal. */
export function auditInWords(
  { findings, sealed, unsealed, erased, removed, merged, reasons, head }: Verification,
  noted: { number: number } | undefined,
): string {
  const counts = [
    `${number(sealed)} events are as they were sealed`,
    ...(erased ? [`${number(erased)} are of deleted accounts, without personal data`] : []),
    ...(merged
      ? [`${number(merged)} are of merged accounts, and had the id of the other one`]
      : []),
    ...(removed ? [`${number(removed)} were removed when a move was undone`] : []),
    `${number(unsealed)} are not sealed yet`,
  ];
  const isSound = findings.length === 0;
  if (isSound && head === undefined)
    return "Nothing is sealed yet: the first seal is made within an hour.";
  return [
    `${isSound ? "The log is sound" : `The log was tampered with in ${number(findings.length)} places`}: ${counts.join("; ")}.`,
    ...findings.slice(0, SHOWN_FINDINGS).map((finding) => `  ${describe(finding)}`),
    ...(findings.length > SHOWN_FINDINGS
      ? [`  … and ${number(findings.length - SHOWN_FINDINGS)} more`]
      : []),
    ...(reasons.length > 0
      ? [`What differs is explained by sealed events: ${reasons.join(", ")}.`]
      : []),
    head === undefined
      ? "There is no seal."
      : `Newest seal: ${toFingerprint(head)}${timeOf(head.createdAt)}.`,
    ...(noted === undefined
      ? [
          "To find out whether the whole log was sealed anew, compare it with a fingerprint that you have noted: --head <fingerprint>.",
        ]
      : []),
  ].join("\n");
}

function describe({ kind, seal, seq, eventId, reason }: SealFinding): string {
  const event = seq === null ? `Seal ${seal}` : `Event ${seq}${identify(eventId)}`;
  const by = reason === undefined ? "" : ` (${reason})`;
  return `${event} ${WORDS[kind]}${by}${seq !== null && seal !== null ? `, seal ${seal}` : ""}.`;
}

/** What was changed may have no time. */
function identify(eventId: string | null): string {
  if (eventId === null || eventId === "") return "";
  return ` (${eventId}${timeOf(new Date(instantOf(eventId)))})`;
}

function timeOf(at: Date): string {
  return Number.isNaN(at.getTime()) ? "" : ` of ${at.toISOString()}`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}
