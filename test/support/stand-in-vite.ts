import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseConfig } from "#worker/ops/deploy-config.ts";

/** In Vite's place while a test deploys: of a build, the configuration that wrangler reads, and for which site it is. */
const { vars, d1_databases, routes } = parseConfig(readFileSync("wrangler.jsonc", "utf8"));
mkdirSync("dist/muster", { recursive: true });
writeFileSync("dist/muster/wrangler.json", JSON.stringify({ vars, d1_databases, routes }));
writeFileSync("dist/site-url", process.env["SITE_URL"] ?? "");
