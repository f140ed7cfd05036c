import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { localVars } from "./test/new-eden/local-vars.ts";
import { newEden } from "./test/new-eden/vite-plugin.ts";
import { documentHeaders, OPENER_KEEPING_PATH } from "./worker/http/security-headers.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * `vite dev` and every `--mode new-eden` stand EVE and Discord in with New Eden, on this same port.
 * `vite build` and `vite dev --mode live` speak to the real services.
 */
export default defineConfig(({ mode }) => {
  const isLive = mode === "production" || mode === "live";
  const port = Number(process.env["PORT"] ?? 5173);
  const local = localVars(port);
  const images = isLive ? "https://images.evetech.net" : local.EVE_IMAGES_URL;
  const discord = isLive ? "https://discord.com" : local.DISCORD_URL;
  const loginImage = isLive
    ? "https://web.ccpgamescdn.com/eveonlineassets/developers/eve-sso-login-black-large.png"
    : `${local.EVE_IMAGES_URL}/eve-sso-login-black-large.png`;

  return {
    root: path("web"),
    build: { outDir: path("dist"), emptyOutDir: true, assetsInlineLimit: 0 },
    server: { port, strictPort: true },
    preview: { port, strictPort: true },
    define: {
      EVE_IMAGES_URL: JSON.stringify(images),
      EVE_LOGIN_IMAGE_URL: JSON.stringify(loginImage),
    },
    plugins: [
      !isLive && newEden(port),
      react(),
      tailwindcss(),
      preloadFonts(),
      absoluteCard(process.env["SITE_URL"]),
      staticHeaders({ images: new URL(images).origin, discord: new URL(discord).origin }),
      cloudflare({
        configPath: path("wrangler.jsonc"),
        persistState: { path: resolve(process.env["MUSTER_STATE"] ?? path(".wrangler/state")) },
        inspectorPort: false,
        ...(!isLive && { config: { vars: local } }),
      }),
    ],
  };
});

/** The two Latin faces are on every screen: the browser need not wait for the styles to name them. */
function preloadFonts(): Plugin {
  return {
    name: "muster:preload-fonts",
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: "link",
          attrs: {
            rel: "preload",
            href: `/${file}`,
            as: "font",
            type: "font/woff2",
            crossorigin: "",
          },
          injectTo: "head",
        })),
  };
}

/**
 * Open Graph wants the whole address of the picture, and only whoever deploys knows the host. Without it the
 * address is relative, which Discord and Slack understand and some others do not.
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

/** Writes `_headers`, which Cloudflare applies to the static assets. */
function staticHeaders(origins: { images: string; discord: string }): Plugin {
  return {
    name: "muster:static-headers",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle() {
      const headers = Object.entries(documentHeaders(origins)).map(([k, v]) => `  ${k}: ${v}`);
      const source = [
        "/*",
        ...headers,
        "",
        OPENER_KEEPING_PATH,
        "  ! Cross-Origin-Opener-Policy",
        "",
        "/assets/*",
        "  Cache-Control: public, max-age=31536000, immutable",
        "",
      ].join("\n");
      this.emitFile({ type: "asset", fileName: "_headers", source });
    },
  };
}
