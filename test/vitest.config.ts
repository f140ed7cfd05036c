import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { localVars } from "./new-eden/local-vars.ts";
import { outboundService } from "./new-eden/outbound.ts";
import { keepFilesInMemory } from "./support/workerd/files-in-memory.ts";
import { migratedSchema } from "./support/workerd/migrated-schema.ts";
import { IS_LONG, SEED } from "./support/long.ts";
import { silenceBrokenConnections } from "./support/workerd/quiet-workerd.ts";

silenceBrokenConnections();
keepFilesInMemory();

const provide = { isLong: IS_LONG, seed: SEED };
/** Whole files that `npm run test:long` adds. The first line of each says why. */
const exclude = IS_LONG ? [] : ["test/**/*.long.test.ts"];

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The Worker's tests run in workerd, on real D1, with this network. */
export const inWorkerdOn = (
  network: (request: Request) => Promise<Response>,
  bindings: Record<string, string> = {},
) => ({
  root: path(".."),
  plugins: [
    cloudflareTest(() => ({
      main: path("../worker/index.ts"),
      wrangler: { configPath: path("../wrangler.jsonc") },
      miniflare: {
        outboundService: network,
        // Copies that are behind: test/support/replicas/replicated-database.ts.
        d1Databases: { REPLICA_1: "replica-1", REPLICA_2: "replica-2" },
        bindings: {
          ...localVars(0),
          ...bindings,
          SCHEMA: migratedSchema(path("../migrations")),
        },
      },
    })),
  ],
  test: {
    name: "worker",
    provide,
    exclude,
    include: ["test/worker/**/*.test.ts"],
    setupFiles: [
      path("support/same-cases.ts"),
      path("support/workerd/fresh-file.ts"),
      path("support/workerd/skip-pauses.ts"),
    ],
  },
});

export const inWorkerd = inWorkerdOn(outboundService);

/** Pure logic runs in Node. */
const inNode = {
  root: path(".."),
  test: {
    name: "logic",
    provide,
    exclude,
    setupFiles: [path("support/same-cases.ts")],
    environment: "node",
    include: ["test/{shared,web,new-eden,logic}/**/*.test.{ts,tsx}"],
    // Some start wrangler and vite many times, and compiling them takes longer than what they do.
    env: { NODE_COMPILE_CACHE: path("../node_modules/.tmp/compile-cache") },
  },
};

/** Workers in processes of their own: tests kill some, and other programs call the others. */
const inProcesses = {
  root: path(".."),
  test: {
    name: "processes",
    provide,
    exclude,
    environment: "node",
    include: ["test/{kills,recipes}/**/*.test.ts"],
  },
};

/** Only a test that hangs may time out, not one that starts wrangler a dozen times on a busy machine. */
export const patience = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  // Waits are for a state, as in the browser, and have the same limit there.
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  root: path(".."),
  test: {
    ...patience,
    silent: "passed-only",
    // New Eden is in the process of Vitest, which needs a core too: with more workers they hold each other up.
    maxWorkers: availableParallelism(),
    isolate: false,
    fsModuleCache: true,
    projects: [inNode, inWorkerd, inProcesses],
  },
});
