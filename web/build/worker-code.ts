import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync, Visitor } from "vite";
import type { Plugin } from "vite";

/**
 * Tells `wrangler deploy` which configuration was built, as the Cloudflare plugin does beside the root of Vite: wrangler
 * looks beside wrangler.jsonc (https://developers.cloudflare.com/workers/wrangler/configuration/#generated-wrangler-configuration).
 */
export function redirectWrangler(root: string): Plugin {
  return {
    name: "muster:redirect-wrangler",
    applyToEnvironment: (environment) => environment.name === "muster",
    writeBundle() {
      const file = join(root, ".wrangler/deploy/config.json");
      mkdirSync(dirname(file), { recursive: true });
      const found = relative(dirname(file), join(root, "dist/muster/wrangler.json"));
      writeFileSync(file, JSON.stringify({ configPath: found, auxiliaryWorkers: [] }));
    },
  };
}

/**
 * V8 reads strings faster than templates, as which the minifier writes them, and ASCII faster than anything else: a single
 * character beyond it doubles the memory of the source (docs/decisions/0103-what-v8-reads-at-start.md).
 */
export function quickToRead(): Plugin {
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
