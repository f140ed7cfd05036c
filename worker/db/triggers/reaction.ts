import { Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** What the database does by itself when a row changes, in the transaction of the change: one trigger. */
type Reaction = { event: string; when: string | undefined; statements: string[] };

/** The reactions of one file by the name of their trigger. */
export type Reactions = Record<string, Reaction>;

type Consequence = { when?: string; follows: string[] };

export function onInsert(table: SQLiteTable, consequence: Consequence): Reaction {
  return reaction(`AFTER INSERT ON ${quoted(table)}`, consequence);
}

/** Without columns, every update of a row counts. */
export function onUpdate<T extends SQLiteTable>(
  table: T,
  columns: (keyof T["$inferSelect"] & string)[],
  consequence: Consequence,
): Reaction {
  const all = getTableColumns(table);
  const names = columns.map((column) => `\`${all[column]?.name}\``);
  const of = names.length === 0 ? "" : ` OF ${names.join(", ")}`;
  return reaction(`AFTER UPDATE${of} ON ${quoted(table)}`, consequence);
}

export function onDelete(table: SQLiteTable, consequence: Consequence): Reaction {
  return reaction(`AFTER DELETE ON ${quoted(table)}`, consequence);
}

export function beforeDelete(table: SQLiteTable, consequence: Consequence): Reaction {
  return reaction(`BEFORE DELETE ON ${quoted(table)}`, consequence);
}

/**
 * The text of a statement. A table or column of the schema becomes its name, without a qualifier: write
 * `new.${groups.id}`, `old.${groups.id}` or an alias in front of it. A trigger has no parameters: text is inserted as it is.
 */
export function text(
  strings: TemplateStringsArray,
  ...values: (Table | Column | string | number)[]
): string {
  return String.raw({ raw: strings }, ...values.map(name));
}

/** The statement that creates the trigger. */
export function createTrigger(trigger: string, { event, when, statements }: Reaction): string {
  const condition = when === undefined ? "" : `\nWHEN ${when}`;
  const body = statements.map((statement) => `\t${statement};\n`).join("");
  return `CREATE TRIGGER \`${trigger}\` ${event}${condition}\nBEGIN\n${body}END;`;
}

function reaction(event: string, { when, follows }: Consequence): Reaction {
  return { event, when, statements: follows };
}

function quoted(table: SQLiteTable): string {
  return `\`${getTableName(table)}\``;
}

function name(value: Table | Column | string | number): string {
  if (is(value, Table)) return `\`${getTableName(value)}\``;
  return is(value, Column) ? value.name : String(value);
}
