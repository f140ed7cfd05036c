import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions as readOptions } from "wrangler";

/** The Worker of a build (`vite build`) with its bindings and static files, as miniflare takes it. */
export function readBuiltWorker(build: string) {
  const { workerOptions } = readOptions(join(build, "muster/wrangler.json"));
  const { modulesRules: _, rootPath: __, ...worker } = workerOptions;
  return {
    ...worker,
    name: "muster",
    ...modulesOf(join(build, "muster"), "index.js", "assets/*.js"),
  };
}

/** The first file is the Worker; it may import the others. */
export function modulesOf(folder: string, ...patterns: string[]) {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  const modules = files.map((file) => ({
    type: "ESModule" as const,
    path: `/${file}`,
    contents: readFileSync(join(folder, file), "utf8"),
  }));
  return { modulesRoot: "/", modules };
}
