import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openLocalBindings } from "#test/tools/local/local-bindings.ts";

type Place = ReturnType<typeof makePlace>;

/** A folder with its own local database, for wrangler and the scripts of `worker/ops`. */
export function makePlace(home: string, name: string) {
  const directory = join(home, name);
  mkdirSync(directory);
  copyFileSync("wrangler.jsonc", join(directory, "wrangler.jsonc"));
  return { config: join(directory, "wrangler.jsonc"), state: join(directory, ".wrangler/state") };
}

export function openPlace({ config, state }: Place) {
  return openLocalBindings(config, state);
}

/** Runs a script of `worker/ops` on the state beside its `--config`. */
export function runOps(script: string, ...args: string[]) {
  const { MUSTER_STATE: _, ...env } = process.env;
  return runOpsWith(env, script, ...args);
}

/** The same, with this environment. Asynchronous, because blocking would end the connections of an open place. */
export function runOpsWith(env: NodeJS.ProcessEnv, script: string, ...args: string[]) {
  const { promise, resolve } = Promise.withResolvers<{ status: number | null; said: string }>();
  const path = `worker/ops/${script}.ts`;
  const child = execFile(process.execPath, [path, ...args], { env }, (_error, stdout, stderr) =>
    resolve({ status: child.exitCode, said: stdout + stderr }),
  );
  return promise;
}
