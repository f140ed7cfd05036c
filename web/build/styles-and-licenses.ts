import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

/** The notices of the packages whose code, styles and fonts are in the bundle. */
export const LICENSES = "licenses.txt";

/**
 * Tailwind declares its properties a second time, for browsers without `@property`. None of `cssTarget` is one. Its notice
 * is in LICENSES. Compressed, the styles of every page must fit into the 14 KB that a server sends before it waits for
 * an answer (RFC 6928): with more, the first drawing is a round trip later.
 */
export function shrinkStyles(): Plugin {
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

/** Vite lists the packages of the scripts; this adds those of the fonts and of the styles. */
export function assetLicenses(root: string): Plugin {
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
          const text = readFileSync(join(root, `node_modules/${name}/LICENSE`), "utf8").trim();
          notices.source += `\n## ${name}\n\n${text}\n`;
        }
        for (const file of globSync("web/fonts/*-license.txt", { cwd: root }).toSorted()) {
          const font = basename(file, "-license.txt");
          notices.source += `\n## ${font}\n\n${readFileSync(join(root, file), "utf8").trim()}\n`;
        }
      },
    },
  };
}
