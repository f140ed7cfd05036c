import type { D1Database } from "@cloudflare/workers-types";
import type { Executed } from "./counting-database.ts";

/**
 * Tables that a statement may read from end to end, and why that stays cheap. All others grow with the community or with
 * time: their statements need an index (https://www.sqlite.org/eqp.html).
 */
const SMALL: Record<string, string> = {
  alarm_settings: "A row for each corporation with alarms.",
  categories: "Administrators create them, by hand.",
  group_counts: "A row for each category and visibility.",
  corporations: "Administrators add them, by hand.",
  corporation_directors: "A few for each corporation.",
  esi_limits: "A row for each rate limit that is exhausted now; housekeeping deletes them.",
  sign_in_states: "They live for ten minutes; housekeeping deletes them.",
  discord_link_states: "They live for ten minutes; housekeeping deletes them.",
  pending_claims: "They live for ten minutes; housekeeping deletes them.",
  evidence_refreshes: "Characters whose evidence gets too old within a day.",
  log_rewrites: "Accounts that were deleted within the hour.",
  group_requirements: "Owners and administrators write them, by hand.",
  evaluation_state: "It has one row.",
  community: "It has one row.",
  columns_to_fold: "A row for each folded column in the minutes after an update, else none.",
  evaluation_marks:
    "Users whose evidence has changed within the last minute; each statement has a limit.",
  director_lists: "A few for each corporation.",
  discord_servers: "Administrators add them, by hand.",
  discord_events: "Of the next thirty days; housekeeping deletes those of yesterday.",
  applications: "Administrators add them, by hand.",
  facts: "Administrators declare them, by hand.",
  signing_keys: "There are at most eight.",
  unsent_messages: "Empty while the queue takes messages; each statement has a limit.",
  watch_entries:
    "Keepers write them by hand, at most 5,000: counted for a page of the list and for a new entry.",
};

/** Statements that are meant to read a whole table, by a part of their text, and why they may. */
const SWEEPS: Record<string, string> = {
  "= 'community'": "Finds all users once a day, if a rule is about all of them.",
  '(select count(*) from "users") as "users"':
    "Counts the users, for the preview of who belongs to the community, and of whom a fact is not known.",
  'count(*) as "accounts"':
    "Counts the accounts for the Overview, once an hour, while no group decides who belongs to the community.",
  "counted.people":
    "Reads the groups, or the users who are no members of one, for the preview of who belongs to the community.",
  "group by key_id": "Counts the tokens of each key, once an hour.",
  'count(*) as "tokens" from "eve_tokens"': "Counts revoked tokens, once an hour.",
  'count(*) as "count" from "users" where':
    "Counts the users, once for each preview of requirements.",
  "order by random()": "Finds tokens of a previous key, once an hour while there is one.",
};

/** The statements that the Muster of this test file has sent, once each. */
const sent = new Map<string, Executed>();

export function recordStatements(statements: (Executed | undefined)[]) {
  for (const statement of statements) {
    if (statement !== undefined && !sent.has(statement.query)) sent.set(statement.query, statement);
  }
}

/** Test files share an isolate: what others have sent is theirs, and may be of tables that are gone. */
export function forgetStatements() {
  sent.clear();
}

/** The scans of growing tables among the statements since the last call, each with its statement. */
export async function findScans(db: D1Database): Promise<string[]> {
  const statements = [...sent.values()];
  forgetStatements();
  if (statements.length === 0) return [];
  const { results } = await db
    .prepare("select type, name, sql from sqlite_schema")
    .all<{ type: string; name: string; sql: string | null }>();
  const tables = new Set(results.filter(({ type }) => type === "table").map(({ name }) => name));
  const partial = new Set(
    results
      .filter(({ type, sql }) => type === "index" && / where /i.test(sql ?? ""))
      .map(({ name }) => name),
  );
  const scans: string[] = [];
  for (const { query, values } of statements) {
    if (Object.keys(SWEEPS).some((part) => query.includes(part))) continue;
    const plan = await db
      .prepare(`explain query plan ${query}`)
      .bind(...values)
      .all<{ detail: string }>();
    const isSorted = plan.results.some(({ detail }) => detail.startsWith("USE TEMP B-TREE"));
    for (const { detail } of plan.results) {
      const [, name = "", index] =
        /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
      const table = tables.has(name) ? name : tableOf(query, name, tables);
      if (table === undefined || table in SMALL || detail.includes("VIRTUAL TABLE")) continue;
      // The index has only the rows that are wanted, or its first rows are.
      const isBounded = partial.has(index ?? "") || (/limit \?\s*\)?$/.test(query) && !isSorted);
      if (index !== undefined && isBounded) continue;
      if (!query.endsWith("where false")) scans.push(`${detail} in ${query}`);
    }
  }
  return scans;
}

/** The table behind an alias; undefined for json_each, subqueries and the like. */
function tableOf(query: string, alias: string, tables: Set<string>): string | undefined {
  if (alias === "") return undefined;
  const uses = query.matchAll(
    new RegExp(`"?(\\w+)"?\\s+(?:as\\s+)?"?${alias}"?(?=[\\s,)]|$)`, "g"),
  );
  for (const [, table = ""] of uses) if (tables.has(table)) return table;
  return undefined;
}
