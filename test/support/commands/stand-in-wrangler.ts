import { appendFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS_TABLE } from "#worker/ops/deploy/baseline.ts";
import { importToServer, queryServer, SPLITTERS } from "./d1-server.ts";

/**
 * Replaces wrangler while a test deploys: keeps an account in the file `MUSTER_TEST_ACCOUNT` and its database beside it,
 * answers as wrangler 4.155 does, and records its calls.
 */
export type StandInAccount = {
  isLoggedIn: boolean;
  accounts: { id: string; name: string }[];
  databases: { uuid: string; name: string }[];
  queues: string[];
  hasWorker: boolean;
  secrets: Record<string, string>;
  /** The commands that fail, by their beginning, with the message. */
  failures: Record<string, string>;
  /** How D1 splits a text; without it, it cuts every trigger. */
  splitter?: keyof typeof SPLITTERS;
  /** The statements after which D1 ends an import. */
  importEndsAfter?: number;
  calls: string[];
  deployed?: { name: string; vars: Record<string, string>; database: string };
};

const file = process.env["MUSTER_TEST_ACCOUNT"] ?? "";
const args = process.argv.slice(2);
const command = args.join(" ");
const account: StandInAccount = JSON.parse(readFileSync(file, "utf8"));
account.calls.push(
  command
    .replace(/\S*(?:secrets\.json|import\.sql)/, "<file>")
    .replace(/(?<=--command ).*/s, "<statements>"),
);

const failure = Object.entries(account.failures).find(([start]) => command.startsWith(start));
const answer = failure === undefined ? answerTo(command) : fail(failure[1]);
writeFileSync(file, JSON.stringify(account));
if (answer !== undefined) console.log(answer);

function fail(words: string): undefined {
  console.error(`✘ [ERROR] ${words}`);
  process.exitCode = 1;
}

function option(name: string): string {
  return args[args.indexOf(name) + 1] ?? "";
}

function answerTo(asked: string): string | undefined {
  const [, verb, name = ""] = args;
  if (asked === "whoami --json") {
    if (account.isLoggedIn) {
      return JSON.stringify({
        loggedIn: true,
        email: "op@example.com",
        accounts: account.accounts,
      });
    }
    process.exitCode = 1;
    return '{"loggedIn":false}';
  }
  if (asked === "d1 list --json") return JSON.stringify(account.databases, null, 2);
  if (asked.startsWith("d1 create")) {
    const uuid = "5f1c0d6e-8f0a-4a8b-9a55-0123456789ab";
    account.databases.push({ uuid, name });
    return `✅ Successfully created DB '${name}' in region WEUR`;
  }
  if (asked.startsWith("d1 migrations apply DB --remote")) return migrate();
  if (asked.startsWith("d1 execute DB --remote ")) return execute();
  if (args[0] === "queues" && verb === "info") {
    if (account.queues.includes(name)) return `Queue Name: ${name}`;
    return fail(
      `Queue "${name}" does not exist. To create it, run: wrangler queues create ${name}`,
    );
  }
  if (args[0] === "queues" && verb === "create") {
    account.queues.push(name);
    return `✅ Created queue '${name}'`;
  }
  if (asked === "secret list --format json") {
    if (!account.hasWorker) return fail('Worker "muster" not found.');
    const secrets = Object.keys(account.secrets);
    return JSON.stringify(secrets.map((secret) => ({ name: secret, type: "secret_text" })));
  }
  if (args[0] === "deploy") return deploy();
  return fail(`Unknown command: ${asked}`);
}

function openDatabase() {
  return new DatabaseSync(`${file}.sqlite`);
}

function execute(): string | undefined {
  using database = openDatabase();
  try {
    if (args.includes("--file")) {
      const sql = readFileSync(option("--file"), "utf8");
      importToServer(database, sql, account.importEndsAfter);
      return "[]";
    }
    const rows = queryServer(database, option("--command"), splitter());
    return JSON.stringify(rows.map((results) => ({ results, success: true })));
  } catch (error) {
    return fail(String(error));
  }
}

function splitter() {
  return SPLITTERS[account.splitter ?? "every semicolon ends a statement"];
}

/** Sends each migration and its record as one text. */
function migrate(): string | undefined {
  using database = openDatabase();
  database.exec(MIGRATIONS_TABLE);
  const isApplied = database.prepare("select 1 from d1_migrations where name = ?");
  for (const name of globSync("*.sql", { cwd: "migrations" }).toSorted()) {
    if (isApplied.get(name) !== undefined) continue;
    const text = readFileSync(`migrations/${name}`, "utf8");
    const record = `INSERT INTO "d1_migrations" (name)\nvalues ('${name}');`;
    try {
      queryServer(database, `${text}\n${record}`, splitter());
    } catch (error) {
      return fail(String(error));
    }
  }
  return "✅";
}

function deploy() {
  const built: {
    name: string;
    vars: Record<string, string>;
    d1_databases: [{ database_id: string }];
    routes?: { pattern: string }[];
  } = JSON.parse(readFileSync(option("--config"), "utf8"));
  if (args.includes("--secrets-file")) {
    Object.assign(account.secrets, JSON.parse(readFileSync(option("--secrets-file"), "utf8")));
  }
  account.hasWorker = true;
  account.deployed = {
    name: built.name,
    vars: built.vars,
    database: built.d1_databases[0].database_id,
  };
  const address = built.routes?.[0]
    ? `${built.routes[0].pattern} (custom domain)`
    : `https://${built.name}.sable.workers.dev`;
  const targets = [address, "schedule: * * * * *", "Producer for muster-fetch"];
  const lines = [{ type: "wrangler-session" }, { type: "deploy", version: 1, targets }];
  const output = process.env["WRANGLER_OUTPUT_FILE_PATH"] ?? "";
  if (output !== "")
    appendFileSync(output, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return "Deployed muster triggers";
}
