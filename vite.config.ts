import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, parseSync, Visitor } from "vite";
import type { Plugin, Rolldown } from "vite";
import { demoConfig, SNAPSHOT_FILE } from "./test/demo/config.ts";
import type { Snapshot } from "./test/demo/snapshot.ts";
import { requestedPort } from "./test/local/port.ts";
import { liveStateDirectory, stateDirectory } from "./test/new-eden/local-state.ts";
import { localVars } from "./test/new-eden/local-vars.ts";
import { newEden } from "./test/new-eden/vite-plugin.ts";
import { texts } from "./web/language/build/plugin.ts";
import { workerTexts } from "./web/language/build/worker-plugin.ts";
import { DISCORD_TOKEN_PATH } from "./shared/discord/link.ts";
import { applicationScopes } from "./worker/esi/scopes.ts";
import { ownNamespaces } from "./worker/ops/deploy/namespaces.ts";
import {
  documentHeaders,
  INVITE_LINK_HEADERS,
  INVITE_LINK_PATH,
  OPENER_KEEPING_PATH,
} from "./worker/http/security-headers.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Code that is loaded together is one file: fewer requests, and it compresses better. A group takes what its modules
 * import as well, unless a group before it has. `start` needs `router` but not `react-dom`, the largest: it requests the
 * first page's code and data while that is still loading.
 */
const CHUNKS = {
  groups: [
    {
      name: "router",
      test: /node_modules[\\/](react|react-router|@tanstack|hono)[\\/]|preload-helper/,
    },
    { name: "react-dom", test: /node_modules[\\/](react-dom|scheduler)[\\/]/ },
    { name: "start", test: /web[\\/]main\.ts$/ },
    { name: "app", test: /web[\\/]app[\\/](mount|login-guard)\.tsx$/ },
    // The kit, by what pages need before their first paint. The landing page needs this part alone.
    {
      name: "kit",
      test: /web[\\/](brand[\\/]brand|eve[\\/](images|lock|eve-clock)|lib[\\/](time[\\/](time|use-now)|sentence|enumerated|use-passing-error|api[\\/](use-authorization|left-behind))|ui[\\/](menu[\\/](menu|use-language-items)|feedback[\\/](alert|read-only-note)|chip|visually-hidden))\.tsx?$/,
    },
    // The dashboard needs this one besides,
    {
      name: "kit-cards",
      test: /web[\\/](ui[\\/](card|time|feedback[\\/](skeleton|list-states|empty-state|copy-button))|lib[\\/](format|single-keys|form[\\/](use-action|use-failures|use-passing)))\.tsx?$/,
    },
    // and the list of groups these two.
    {
      name: "kit-tables",
      test: /web[\\/]ui[\\/]table[\\/](table|sort-button|sort-select|row-links|header-of|use-progressive-rows)\.tsx?$/,
    },
    {
      name: "kit-forms",
      test: /web[\\/](ui[\\/]form[\\/](field|form)|lib[\\/]form[\\/](use-input|use-form))\.tsx?$/,
    },
    {
      name: "kit-fields",
      test: /web[\\/](ui[\\/](kbd|form[\\/](use-combobox|checkbox-list|character-counter))|lib[\\/](use-bar-room|form[\\/]use-debounced))\.tsx?$/,
    },
    // Dialogs bring a library, and come when they are opened. The others belong to requirements.
    {
      name: "kit-lists",
      test: /web[\\/](ui|eve|lib)[\\/](?!.*(dialog|suggest|sentence|outcome-mark|scopes|refresh-character|save-file|character-search|search-list|chosen-list|use-search|radio-cards|breadcrumbs|skills|security-chip|director-access))/,
      minShareCount: 4,
    },
    {
      name: "skills",
      test: /web[\\/]eve[\\/](security-chip|skills[\\/](skill-level|queue-bar))\.tsx$/,
    },
    {
      name: "training",
      test: /web[\\/](eve[\\/](affiliation|isk|director-access[\\/]grant-button|skills[\\/](countdown|progress-bar|training-bar))|ui[\\/]feedback[\\/]announce-refresh)\.tsx?$/,
    },
    {
      name: "group-chips",
      test: /web[\\/](groups[\\/](group[\\/]group-chips|categories[\\/]visibility-chip)|repairs[\\/]guest-note)\.tsx$/,
    },
    // A dialog that shares them with a page must not bring the page.
    { name: "request-queries", test: /web[\\/]groups[\\/]requests[\\/]queries\.ts$/ },
    // A prefetch needs them without the page.
    {
      name: "group-queries",
      test: /web[\\/]groups[\\/]((invitations|codes|members)[\\/]queries|members[\\/](use-member-filters|use-join))\.ts$/,
    },
    {
      name: "corporation-queries",
      test: /web[\\/]corporations[\\/](corporation|data|directors)[\\/]queries\.ts$/,
    },
    { name: "decisions", test: /web[\\/]overview[\\/](queries|decisions|use-dismissed)\.ts$/ },
    // As above: dialogs of an application share them with its page.
    {
      name: "application-settings",
      test: /web[\\/]applications[\\/](queries|settings[\\/](use-setting|secret-note))\.tsx?$/,
    },
    // The dashboard needs these, and has no requirements. Every search needs `has-words` and `fold`.
    {
      name: "eve-words",
      test: /(web[\\/](eve[\\/]scopes|language[\\/]eve-names|lib[\\/]has-words)|shared[\\/](english|fold))\.ts$/,
    },
    {
      name: "requirement-kinds",
      test: /(shared[\\/]requirements[\\/]owners|web[\\/]groups[\\/]requirements[\\/]rule[\\/]kinds)\.ts$/,
    },
    // The cards of a pilot's page that load later need it without the page.
    { name: "counted", test: /web[\\/]pilots[\\/]pilot[\\/]counted\.tsx$/ },
    { name: "preview-sum", test: /web[\\/]groups[\\/]requirements[\\/]preview[\\/]sum\.ts$/ },
  ],
};

/** These change with their releases only: browsers keep them when Muster is deployed. */
const LIBRARIES = new Set(["router", "react-dom"]);

/**
 * The folder of this version's code. Cloudflare answers a missing file with 404 and the headers of the requested path,
 * so a browser that requests code of a version that is not deployed yet, or no longer, would cache the 404 in its
 * place. Therefore only the folder of this version, and single files, are immutable.
 */
const CODE_FOLDER = `assets/${versionOf(["web/**/*.*", "shared/**/*.*", "docs/**/*.*", "CHANGELOG.md", "package-lock.json", "vite.config.ts"])}`;

/** The entry names all others, and hashes do not compress: the folder of a version tells its files apart from another's. */
const FILES = {
  codeSplitting: CHUNKS,
  entryFileNames: `${CODE_FOLDER}/[name].js`,
  chunkFileNames: ({ name }: { name: string }) =>
    LIBRARIES.has(name) ? "assets/[name]-[hash].js" : `${CODE_FOLDER}/[name].js`,
};

/** The notices of the packages whose code, styles and fonts are in the bundle. */
const LICENSES = "licenses.txt";

/** Where the demo has its pictures, on its own origin. */
const DEMO_IMAGES = "/new-eden/images";

/** Vite's own server has no 404.html, and shows the page at every address. */
const DEVELOPMENT_ASSETS = {
  assets: { not_found_handling: "single-page-application" as const },
};

/** wrangler looks for .dev.vars beside the configuration, and its variables would replace New Eden's. */
const NO_DEV_VARS_HERE = path("test/new-eden/wrangler.jsonc");
const WITHOUT_DEV_VARS = { configPath: NO_DEV_VARS_HERE, userConfigPath: NO_DEV_VARS_HERE };

/** A hash of the sources and of what changes the code beside them, the same on every machine. */
function versionOf(files: string[]): string {
  const hash = createHash("sha256").update(process.env["PSEUDO_LANGUAGE"] ?? "");
  for (const file of globSync(files, { cwd: path(".") }).toSorted()) {
    hash.update(file).update(readFileSync(path(file)));
  }
  return hash.digest("hex").slice(0, 8);
}

/**
 * `vite dev` replaces EVE and Discord by New Eden, on the same port. `vite build` and `vite dev --mode live` use the real
 * services; test/local/built-product.ts serves the build on New Eden.
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
    define: {
      EVE_IMAGES_URL: JSON.stringify(images),
      EVE_LOGIN_IMAGE_URL: JSON.stringify(loginImage),
      ...(isDemo && snapshotConstants()),
      APPLICATION_SCOPES: JSON.stringify(applicationScopes()),
    },
    environments: {
      client: { build: { rolldownOptions: { output: FILES }, license: { fileName: LICENSES } } },
      // Halves the code that a new isolate parses before its first response.
      muster: { build: { minify: true } },
    },
    plugins: [
      !isLive && newEden(port),
      texts({
        web: path("web"),
        folder: `${CODE_FOLDER}/texts`,
        hasPseudo: process.env["PSEUDO_LANGUAGE"] !== undefined,
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
      assetLicenses(),
      notFoundPage(),
      staticHeaders(
        isDemo
          ? // All of New Eden is on the demo's own origin.
            { images: "'self'", discordTokenUrl: "'self'" }
          : { images: new URL(images).origin, discordTokenUrl: discord + DISCORD_TOKEN_PATH },
      ),
      command === "build" && !isDemo && redirectWrangler(path("dist/muster/wrangler.json")),
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
                ...DEVELOPMENT_ASSETS,
                ...(!isLive && { vars: local, ...WITHOUT_DEV_VARS }),
              },
      }),
    ],
  };
});

/**
 * Tells `wrangler deploy` which configuration was built, as the Cloudflare plugin does beside the root of Vite: wrangler
 * looks beside wrangler.jsonc (https://developers.cloudflare.com/workers/wrangler/configuration/#generated-wrangler-configuration).
 */
function redirectWrangler(configPath: string): Plugin {
  return {
    name: "muster:redirect-wrangler",
    applyToEnvironment: (environment) => environment.name === "muster",
    writeBundle() {
      const file = path(".wrangler/deploy/config.json");
      mkdirSync(dirname(file), { recursive: true });
      const found = relative(dirname(file), configPath);
      writeFileSync(file, JSON.stringify({ configPath: found, auxiliaryWorkers: [] }));
    },
  };
}

/**
 * V8 reads strings faster than templates, as which the minifier writes them, and ASCII faster than anything else: a single
 * character beyond it doubles the memory of the source (docs/decisions/0103-what-v8-reads-at-start.md).
 */
function quickToRead(): Plugin {
  return {
    name: "muster:quick-to-read",
    applyToEnvironment: (environment) => environment.name === "muster",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") file.code = toAscii(withoutTemplates(file.code));
      }
    },
  };
}

function withoutTemplates(code: string): string {
  const parts: string[] = [];
  let end = 0;
  const tagged = new Set<number>();
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => void tagged.add(quasi.start),
    TemplateLiteral(template) {
      const [quasi, ...others] = template.quasis;
      if (others.length > 0 || typeof quasi?.value.cooked !== "string") return;
      if (tagged.has(template.start)) return;
      parts.push(code.slice(end, template.start), quoted(quasi.value.cooked));
      end = template.end;
    },
  }).visit(parseSync("worker.js", code).program);
  return [...parts, code.slice(end)].join("");
}

function quoted(text: string): string {
  const double = JSON.stringify(text);
  const single = `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return single.length < double.length ? single : double;
}

function toAscii(code: string): string {
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Tailwind declares its properties a second time, for browsers without `@property`. None of `cssTarget` is one. Its notice
 * is in LICENSES. Compressed, the styles of every page must fit into the 14 KB that a server sends before it waits for
 * an answer (RFC 6928): with more, the first drawing is a round trip later.
 */
function shrinkStyles(): Plugin {
  return {
    name: "muster:shrink-styles",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
          file.source = String(file.source)
            .replace(/@layer properties\{@supports.*?\}\}\}/s, "")
            .replace(/^\/\*! tailwindcss .*?\*\/\n?/, "");
        }
      },
    },
  };
}

/** `main.ts` imports React DOM and the app dynamically. The page links to them, so that they load beside it. */
function preloadApp(): Plugin {
  return {
    name: "muster:preload-app",
    transformIndexHtml: (html, { bundle = {} }) =>
      chunksOf(bundle, "web/app/mount.tsx")
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", href: `/${file}`, crossorigin: "" },
          injectTo: "head" as const,
        })),
  };
}

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

/** The Latin fonts of every page: a font that arrives after the first paint moves the layout. */
function preloadFonts(): Plugin {
  return {
    name: "muster:preload-fonts",
    transformIndexHtml: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /(onest|oxanium)-latin-(?!ext-)[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", href: `/${file}`, crossorigin: "" },
          injectTo: "head" as const,
        })),
  };
}

/** The chunk of a module, and those it imports statically. */
function chunksOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== "chunk") return;
    files.add(file);
    chunk.imports.forEach(add);
  };
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type === "chunk" && chunk.moduleIds.some((id) => id.endsWith(module))) add(file);
  }
  return [...files];
}

/**
 * Open Graph requires the absolute URL of the picture, and only the deployer knows the host. Without it the URL is
 * relative, which Discord and Slack support and some others do not.
 */
function absoluteCard(site: string | undefined): Plugin {
  return {
    name: "muster:absolute-card",
    transformIndexHtml: (html) =>
      site === undefined
        ? html
        : html.replace('"/social-card.png"', `"${new URL("/social-card.png", site).href}"`),
  };
}

/** Vite lists the packages of the scripts; this adds those of the fonts and of the styles. */
function assetLicenses(): Plugin {
  return {
    name: "muster:asset-licenses",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const notices = bundle[LICENSES];
        if (notices?.type !== "asset") throw new Error("Vite has written no licenses.");
        const packages = Object.values(bundle)
          .flatMap((file) => (file.type === "asset" ? file.originalFileNames : []))
          .flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
        for (const name of new Set([...packages, "tailwindcss"])) {
          const text = readFileSync(path(`node_modules/${name}/LICENSE`), "utf8").trim();
          notices.source += `\n## ${name}\n\n${text}\n`;
        }
        for (const file of globSync("web/fonts/*-license.txt", { cwd: path(".") }).toSorted()) {
          const font = basename(file, "-license.txt");
          notices.source += `\n## ${font}\n\n${readFileSync(path(file), "utf8").trim()}\n`;
        }
      },
    },
  };
}

/** What Cloudflare sends with 404: the same page, which says that there is nothing at the address. */
function notFoundPage(): Plugin {
  return {
    name: "muster:not-found-page",
    enforce: "post",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset")
        throw new Error("Vite writes index.html before this plugin runs.");
      this.emitFile({ type: "asset", fileName: "404.html", source: page.source });
    },
  };
}

/** Writes `_headers`, which Cloudflare applies to the static assets. */
function staticHeaders(
  sources: Omit<Parameters<typeof documentHeaders>[0], "inlineScripts">,
): Plugin {
  return {
    name: "muster:static-headers",
    // After Vite has written index.html.
    enforce: "post",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      const html = page?.type === "asset" ? page.source.toString() : "";
      const inlineScripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
        ([, text = ""]) => `sha256-${createHash("sha256").update(text).digest("base64")}`,
      );
      const headers = Object.entries(documentHeaders({ ...sources, inlineScripts })).map(
        ([k, v]) => `  ${k}: ${v}`,
      );
      const source = [
        "/*",
        ...headers,
        "",
        OPENER_KEEPING_PATH,
        "  ! Cross-Origin-Opener-Policy",
        "",
        INVITE_LINK_PATH,
        // Replaces what the first rule sets, instead of adding to it.
        ...Object.entries(INVITE_LINK_HEADERS).flatMap(([k, v]) => [`  ! ${k}`, `  ${k}: ${v}`]),
        "",
        ...[`${CODE_FOLDER}/*`, ...filesOutside(CODE_FOLDER, bundle)].flatMap((kept) => [
          `/${kept}`,
          "  Cache-Control: public, max-age=31536000, immutable",
          "",
        ]),
      ].join("\n");
      this.emitFile({ type: "asset", fileName: "_headers", source });
    },
  };
}

function filesOutside(folder: string, bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle).filter(
    (file) => file.startsWith("assets/") && !file.startsWith(`${folder}/`),
  );
}
