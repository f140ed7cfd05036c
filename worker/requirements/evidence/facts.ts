import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { DirectorList } from "#worker/db/schema/evidence.ts";
import { parseJsonText } from "#worker/http/json-text.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import type { EvidenceFact } from "#worker/requirements/evaluation/user-evidence.ts";
import { CHECKED } from "./select-evidence.ts";
import type { CharacterRow } from "./select-evidence.ts";

/** The row of a character, with what facts are compared to. Instants are milliseconds since 1970. */
export type FactSource = {
  row: CharacterRow;
  now: number;
  checkOf: (section: Checked) => Check;
  readingOf: (list: DirectorList, ownerId: number) => ListReading | undefined;
};

/** As of when a director's list is true, and was first as it is. */
type ListReading = { at: number; sameSince: number };

type Checked = (typeof CHECKED)[number];
/** As of when EVE's last answer is true, and why the last attempt failed. */
type Check = { checkedAt: number | null; failure: string | null };

export function readChecks({ checks }: CharacterRow): FactSource["checkOf"] {
  const values = parse(checks) ?? [];
  return (section) => {
    const at = 2 * CHECKED.indexOf(section);
    const [checkedAt, failure] = [values[at], values[at + 1]];
    return {
      checkedAt: typeof checkedAt === "number" ? checkedAt : null,
      failure: typeof failure === "string" ? failure : null,
    };
  };
}

/** A fact that was confirmed at that time, if it is not too old. */
export function factOf<Value>(
  value: Value,
  asOf: number,
  {
    maxAgeMs,
    now,
    otherwise = "too_old",
  }: { maxAgeMs: number; now: number; otherwise?: UnknownReason },
): EvidenceFact<Value> {
  return now - asOf <= maxAgeMs ? { isKnown: true, value, asOf } : unknown(otherwise, asOf);
}

export function unknown(reason: UnknownReason, asOf: number | null = null): EvidenceFact<never> {
  return { isKnown: false, reason, asOf };
}

/** A fact of a section of the sheet. Null: the section is not stored. */
export function sectionFact<Value>(
  { checkOf, now }: FactSource,
  section: Checked & keyof typeof MAX_AGE_MS,
  value: Value | null,
  missing?: UnknownReason,
): EvidenceFact<Value> {
  const { checkedAt, failure } = checkOf(section);
  const otherwise = missing ?? (failure === null ? undefined : "eve_failed");
  if (value === null || checkedAt === null) return unknown(otherwise ?? "never_read");
  return factOf(value, checkedAt, {
    maxAgeMs: MAX_AGE_MS[section],
    now,
    ...(otherwise && { otherwise }),
  });
}

/** Why the character's own token cannot read what this scope protects; undefined if it can. */
export function missingAuthorization(
  { row: { tokenState, scopes } }: FactSource,
  scope: string,
): UnknownReason | undefined {
  if (tokenState === null || tokenState === "revoked") return "no_authorization";
  if (!scopes?.includes(scope)) return "missing_scope";
  return tokenState === "unknown" ? "authorization_unknown" : undefined;
}

export function parse<Value>(text: JsonText<Value> | null): Value | null {
  return text === null ? null : parseJsonText(text);
}
