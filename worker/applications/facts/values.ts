import * as z from "zod/mini";
import type { ApiFacts } from "#shared/applications/api.ts";
import type { ApiWrittenFacts, FactRefusal } from "#shared/applications/api-answers.ts";
import type { FactKind } from "#shared/facts.ts";
import { once } from "#shared/once.ts";
import type { NameablePilot } from "#worker/applications/named-pilots.ts";
import { HOUR_MS } from "#shared/time.ts";

/** A program's clock may be so far ahead. */
const LEEWAY_MS = 5 * 60 * 1000;
const MAX_NUMBER = 1e15;
const dateSchema = once(() => z.union([z.iso.date(), z.iso.datetime({ offset: true })]));
/** The date of a value that stays the same moves in steps of an eighth of its age limit, and of six hours at most. */
export const CONFIRMED_SHARE = 8;
export const CONFIRMED_MS = 6 * HOUR_MS;

type Given = ApiFacts["values"][number];
type Outcome = ApiWrittenFacts["items"][number]["outcome"];

/** As it is stored. Instants are milliseconds since 1970. */
export type Stored = { value: string | null; asOf: number; endsAt: number | null };
export type Written = { outcome: Outcome; reason?: FactRefusal };
type Declared = {
  kind: FactKind;
  options: readonly string[];
  maxAgeHours: number;
  confirmedAt: Date | null;
};
type Known = {
  /** The user of a pilot as the request names it. */
  userOf: (pilot: Given["pilot"]) => NameablePilot | undefined;
  stored: ReadonlyMap<string, Stored>;
};

/**
 * What becomes of each value of a request, in their order, and the rows to write, by user. Pure. A later value counts; of two different ones for the
 * same time, none does. Nor does one that may be older than a confirmation, which was not stored.
 * `confirmedAt`: the latest such confirmation, `orderedBefore`: one that is later would change the plan, and `confirmed`: whose they are.
 */
export function planValues(
  { values, asOf: common }: ApiFacts,
  declared: Declared,
  { userOf, stored }: Known,
  now: number,
) {
  const rows = new Map<NameablePilot, Stored>();
  /** With the confirmations of this request. */
  const latest = new Map(stored);
  const confirmed = new Set<NameablePilot>();
  const step = confirmedAfter(declared);
  const confirmedBefore = declared.confirmedAt?.getTime() ?? 0;
  let [confirmedAt, orderedBefore] = [0, Infinity];
  let asOf: number | null = null;
  const written = values.map((given): Written => {
    const userId = userOf(given.pilot);
    if (userId === undefined) return { outcome: "refused", reason: "no_such_pilot" };
    const read = readValue({ ...given, asOf: given.asOf ?? common }, declared, now);
    if (typeof read === "string") return { outcome: "refused", reason: read };
    asOf = Math.max(asOf ?? 0, read.asOf);
    const before = latest.get(userId);
    const dated = rows.get(userId)?.asOf ?? stored.get(userId)?.asOf ?? -Infinity;
    const isWithinStep = read.asOf - dated < step;
    let outcome = before === undefined ? "set" : compare(before, read);
    if (outcome === "set" && isWithinStep) {
      if (read.asOf < confirmedBefore) outcome = "contradictory";
      else orderedBefore = Math.min(orderedBefore, read.asOf);
    }
    if (outcome === "older") return { outcome };
    // A contradiction is unknown, and stays unknown: no end turns it into "no".
    const told = outcome === "contradictory" ? { ...read, value: null, endsAt: null } : read;
    latest.set(userId, told);
    if (outcome === "kept" && isWithinStep) {
      if (read.asOf > dated) {
        confirmed.add(userId);
        confirmedAt = Math.max(confirmedAt, read.asOf);
      }
    } else if (before?.asOf !== told.asOf || before.value !== null) {
      rows.set(userId, told);
    }
    return { outcome };
  });
  return { written, rows, asOf, confirmed, confirmedAt, orderedBefore };
}

function compare(before: Stored, { value, asOf, endsAt }: Stored): Outcome {
  if (asOf < before.asOf) return "older";
  const isSame = value === before.value && endsAt === before.endsAt;
  if (isSame) return "kept";
  return asOf > before.asOf ? "set" : "contradictory";
}

function confirmedAfter({ maxAgeHours }: Declared): number {
  return Math.min(CONFIRMED_MS, (maxAgeHours * HOUR_MS) / CONFIRMED_SHARE);
}

function readValue(given: Omit<Given, "pilot">, declared: Declared, now: number) {
  if (given.asOf === undefined) return "wrong_time" as const;
  const asOf = Date.parse(given.asOf);
  const endsAt = given.endsAt == null ? null : Date.parse(given.endsAt);
  if (asOf > now + LEEWAY_MS) return "ahead" as const;
  if (now - asOf > declared.maxAgeHours * HOUR_MS) return "too_old" as const;
  if (endsAt !== null && endsAt < asOf) return "ends_before" as const;
  const value = readKind(given.value, declared);
  if (value === undefined) return "wrong_value" as const;
  return { value: JSON.stringify(value), asOf, endsAt };
}

function readKind(value: Given["value"], { kind, options }: Declared) {
  switch (kind) {
    case "yes_no":
      return typeof value === "boolean" ? value : undefined;
    case "number":
      return typeof value === "number" && Math.abs(value) <= MAX_NUMBER ? value : undefined;
    case "date": {
      const { data } = dateSchema().safeParse(value);
      // A day alone begins at midnight in UTC (ECMA-262, "Date Time String Format").
      return data === undefined ? undefined : new Date(data).toISOString();
    }
    case "one_of":
      return typeof value === "string" && options.includes(value) ? value : undefined;
  }
}
