import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * Replaces wrangler while a test works on databases "at Cloudflare": those are local ones, each beside its configuration. The list of
 * the account is in the file `MUSTER_TEST_DATABASES`, with the table that a database has before it is used.
 */
const file = process.env["MUSTER_TEST_DATABASES"] ?? "";
const wrangler = process.env["MUSTER_TEST_WRANGLER"] ?? "";
const args = process.argv.slice(2);
const [group, verb, name = ""] = args;
const databases: { uuid: string; name: string; table?: string }[] = JSON.parse(
  readFileSync(file, "utf8"),
);
const save = (changed: typeof databases) => writeFileSync(file, JSON.stringify(changed));

if (group === "d1" && verb === "list") console.log(JSON.stringify(databases));
else if (group === "d1" && verb === "create") {
  const uuid = `0000000${databases.length}-1111-4111-8111-111111111111`;
  save([...databases, { uuid, name }]);
} else if (group === "d1" && verb === "delete") {
  save(databases.filter((database) => database.name !== name));
} else if (args.includes("--remote") && isCut()) {
  console.error("✘ [ERROR] incomplete input: SQLITE_ERROR [code: 7500]");
  process.exitCode = 1;
} else {
  const config = args[args.indexOf("--config") + 1] ?? "";
  const used = databases.find(({ uuid }) => readFileSync(config, "utf8").includes(uuid));
  if (used?.table !== undefined) {
    const create = `create table if not exists "${used.table}" (id)`;
    const made = ["d1", "execute", "DB", "--local", "--config", config, "--command", create];
    spawnSync(wrangler, made, { stdio: "ignore" });
  }
  const local = args.map((arg) => (arg === "--remote" ? "--local" : arg));
  const { status } = spawnSync(wrangler, local, { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

/** D1 cuts triggers that come as queries, and not those of an import. */
function isCut(): boolean {
  return verb === "migrations" || args.some((arg) => arg.includes("CREATE TRIGGER"));
}
