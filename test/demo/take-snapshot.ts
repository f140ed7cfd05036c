import { getTableColumns, getTableName } from "drizzle-orm";
import { ALL_TABLES } from "#test/support/workerd/all-tables.ts";
import { hasTimes } from "./snapshot.ts";
import type { Snapshot, SnapshotTable, Unit, Value } from "./snapshot.ts";

/** The seals prove that events are as they were written, which shifted ones are not. The hourly job makes new ones. */
const WITHOUT_ROWS = new Set(["audit_digests", "audit_seals"]);
/** Columns that count time, and are no instants. */
const COUNTERS: Record<string, Unit> = {
  "counted_days.day": "days",
  "counted_hours.counted_hour": "hours",
  "health_days.day": "days",
};

type Row = Record<string, unknown>;
/** The rows of a query. */
export type Read = (sql: string) => Row[] | Promise<Row[]>;

/** The tables and triggers of a database that has no other writer. */
export async function takeSnapshot(read: Read): Promise<Omit<Snapshot, "newEden">> {
  const schema = (
    await read(
      "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by rowid",
    )
  ).map(({ type, name, sql }) => ({ type, name: String(name), sql: String(sql) }));
  const tables: SnapshotTable[] = [];
  for (const { type, name } of schema) {
    if (type !== "table" || name === "d1_migrations") continue;
    // One at a time, as a database answers.
    // oxlint-disable-next-line no-await-in-loop
    tables.push(await takeTable(read, name));
  }
  const [{ latest } = {}] = await read("select max(created_at) as latest from audit_events");
  return {
    takenAt: Number(latest),
    tables,
    triggers: schema
      .filter(({ type }) => type === "trigger")
      .map(({ name, sql }) => ({ name, sql })),
  };
}

async function takeTable(read: Read, name: string): Promise<SnapshotTable> {
  // Without generated columns, which cannot be written.
  const described = await read(`pragma table_info("${name}")`);
  const columns = described.map((column) => String(column["name"]));
  const list = columns.map((column) => `"${column}"`).join(", ");
  const rows = WITHOUT_ROWS.has(name)
    ? []
    : (await read(`select ${list} from "${name}"`)).map((row) =>
        columns.map((column) => toValue(row[column])),
      );
  const times = columns.flatMap((column, index) => {
    const unit = unitOf(
      name,
      column,
      rows.map((row) => row[index] ?? null),
    );
    return unit === undefined ? [] : [{ column: index, unit }];
  });
  return { name, columns, times, rows };
}

function toValue(value: unknown): Value {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`The demo cannot keep a value of the type ${typeof value}.`);
}

const INSTANTS = new Set(
  ALL_TABLES.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(({ dataType }) => dataType === "date")
      .map(({ name }) => `${getTableName(table)}.${name}`),
  ),
);

function unitOf(table: string, column: string, values: Value[]): Unit | undefined {
  const path = `${table}.${column}`;
  if (INSTANTS.has(path)) return "milliseconds";
  const hasText = values.some((value) => typeof value === "string" && hasTimes(value));
  return COUNTERS[path] ?? (hasText ? "text" : undefined);
}
