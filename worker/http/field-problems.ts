import { config } from "zod/mini";
import type * as z from "zod/mini";

const TYPES: Record<string, string> = {
  string: "text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a JSON object",
};

const FORMATS: Record<string, string> = {
  datetime: "a time like 2026-11-20T12:00:00Z",
  date: "a date like 2026-11-20",
};

const UNITS: Record<string, { one: string; many: string }> = {
  string: { one: "character", many: "characters" },
  array: { one: "entry", many: "entries" },
};

// zod's own texts say what a parser expected, not what the sender of a request should do.
// By its own name: the build leaves out calls of `z` whose result nothing uses.
config({ localeError: (issue) => `must ${requirementOf(issue)}` });

/** "must be a whole number": what an invalid value has to be. Schemas give their own text where that helps more. */
function requirementOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `be ${TYPES[issue.expected] ?? "another value"}`;
    case "invalid_value":
      return `be ${oneOf(issue.values)}`;
    case "invalid_union":
      return `be ${oneOf([...new Set(issue.errors.flat().flatMap(allowedBy))])}`;
    case "invalid_format":
      return `be ${FORMATS[issue.format] ?? "text of another form"}`;
    case "too_small":
      return issue.inclusive === false
        ? `be more than ${issue.minimum}`
        : boundOf(issue.origin, "least", issue.minimum);
    case "too_big":
      return issue.inclusive === false
        ? `be less than ${issue.maximum}`
        : boundOf(issue.origin, "most", issue.maximum);
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "not_multiple_of":
    case "unrecognized_keys":
      return "be another value";
  }
}

/** The values, or kinds of values, that one schema of a union allows. */
function allowedBy(issue: z.core.$ZodIssue): readonly unknown[] {
  if (issue.code === "invalid_value") return issue.values;
  return issue.code === "invalid_type" ? [TYPES[issue.expected] ?? "another value"] : [];
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
}

function boundOf(origin: string, word: "least" | "most", bound: number | bigint): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `be at ${word} ${bound}`;
  return `have at ${word} ${bound} ${bound === 1 ? unit.one : unit.many}`;
}

/** The messages of a failed validation by field. Each names its field. */
export function fieldProblems(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.join(".");
    fields[field] ??= message.startsWith("must ") ? `${field || "The body"} ${message}.` : message;
  }
  return fields;
}
