import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin, Rolldown } from "vite";
import { ownNamespaces } from "#worker/ops/deploy/config.ts";
import { DISCORD_TOKEN_PATH } from "./shared/discord/link.ts";
import { demoConfig, SNAPSHOT_FILE } from "./test/demo/config.ts";
import type { Snapshot } from "./test/demo/snapshot.ts";
import { requestedPort } from "./test/tools/local/port.ts";
import { liveStateDirectory, stateDirectory } from "./test/new-eden/local-state.ts";
import { localVars } from "./test/new-eden/local-vars.ts";
import { newEden } from "./test/new-eden/vite-plugin.ts";
import { codeFiles, codeFolder } from "./web/build/code-files.ts";
import { absoluteCard, preloadApp, preloadFonts, staticHeaders } from "./web/build/documents.ts";
import { firstPages } from "./web/build/first-pages.ts";
import { assetLicenses, LICENSES, shrinkStyles } from "./web/build/styles-and-licenses.ts";
import { quickToRead, redirectWrangler } from "./web/build/worker-code.ts";
import { texts } from "./web/language/build/plugin.ts";
import { workerTexts } from "./web/language/build/worker-plugin.ts";
import { applicationScopes } from "./worker/esi/scopes.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Tests of the layout have a language of their own. */
const HAS_PSEUDO_LANGUAGE = process.env["PSEUDO_LANGUAGE"] !== undefined;
const CODE_FOLDER = codeFolder(path("."));

/**
 * A schema that nothing uses is left out: modules of shared/ only declare, and calls of zod, everywhere named `z`, only make
 * schemas (docs/decisions/0117-an-answer-is-a-schema.md).
 */
const WITHOUT_UNUSED_SCHEMAS: Rolldown.RolldownOptions["treeshake"] = {
  manualPureFunctions: ["z"],
  propertyReadSideEffects: false,
  moduleSideEffects: [{ test: /[\\/]shared[\\/]/, sideEffects: false }],
};

/** Where the demo has its pictures, on its own origin. */
const DEMO_IMAGES = "/new-eden/images";

/** The Worker reads all of a body, as Cloudflare does. Vite's own server has no 404.html, and shows the page at every address. */
const DEVELOPMENT = {
  main: path("test/tools/local/development.mjs"),
  assets: { not_found_handling: "single-page-application" as const },
};

/** wrangler looks for .dev.vars beside the configuration, and its variables would replace New Eden's. */
const NO_DEV_VARS_HERE = path("test/new-eden/wrangler.jsonc");
const WITHOUT_DEV_VARS = { configPath: NO_DEV_VARS_HERE, userConfigPath: NO_DEV_VARS_HERE };

/**
 * `vite dev` replaces EVE and Discord by New Eden, on the same port. `vite build` and `vite dev --mode live` use the real
 * services; test/tools/local/built-product.ts serves the build on New Eden.
 */
export default defineConfig(({ command, mode }) => {
  // A build is for production, also where a test or a shell has set something else: React has code for development.
  if (command === "build") process.env["NODE_ENV"] = "production";
  const isDemo = mode === "demo";
  const isLive = command === "build" || mode === "live";
  const port = requestedPort(process.argv);
  const local = localVars(port);
  const images = isDemo
    ? DEMO_IMAGES
    : isLive
      ? "https://images.evetech.net"
      : local.EVE_IMAGES_URL;
  const discord = isLive ? "https://discord.com" : local.DISCORD_URL;
  const loginImage =
    isLive && !isDemo
      ? "https://web.ccpgamescdn.com/eveonlineassets/developers/eve-sso-login-black-large.png"
      : `${images}/eve-sso-login-black-large.png`;

  const define = {
    EVE_IMAGES_URL: JSON.stringify(images),
    EVE_LOGIN_IMAGE_URL: JSON.stringify(loginImage),
    APPLICATION_SCOPES: JSON.stringify(applicationScopes()),
    HAS_PSEUDO_LANGUAGE: JSON.stringify(HAS_PSEUDO_LANGUAGE),
  };

  return {
    root: path("web"),
    // Two servers of one checkout would replace each other's optimised dependencies.
    cacheDir: path(`node_modules/.vite/${port}`),
    build: {
      outDir: path(isDemo ? "dist-demo" : "dist"),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // These have light-dark(), for which older targets get two variables a colour.
      cssTarget: ["chrome123", "firefox128", "safari17.5"],
      // All current browsers support modulepreload; others load modules a little later.
      modulePreload: { polyfill: false },
    },
    // As in production: no other origin may read responses.
    server: { port, strictPort: true, cors: false },
    define: { ...define, ...(isDemo && snapshotConstants()) },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: codeFiles(CODE_FOLDER),
            treeshake: WITHOUT_UNUSED_SCHEMAS,
          },
          license: { fileName: LICENSES },
        },
      },
      // Halves the code that a new isolate parses before its first response.
      muster: { build: { minify: true, rolldownOptions: { treeshake: WITHOUT_UNUSED_SCHEMAS } } },
    },
    plugins: [
      !isLive && newEden(port),
      texts({
        web: path("web"),
        folder: `${CODE_FOLDER}/texts`,
        hasPseudo: HAS_PSEUDO_LANGUAGE,
      }),
      workerTexts({ web: path("web"), worker: path("worker") }),
      quickToRead(),
      react(),
      tailwindcss(),
      shrinkStyles(),
      isDemo && demoMark(),
      preloadApp(),
      preloadFonts(),
      absoluteCard(process.env["SITE_URL"]),
      assetLicenses(path(".")),
      firstPages({ web: path("web"), define }),
      staticHeaders(
        CODE_FOLDER,
        isDemo
          ? // All of New Eden is on the demo's own origin.
            { images: "'self'", discordTokenUrl: "'self'" }
          : { images: new URL(images).origin, discordTokenUrl: discord + DISCORD_TOKEN_PATH },
      ),
      command === "build" && !isDemo && redirectWrangler(path(".")),
      cloudflare({
        configPath: path("wrangler.jsonc"),
        // Otherwise its folder in dist/ would have the name of the Worker, which a deployer may change.
        viteEnvironment: { name: "muster" },
        persistState: { path: resolve(isLive ? liveStateDirectory() : stateDirectory()) },
        inspectorPort: false,
        config: isDemo
          ? demoConfig
          : command === "build"
            ? ownNamespaces
            : {
                ...DEVELOPMENT,
                ...(!isLive && { vars: local, ...WITHOUT_DEV_VARS }),
              },
      }),
    ],
  };
});

/** The seeded community, for `test/demo/built.ts`. */
function snapshotConstants() {
  const text = readFileSync(SNAPSHOT_FILE, "utf8");
  const { takenAt }: Snapshot = JSON.parse(text);
  return { DEMO_SNAPSHOT: JSON.stringify(text), DEMO_TAKEN_AT: JSON.stringify(takenAt) };
}

/** On every page of the demo, and in no other build. */
function demoMark(): Plugin {
  return {
    name: "muster:demo-mark",
    transformIndexHtml: {
      // Before Vite looks for what to build.
      order: "pre",
      handler: () => [
        { tag: "script", attrs: { type: "module", src: "/demo/start.ts" }, injectTo: "body" },
      ],
    },
  };
}
