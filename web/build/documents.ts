import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";
import {
  documentHeaders,
  INVITE_LINK_HEADERS,
  INVITE_LINK_PATH,
  OPENER_KEEPING_PATH,
} from "#worker/http/security-headers.ts";

/** `main.ts` imports React DOM and the app dynamically. The page links to them, so that they load beside it. */
export function preloadApp(): Plugin {
  return {
    name: "muster:preload-app",
    transformIndexHtml: (html, { bundle = {} }) =>
      chunksOf(bundle, "web/app/mount.tsx")
        .filter(({ fileName }) => !html.includes(fileName))
        .map(({ fileName }) => ({
          tag: "link",
          attrs: { rel: "modulepreload", href: `/${fileName}`, crossorigin: "" },
          injectTo: "head" as const,
        })),
  };
}

/** The Latin fonts of every page: a font that arrives after the first paint moves the layout. */
export function preloadFonts(): Plugin {
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

/**
 * Open Graph requires the absolute URL of the picture, and only the deployer knows the host. Without it the URL is
 * relative, which Discord and Slack support and some others do not.
 */
export function absoluteCard(site: string | undefined): Plugin {
  return {
    name: "muster:absolute-card",
    transformIndexHtml: (html) =>
      site === undefined
        ? html
        : html.replace('"/social-card.png"', `"${new URL("/social-card.png", site).href}"`),
  };
}

/** Writes `_headers`, which Cloudflare applies to the static assets. */
export function staticHeaders(
  folder: string,
  sources: Omit<Parameters<typeof documentHeaders>[0], "inlineScripts">,
): Plugin {
  return {
    name: "muster:static-headers",
    // After Vite has written index.html.
    enforce: "post",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_, bundle) {
      const inlineScripts = new Set(
        Object.values(bundle)
          .flatMap((file) =>
            file.type === "asset" && file.fileName.endsWith(".html")
              ? [file.source.toString()]
              : [],
          )
          .flatMap((html) => [...html.matchAll(/<script>([^]*?)<\/script>/g)])
          .map(([, text = ""]) => `sha256-${createHash("sha256").update(text).digest("base64")}`),
      );
      const headers = Object.entries(
        documentHeaders({ ...sources, inlineScripts: [...inlineScripts] }),
      ).map(([k, v]) => `  ${k}: ${v}`);
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
        ...[`${folder}/*`, ...filesOutside(folder, bundle)].flatMap((kept) => [
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

/** The chunk of a module, and those it imports statically. */
export function chunksOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk[] {
  const chunks = new Set<Rolldown.OutputChunk>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports.forEach(add);
  };
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type === "chunk" && chunk.moduleIds.some((id) => id.endsWith(module))) add(file);
  }
  return [...chunks];
}
