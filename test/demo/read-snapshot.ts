import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getTableColumns, getTableName } from "drizzle-orm";
import { STATE_FILE } from "#test/new-eden/local-state.ts";
import { savedStateSchema } from "#test/new-eden/saved-state.ts";
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

/** Reads the community of a state directory, in which nothing runs. */
export function readSnapshot(state: string): Snapshot {
  const file =
    globSync("v3/d1/*/*.sqlite", { cwd: state }).find((name) => !name.includes("metadata")) ?? "";
  using database = new DatabaseSync(join(state, file), { readOnly: true });
  const schema = database
    .prepare(
      "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by rowid",
    )
    .all()
    .map(({ type, name, sql }) => ({ type, name: String(name), sql: String(sql) }));
  const tables = schema
    .filter(({ type, name }) => type === "table" && name !== "d1_migrations")
    .map(({ name }) => readTable(database, name));
  const { latest } =
    database.prepare("select max(created_at) as latest from audit_events").get() ?? {};
  const saved: unknown = JSON.parse(readFileSync(join(state, STATE_FILE), "utf8"));
  return {
    takenAt: Number(latest),
    tables,
    triggers: schema
      .filter(({ type }) => type === "trigger")
      .map(({ name, sql }) => ({ name, sql })),
    newEden: savedStateSchema.parse(saved),
  };
}

function readTable(database: DatabaseSync, name: string): SnapshotTable {
  // Without generated columns, which cannot be written.
  const columns = database
    .prepare(`pragma table_info("${name}")`)
    .all()
    .map((column) => String(column["name"]));
  const list = columns.map((column) => `"${column}"`).join(", ");
  const rows = WITHOUT_ROWS.has(name)
    ? []
    : database
        .prepare(`select ${list} from "${name}"`)
        .all()
        .map((row) => columns.map((column) => toValue(row[column])));
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
