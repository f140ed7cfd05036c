import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { arrangeDump } from "./arrange-dump.ts";
import { targetOf } from "./target.ts";
import { d1 } from "./wrangler.ts";

/** `npm run backup -- --remote|--local [--output file]`: the whole database in one file of SQL. */
const { values } = parseArgs({
  options: {
    local: { type: "boolean" },
    remote: { type: "boolean" },
    output: { type: "string" },
    config: { type: "string" },
  },
});
const output = values.output ?? `muster-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.sql`;
const raw = `${output}.part`;
try {
  const target = targetOf(values);
  if (existsSync(output)) throw new Error(`${output} is there already. Choose another --output.`);
  await d1("export", target, ["--output", raw, "-y"]);
  const counts = await arrangeDump(raw, output);
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${output}: ${rows} rows of ${counts.size} tables. The tokens in it are of use only with TOKEN_ENCRYPTION_KEY: keep that apart. The rest can be read by whoever has the file.`,
  );
} catch (error) {
  console.error(`No backup was made. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await rm(raw, { force: true });
}
