import { HOUR_MS } from "#shared/time.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import type {
  Fact,
  ToldValue,
  UserEvidence,
} from "#worker/requirements/evaluation/user-evidence.ts";
import { factOf, unknown } from "./facts.ts";
import type { ToldFact } from "./select-evidence.ts";

export function toldOf(told: readonly ToldFact[], now: number): UserEvidence["facts"] {
  return new Map(told.map((one) => [one.factId, valueOf(one, now)]));
}

/**
 * What an application tells, if it is on and the value is not too old. That there is no value is a fact only where it was declared so, and
 * only while the application goes on telling: a silent one makes nobody a no.
 */
function valueOf(
  { isOn, missing, maxAgeHours, toldAt, value, asOf, endsAt }: ToldFact,
  now: number,
): Fact<ToldValue> {
  const limit = { maxAgeMs: maxAgeHours * HOUR_MS, now };
  if (isOn === 0) return unknown("source_off", asOf ?? toldAt);
  const hasEnded = endsAt !== null && endsAt <= now;
  if (asOf === null || hasEnded) {
    if (missing === "no" && toldAt !== null) return factOf(null, toldAt, limit);
    return unknown(hasEnded ? "value_ended" : "never_read", hasEnded ? endsAt : null);
  }
  if (value === null) return unknown("contradictory", asOf);
  return factOf(parseJsonText(storedJson<ToldValue>(value)), asOf, limit);
}
