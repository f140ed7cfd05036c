import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseConfig } from "#worker/ops/deploy/config.ts";

/** Replaces Vite while a test deploys: writes the configuration for wrangler and the site. */
const { name, vars, d1_databases, routes } = parseConfig(readFileSync("wrangler.jsonc", "utf8"));
mkdirSync("dist/muster", { recursive: true });
writeFileSync("dist/muster/wrangler.json", JSON.stringify({ name, vars, d1_databases, routes }));
writeFileSync("dist/site-url", process.env["SITE_URL"] ?? "");
appendFileSync("dist/builds", "built\n");
