import { instantOf } from "#worker/audit/event-id.ts";
import { readFingerprint, toFingerprint } from "#worker/audit/seals/canonical.ts";
import type { Finding, Verification } from "#worker/audit/seals/verify.ts";

const SHOWN_FINDINGS = 50;

const WORDS: Record<Finding["kind"], string> = {
  changed: "was changed after it was sealed",
  missing: "was deleted",
  inserted: "was inserted between sealed events",
  late: "claims a time at which it was not in the log",
  fingerprints: "has lost or gained fingerprints of events",
  seal: "does not fit its events and the seal before it",
  head: "is not the one that was noted: the log was sealed again from an earlier event on",
};

export function readNoted(text: string) {
  const noted = readFingerprint(text);
  if (noted === undefined) throw new Error("--head takes a fingerprint as Setup shows it: 123:….");
  return noted;
}

/** For the person at the terminal. */
export function inWords(
  { findings, sealed, unsealed, erased, removed, head }: Verification,
  noted: { number: number } | undefined,
): string {
  const counts = [
    `${number(sealed)} events are as they were sealed`,
    ...(erased ? [`${number(erased)} are of deleted accounts, without personal data`] : []),
    ...(removed ? [`${number(removed)} were removed when a move was undone`] : []),
    `${number(unsealed)} are not sealed yet`,
  ];
  if (head === undefined) return "Nothing is sealed yet: the first seal is made within an hour.";
  const isSound = findings.length === 0;
  return [
    `${isSound ? "The log is sound" : `The log was tampered with in ${number(findings.length)} places`}: ${counts.join("; ")}.`,
    ...findings.slice(0, SHOWN_FINDINGS).map((finding) => `  ${describe(finding)}`),
    ...(findings.length > SHOWN_FINDINGS
      ? [`  … and ${number(findings.length - SHOWN_FINDINGS)} more`]
      : []),
    `Newest seal: ${toFingerprint(head)} of ${head.createdAt.toISOString()}.`,
    ...(noted === undefined
      ? [
          "To find out whether the whole log was sealed anew, compare it with a fingerprint that you have noted: --head <fingerprint>.",
        ]
      : []),
  ].join("\n");
}

function describe({ kind, seal, seq, eventId }: Finding): string {
  const event =
    seq === null
      ? `Seal ${seal}`
      : `Event ${seq}${eventId === null ? "" : ` (${eventId}, ${new Date(instantOf(eventId)).toISOString()})`}`;
  return `${event} ${WORDS[kind]}${seq !== null && seal !== null ? `, seal ${seal}` : ""}.`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}
