import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { arrangeDump } from "./arrange-dump.ts";
import { exactTexts } from "./exact-texts.ts";
import { failureOf, untilInterrupted } from "./interruption.ts";
import { readFlags } from "#worker/ops/command.ts";
import { d1 } from "#worker/ops/wrangler.ts";
import { chooseTarget } from "#worker/ops/target.ts";

/** `npm run backup -- --remote|--local [--output file]`: the whole database in one file of SQL. */
const { values } = readFlags("npm run backup -- --remote|--local [--output <file>]", {
  options: {
    local: { type: "boolean" },
    remote: { type: "boolean" },
    output: { type: "string" },
    config: { type: "string" },
  },
});
const output = values.output ?? `muster-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.sql`;
const raw = `${output}.part`;
const signal = untilInterrupted();
// Only its owner may read what this program and wrangler write.
process.umask(0o077);
try {
  const target = { ...chooseTarget(values), signal };
  if (existsSync(output)) throw new Error(`${output} is there already. Choose another --output.`);
  if (!existsSync(dirname(output))) throw new Error(`${dirname(output)} does not exist.`);
  // A file that is there keeps its mode.
  await rm(raw, { force: true });
  await d1("export", target, ["--output", raw, "-y"]);
  const { counts } = await arrangeDump(raw, output, signal, (tables) => exactTexts(target, tables));
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${output}: ${rows} rows of ${counts.size} tables. The tokens in it are of use only with TOKEN_ENCRYPTION_KEY: keep that apart. The rest can be read by whoever has the file.`,
  );
  if (isOpenToGit(output)) {
    console.warn(
      `Warning: git does not ignore ${output}, so that "git add" would publish it. Move it out of the repository.`,
    );
  }
} catch (error) {
  console.error(`No backup was made. ${failureOf(error, signal)}`);
  process.exitCode ??= 1;
} finally {
  if (existsSync(raw)) await rm(raw);
}

/** Inside a work tree of git, and not ignored there. */
function isOpenToGit(file: string): boolean {
  const args = ["-C", dirname(file), "check-ignore", "--quiet", "--", basename(file)];
  // 0: ignored, 1: not ignored, 128: no repository; null: no git.
  return spawnSync("git", args, { stdio: "ignore" }).status === 1;
}
