import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { conditionsOn } from "#shared/requirements/dependencies.ts";
import type { Source } from "#shared/requirements/dependencies.ts";
import { DAY_MS } from "#shared/time.ts";

/** SQL condition: there is a rule. */
export const ANY_RULE = "EXISTS (SELECT 1 FROM rule_conditions)";

/** SQL condition: some rule asks for a condition that depends on one of the sources. */
export function asksFor(...sources: Source[]): string {
  const list = conditionsOn(...sources).map((type) => `'${type}'`);
  return `EXISTS (SELECT 1 FROM rule_conditions WHERE type IN (${list.join(", ")}))`;
}

/** SQL condition: some rule asks for a condition that depends on this one thing of the source. */
export function asksForSubject(source: Source, subject: string): string {
  const [type, ...others] = conditionsOn(source);
  if (type === undefined || others.length > 0) throw new Error(`${source} has no one condition.`);
  return `EXISTS (SELECT 1 FROM rule_conditions WHERE type = '${type}' AND subject = ${subject})`;
}

/** An age in SQL, in milliseconds. */
export function days(ms: number): string {
  return `${ms / DAY_MS} * ${DAY_MS}`;
}

/** Starts a sweep that evaluates every user. */
export const SWEEP_ALL = `UPDATE evaluation_state SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer)`;

/** Ends evaluations by older rules and starts a sweep by the new ones. */
export const RULES_CHANGED = `UPDATE evaluation_state SET rules_version = rules_version + 1, sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer)`;

/** What the database does by itself when a row changes, in the transaction of the change: one trigger. */
type Reaction = {
  /** The change: `afterUpdate(groups, "name")`. A reader of the table or the column finds by them what follows. */
  on: Change;
  when?: string;
  follows: string[];
};

type Change = `${"AFTER" | "BEFORE"} ${"INSERT" | "UPDATE" | "DELETE"}${string} ON ${string}`;

export const afterInsert = (table: SQLiteTable): Change => `AFTER INSERT ON ${getTableName(table)}`;
export const afterDelete = (table: SQLiteTable): Change => `AFTER DELETE ON ${getTableName(table)}`;
export const beforeDelete = (table: SQLiteTable): Change =>
  `BEFORE DELETE ON ${getTableName(table)}`;

/** Without columns, every update of a row counts. */
export function afterUpdate<T extends SQLiteTable>(
  table: T,
  ...columns: (keyof T["$inferSelect"] & string)[]
): Change {
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const names = columns.map((column) => all[column]?.name);
  return `AFTER UPDATE${names.length === 0 ? "" : ` OF ${names.join(", ")}`} ON ${getTableName(table)}`;
}

/** The reactions of one file by the name of their trigger. */
export type Reactions = Record<string, Reaction>;

/** The statement that creates the trigger. */
export function createTrigger(trigger: string, { on, when, follows }: Reaction): string {
  const condition = when === undefined ? "" : `\nWHEN ${when}`;
  const body = follows.map((statement) => `\t${statement};\n`).join("");
  return `CREATE TRIGGER \`${trigger}\` ${on}${condition}\nBEGIN\n${body}END;`;
}
