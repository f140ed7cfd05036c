import type { DatabaseSync } from "node:sqlite";
import { BASELINE, MIGRATIONS_TABLE } from "#worker/ops/deploy/baseline.ts";
import { openMigrated } from "#worker/ops/deploy/check-schema.ts";
import { statementsOf } from "#worker/ops/deploy/migrate.ts";

/** The migrations before the baseline: `0000_identity.sql` and so on. */
export const FORMER_MIGRATIONS = `
  0000_identity 0001_groups 0002_group_triggers 0003_characters 0004_character_triggers 0005_groups_by_name 0006_discord
  0007_corporations 0008_corporation_activity 0009_directors_by_character 0010_health 0011_audit_log
  0012_drop_former_logs 0013_unknown_characters 0014_refresh_leases 0015_session_proof 0016_personal_indexes
  0017_encrypted_invite_codes 0018_admin_pins 0019_director_health_states 0020_account_erasure 0021_take_back_rights
  0022_invitation_limits 0023_account_merges 0024_suspensions 0025_daily_acts 0026_spent_states
  0027_non_public_listings 0028_release_refresh_leases 0029_request_decisions 0030_notices 0031_discord_display_names
  0032_member_names 0033_sweep_indexes 0034_groups_by_members 0035_requirements 0036_evaluation_triggers
  0037_evidence_refreshes 0038_names_by_name 0039_membership_events 0040_community 0041_move_ins 0042_last_seen
  0043_discord_servers 0044_guests 0045_audit_seals 0046_on_discord_server 0047_listing 0048_discord_posts
  0049_past_and_bulk 0050_roster 0051_applications 0052_access_lists 0053_membership_ends 0054_membership_end_triggers
  0055_reviews 0056_price_pages 0057_single_prices_end 0058_webhook_secrets 0059_job_runs_by_job 0060_proof_cookies
  0061_stolen_sessions 0070_evaluation_as_of 0071_lost_groups 0072_claims_by_scope 0073_event_kinds
  0074_paced_releases 0075_doubtful_lists 0076_kept_grants`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`);

/**
 * SHA-256 of the statements that these migrations left in `sqlite_schema`, each as `normalizeSql` writes it, sorted. The
 * statements were taken before the migrations went.
 */
export const FORMER_FINGERPRINT =
  "135a247c933795e5c5d1143a52c7830c05fcb3218e854867a1b2dfbc7378953f";

/** Counters and roles that fit two groups of one member each: a restored database is counted again. */
const FITTING: Record<string, string | number> = {
  member_count: 1,
  member_rank: -1,
  pending_request_count: 0,
  count: 1,
  journal_count: 1,
  contract_count: 1,
  killmail_count: 1,
  effective_visibility: "hidden",
  role: "owner",
};

/** The baseline fills them, and they take no second row. */
const OF_ONE_ROW = new Set(["community", "evaluation_state"]);

type FormerTable = { name: string; columns: string[] };

/** The tables before the baseline with the columns that are stored. */
export function formerTables(): FormerTable[] {
  const database = openTables();
  const tables = namesOf(database).map((name) => ({
    name,
    columns: storedColumns(database, name).map((column) => column.name),
  }));
  database.close();
  return tables;
}

/** The statements that make a database of the last schema before the baseline, in parts that each fit a batch. */
export function formerDatabase(migrations = FORMER_MIGRATIONS): string[][] {
  const [tables, triggers] = BASELINE.map((name) => statementsOf(name));
  const names = migrations.map((name) => `('${name}')`).join(", ");
  return [
    [MIGRATIONS_TABLE, `insert into d1_migrations (name) values ${names}`],
    tables ?? [],
    // Two rows refer to each other in circles.
    ["pragma defer_foreign_keys = on", ...rowsOfEveryTable()],
    triggers ?? [],
  ];
}

/** Two rows in each table; all numbers of a row are the same, and so are its texts: references fit. */
function rowsOfEveryTable(): string[] {
  const database = openTables();
  const statements = namesOf(database).flatMap((table) => {
    const columns = storedColumns(database, table);
    const row = (number: number) => columns.map((column) => literalOf(column, number));
    if (OF_ONE_ROW.has(table)) {
      const values = row(7).map((value, at) => `"${columns[at]?.name}" = ${value}`);
      return [
        `update "${table}" set ${values.filter((value) => !value.startsWith('"id"')).join(", ")}`,
      ];
    }
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    return [7, 8].map(
      (number) => `insert into "${table}" (${names}) values (${row(number).join(", ")})`,
    );
  });
  database.close();
  return statements;
}

type Column = { name: string; type: string };

function literalOf({ name, type }: Column, number: number): string {
  const fitting = FITTING[name];
  if (fitting !== undefined) return typeof fitting === "number" ? `${fitting}` : `'${fitting}'`;
  if (type === "text") return `'${"abcdefghij"[number]}'`;
  return type === "real" ? `${number}.5` : `${number}`;
}

function openTables(): DatabaseSync {
  return openMigrated([BASELINE[0]]);
}

function namesOf(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'")
    .all()
    .map(({ name }) => String(name));
}

/** Without computed columns. */
function storedColumns(database: DatabaseSync, table: string): Column[] {
  return database
    .prepare(`pragma table_xinfo("${table}")`)
    .all()
    .filter(({ hidden }) => hidden === 0)
    .map(({ name, type }) => ({ name: String(name), type: String(type).toLowerCase() }));
}
