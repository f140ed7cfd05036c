import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * Replaces wrangler while a test works on databases "at Cloudflare": those are local ones, each beside its configuration. The list of
 * the account is in the file `MUSTER_TEST_DATABASES`.
 */
const file = process.env["MUSTER_TEST_DATABASES"] ?? "";
const wrangler = process.env["MUSTER_TEST_WRANGLER"] ?? "";
const args = process.argv.slice(2);
const [group, verb, name = ""] = args;
const databases: { uuid: string; name: string }[] = JSON.parse(readFileSync(file, "utf8"));
const save = (changed: typeof databases) => writeFileSync(file, JSON.stringify(changed));

if (group === "d1" && verb === "list") console.log(JSON.stringify(databases));
else if (group === "d1" && verb === "create") {
  const uuid = `0000000${databases.length}-1111-4111-8111-111111111111`;
  save([...databases, { uuid, name }]);
} else if (group === "d1" && verb === "delete") {
  save(databases.filter((database) => database.name !== name));
} else {
  const local = args.map((arg) => (arg === "--remote" ? "--local" : arg));
  const { status } = spawnSync(wrangler, local, { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
