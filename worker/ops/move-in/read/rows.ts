import * as z from "zod/mini";

/** `merged`: joined with something that Muster has. `changed`: moved, but not as it was. `note`: about no single row. */
type Outcome = "moved" | "merged" | "changed" | "refused" | "note";

/** What became of one record. `place`: where it stands in the export. */
export type ReportLine = {
  outcome: Outcome;
  what: string;
  name: string;
  place: string;
  reason: string;
};

export type Report = ReportLine[];

/** A row of the export before it is validated. `place`: where it stands, for the report. */
export type ExportRow = { table: string; fields: unknown; place: string };

/** More rows of a wrong shape than these, and more than one in a hundred: this is another version, or another file. */
const TOLERATED_ROWS = 20;
const TOLERATED_SHARE = 0.01;

export type Handlers = Record<string, (fields: unknown, place: string) => Promise<void> | void>;

/** A handler that validates a row before `keep` gets it. */
export function handler<Schema extends z.ZodMiniType>(
  schema: Schema,
  keep: (row: z.output<Schema>, place: string) => Promise<void> | void,
) {
  return (fields: unknown, place: string) => {
    const row = schema.safeParse(fields);
    if (!row.success) throw new RowError(fieldsOf(row.error.issues));
    return keep(row.data, place);
  };
}

/** A row, and where it stands in the export. */
export type Placed<Schema extends z.ZodMiniType> = z.output<Schema> & { place: string };

/** A handler that adds every row to a list. */
export function intoList<Schema extends z.ZodMiniType<object>>(
  schema: Schema,
  list: Placed<Schema>[],
) {
  return handler(schema, (row, place) => void list.push(Object.assign(row, { place })));
}

/** A handler that keeps every row under its key. */
export function intoMap<Schema extends z.ZodMiniType<object>>(
  schema: Schema,
  map: Map<string, Placed<Schema>>,
  keyOf: (row: z.output<Schema>) => string,
) {
  return handler(schema, (row, place) => void map.set(keyOf(row), Object.assign(row, { place })));
}

/** The row has another shape than its table's. */
class RowError extends Error {}

function fieldsOf(issues: z.core.$ZodIssue[]): string {
  const fields = new Set(issues.map(({ path }) => String(path[0] ?? "the row")));
  return [...fields].join(", ");
}

/**
 * Passes every row to the handler of its table. A row of a wrong shape is refused and reported; many of them, or a table
 * of `required` without a row, end the reading with an `ExportError`.
 */
export async function readRows(
  rows: AsyncIterable<ExportRow>,
  handlers: Handlers,
  required: readonly string[],
  report: Report,
) {
  const counts = new Map<string, number>();
  const unknown = new Map<string, number>();
  let garbled = { count: 0, table: "", place: "" };
  let malformed = 0;
  let total = 0;
  for await (const { table, fields, place } of rows) {
    const handle = Object.hasOwn(handlers, table) ? handlers[table] : undefined;
    if (handle === undefined) {
      unknown.set(table, (unknown.get(table) ?? 0) + 1);
      continue;
    }
    total += 1;
    if (looksTwiceEncoded(fields)) {
      garbled = {
        count: garbled.count + 1,
        table: garbled.table || table,
        place: garbled.place || place,
      };
    }
    counts.set(table, (counts.get(table) ?? 0) + 1);
    try {
      await handle(fields, place);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      malformed += 1;
      const reason = `The row has not the expected form: ${error.message}.`;
      if (malformed > TOLERATED_ROWS && malformed > total * TOLERATED_SHARE) {
        throw new ExportError(
          place,
          `${reason} Too many rows are like this: the export is damaged, or of another version.`,
        );
      }
      report.push({ outcome: "refused", what: "row", name: table, place, reason });
    }
  }
  const missing = required.filter((table) => !counts.has(table));
  if (missing.length > 0) {
    throw new ExportError(
      "",
      `The export has no rows of ${missing.join(", ")}. Is it of this system, and complete?`,
    );
  }
  if (garbled.count > 0) {
    const reason = `${garbled.count} rows have letters such as Ã©, as if UTF-8 had been stored as latin1. If the old system shows é there, its database holds them so: repair it and export again.`;
    const { table: name, place } = garbled;
    report.push({ outcome: "note", what: "letters", name, place, reason });
  }
  for (const [table, count] of unknown) {
    const reason = `${count} rows of a table that Muster does not read.`;
    report.push({ outcome: "note", what: "table", name: table, place: "", reason });
  }
}

/** é and М in UTF-8 are Ã© and Ðœ in MySQL's latin1, which is Windows' code page 1252. Nothing else has such pairs. */
const TWICE_ENCODED = /[ÃÐ][\u0080-\u00BF\u0152-\u0192\u02C6-\u02DC\u2013-\u203A\u20AC\u2122]/;

function looksTwiceEncoded(fields: unknown): boolean {
  if (typeof fields !== "object" || fields === null) return false;
  return Object.values(fields).some(
    (value) => typeof value === "string" && TWICE_ENCODED.test(value),
  );
}

/** The export cannot be used. The message says where and why, for the person who made it. */
export class ExportError extends Error {
  constructor(place: string, reason: string) {
    super(place === "" ? reason : `${place}: ${reason}`);
    this.name = "ExportError";
  }
}

// Columns of MySQL and PostgreSQL: numbers and booleans are text in dumps.

/** A primary or foreign key, as text. */
export const idColumn = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,20}$/))]),
  z.transform(String),
);

/** EVE's id of a character, a corporation or an alliance. */
export const eveIdColumn = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);

export const textColumn = z._default(z.nullable(z.string()), null);

/** MySQL's number and bit, and PostgreSQL's boolean. */
const TRUE = new Set(["1", "\x01", "t"]);

export const flagColumn = z.pipe(
  z._default(z.nullable(z.union([z.boolean(), z.int(), z.string()])), false),
  z.transform((value) => value === true || TRUE.has(String(value))),
);

export const ownerHashColumn = z._default(
  z.nullable(z.string().check(z.regex(/^[\x21-\x7e]{0,100}$/))),
  null,
);

/** A time of MySQL, which has no zone: SeAT and Neucore write UTC. Undefined for none. */
export const timeColumn = z.pipe(z.nullish(z.string()), z.transform(toTime));

function toTime(text: string | null | undefined): Date | undefined {
  const time = Date.parse(`${(text ?? "").replace(" ", "T").replace(/Z$/, "")}Z`);
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** A list of texts as JSON; MariaDB quotes it once more. */
export const listColumn = z.pipe(
  z._default(z.nullable(z.union([z.array(z.string()), z.string()])), null),
  z.transform((value) => (typeof value === "string" ? toList(value) : (value ?? []))),
);

const listSchema = z.array(z.string());

function toList(text: string): string[] {
  try {
    const list = listSchema.safeParse(JSON.parse(text));
    return list.success ? list.data : [];
  } catch {
    return [];
  }
}
