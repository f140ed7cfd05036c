import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseConfig } from "#worker/ops/deploy/config.ts";

/** Replaces Vite while a test deploys Muster or the demo: writes the configuration for wrangler and the site. */
const { name, vars, d1_databases, routes } = parseConfig(readFileSync("wrangler.jsonc", "utf8"));
const built = { name, vars, d1_databases, routes };
const write = (folder: string, config: typeof built) => {
  mkdirSync(`${folder}/muster`, { recursive: true });
  writeFileSync(`${folder}/muster/wrangler.json`, JSON.stringify(config));
  appendFileSync(`${folder}/builds`, "built\n");
};
if (process.argv.includes("demo")) {
  write("dist-demo", { ...built, name: `${name}-demo` });
  mkdirSync("dist-demo/client/docs", { recursive: true });
  writeFileSync("dist-demo/client/docs/api.html", "<body>The API</body>");
} else {
  write("dist", built);
  writeFileSync("dist/site-url", process.env["SITE_URL"] ?? "");
}
