import { build, createServer } from "vite";
import type { Plugin, Rolldown } from "vite";
import react from "@vitejs/plugin-react";
import { TRANSLATED } from "#shared/language/languages.ts";
import type * as FirstPage from "#web/app/first-page.tsx";
import type * as Routes from "#web/app/routes.tsx";
import { chunksOf } from "./documents.ts";
import { texts } from "#web/language/build/plugin.ts";
import { translationsOf } from "#web/language/build/catalogs.ts";

/** The documents that have a page in them, and every other page's. */
const DRAWN = [
  { fileName: "index.html", address: "/", module: "web/sign-in/landing-page.tsx" },
  { fileName: "invite.html", address: "/i/code", module: "web/sign-in/invited-page.tsx" },
];
const EMPTY = "page.html";

type Options = { web: string; define: Record<string, string> };

/**
 * Draws the first page of visitors into its document, in all languages, so that it is on the screen before any code has arrived
 * (React's `prerender`); `mount.tsx` takes over what `choose-first-page.ts` leaves of it. Every other page has an empty document, and
 * `_redirects` says which address has which: Cloudflare answers a missing path with 404 and the nearest 404.html.
 */
export function firstPages({ web, define }: Options): Plugin {
  return {
    name: "muster:first-pages",
    apply: "build",
    enforce: "post",
    applyToEnvironment: (environment) => environment.name === "client",
    async generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset")
        throw new Error("Vite writes index.html before this plugin runs.");
      const empty = page.source.toString();
      const script = await chooser({ web, define });
      await withSources({ web, define }, async ({ drawFirstPage, routes }) => {
        for (const { fileName, address, module } of DRAWN) {
          const english = await drawFirstPage(address, "en", {});
          const others: string[] = [];
          for (const language of TRANSLATED) {
            const drawn = await drawFirstPage(
              address,
              language,
              await translationsOf(web, language),
            );
            others.push(`<template lang="${language}">${drawn}</template>`);
          }
          const [code, withoutCode] = takeCode(empty);
          const source = withoutCode
            // Until the script has chosen. Without JavaScript, the page is English.
            .replace("<head>", "<head><script>document.documentElement.hidden = true;</script>")
            .replace("</head>", `${stylesOf(bundle, module, empty)}</head>`)
            .replace('<div id="root"></div>', () => `<div id="root">${english}</div>`)
            .replace(
              "</body>",
              () =>
                `<template id="code">${code}</template>${others.join("")}${lettersOf(bundle)}<script>${script}</script></body>`,
            );
          this.emitFile({ type: "asset", fileName, source });
        }
        this.emitFile({ type: "asset", fileName: "_redirects", source: redirects(routes) });
      });
      for (const fileName of [EMPTY, "404.html"]) {
        this.emitFile({ type: "asset", fileName, source: empty });
      }
    },
  };
}

/** Cyrillic letters, which `web/fonts/letters.ts` requests on other pages: before the first paint. */
function lettersOf(bundle: Rolldown.OutputBundle): string {
  const files = Object.keys(bundle);
  const font = files.find((file) => /onest-cyrillic-(?!ext)[^/]*\.woff2$/.test(file));
  const styles = files.find((file) => /later-fonts-[^/]*\.css$/.test(file));
  if (font === undefined || styles === undefined) throw new Error("The build has no letters.");
  return `<template data-letters="ru"><link rel="preload" as="font" href="/${font}" crossorigin><link rel="stylesheet" href="/${styles}" crossorigin></template>`;
}

/** The elements that load the code of every page, and the document without them. */
function takeCode(html: string): [code: string, rest: string] {
  const ELEMENTS = /\s*<(?:link rel="modulepreload"[^>]*>|script type="module"[^>]*><\/script>)/g;
  return [
    (html.match(ELEMENTS) ?? []).join("").replaceAll(/\n\s*/g, ""),
    html.replace(ELEMENTS, ""),
  ];
}

/** The styles that the code of a page brings. */
function stylesOf(bundle: Rolldown.OutputBundle, module: string, html: string): string {
  const files = chunksOf(bundle, module).flatMap(({ viteMetadata }) => [
    ...(viteMetadata?.importedCss ?? []),
  ]);
  return [...new Set(files)]
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
    .join("");
}

/** `choose-first-page.ts` as one script, which stands in the documents. */
async function chooser({ web, define }: Options): Promise<string> {
  const built = await build({
    configFile: false,
    root: web,
    logLevel: "warn",
    define,
    build: {
      write: false,
      rolldownOptions: {
        input: `${web}/app/choose-first-page.ts`,
        output: { format: "iife" },
      },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !("output" in result)) throw new Error("Vite has built no script.");
  return result.output[0].code.trim();
}

/** Runs the sources of the SPA here, as Vite does while developing. */
async function withSources(
  { web, define }: Options,
  run: (
    sources: Pick<typeof FirstPage, "drawFirstPage"> & Pick<typeof Routes, "routes">,
  ) => Promise<void>,
): Promise<void> {
  const server = await createServer({
    configFile: false,
    root: web,
    appType: "custom",
    logLevel: "warn",
    define,
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      { ...texts({ web, folder: "", hasPseudo: false }), applyToEnvironment: undefined },
      react(),
    ],
  });
  try {
    const page = await server.ssrLoadModule("/app/first-page.tsx");
    const router = await server.ssrLoadModule("/app/routes.tsx");
    const drawFirstPage: typeof FirstPage.drawFirstPage = page["drawFirstPage"];
    const routes: typeof Routes.routes = router["routes"];
    await run({ drawFirstPage, routes });
  } finally {
    await server.close();
  }
}

/** Which document Cloudflare answers each address with. First those without placeholders, because Cloudflare finds them faster. */
function redirects(routes: readonly Routes.AppRoute[]): string {
  const paths = [...new Set(routes.flatMap(pathsOf))];
  return paths
    .toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":")))
    .map((path) => `${path} ${path.startsWith("/i/") ? "/invite" : "/page"} 200\n`)
    .join("");
}

/** The addresses of a route and of those below it, without the landing page, which is a file, and unknown addresses. */
function pathsOf(route: Routes.AppRoute): string[] {
  const below = route.children?.flatMap(pathsOf) ?? [];
  const { path } = route;
  if (path === undefined || path === "/" || path === "*") return below;
  // An optional parameter is two addresses.
  return path.endsWith("?")
    ? [path.replace(/\/[^/]+\?$/, ""), path.slice(0, -1), ...below]
    : [path, ...below];
}
