import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { localVars } from "./new-eden/local-vars.ts";
import { outboundService } from "./new-eden/outbound.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Pure logic runs in Node; the Worker runs in workerd, on real D1, with New Eden as its network. */
export default defineConfig({
  root: path(".."),
  test: {
    silent: "passed-only",
    projects: [
      {
        root: path(".."),
        test: {
          name: "logic",
          environment: "node",
          include: ["test/{shared,web,new-eden,logic}/**/*.test.{ts,tsx}"],
        },
      },
      {
        root: path(".."),
        plugins: [
          cloudflareTest(async () => ({
            main: path("../worker/index.ts"),
            wrangler: { configPath: path("../wrangler.jsonc") },
            miniflare: {
              outboundService,
              bindings: {
                ...localVars(0),
                MIGRATIONS: await readD1Migrations(path("../migrations")),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.ts"],
          setupFiles: [path("support/apply-migrations.ts"), path("support/skip-pauses.ts")],
        },
      },
    ],
  },
});
